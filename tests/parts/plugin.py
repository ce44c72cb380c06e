"""The pytest plugin that starts the parts and says what became of them."""

import argparse
import logging
import os
import tempfile
import threading
import time
from collections.abc import Generator
from pathlib import Path

import pytest

from tests.parts import MissingPartError, chromium, packed, postgres, valkey
from tests.parts.keeper import Keeper

# What each part is handed over as. What is missing is told to the workers in NAME_MISSING.
PARTS = {"DATABASE_URL": postgres, "REDIS_URL": valkey, "CHROMIUM": chromium}

FOLDER = "PARTS_FOLDER"  # where ours keep their sockets and data
RUN = "PARTS_RUN"  # the process that started them

keeper = pytest.StashKey[Keeper]()
report = pytest.StashKey[list[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("passleft")
    group.addoption(
        "--db",
        choices=["postgres", "sqlite"],
        default="postgres",
        help="sqlite: the embedded default, without PostgreSQL and Valkey",
    )
    group.addoption("--strict-parts", action="store_true", help="a part that cannot be had is an error, not a skip")


# Before pytest-django reads the settings, and outside of pytest's capture, so that the lines are seen.
@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None, object, object]:
    options = early_config.known_args_namespace
    if "PYTEST_XDIST_WORKER" in os.environ:
        threading.Thread(target=end_with, args=[int(os.environ[RUN])], daemon=True).start()
        take_own_database(os.environ["PYTEST_XDIST_WORKER"])
    elif not (options.help or options.version):
        start_parts(early_config.stash, options)
    return (yield)


def end_with(run: int) -> None:
    """End this worker as soon as the ``run`` that started it is gone; xdist would finish the test first."""
    while os.getppid() == run:
        time.sleep(0.2)
    os._exit(1)


def take_own_database(worker: str) -> None:
    """Give a worker, such as gw1, its own database of our Valkey; pytest-django does so for the tables."""
    address = os.environ.get("REDIS_URL", "")
    if os.environ[FOLDER] in address:
        os.environ["REDIS_URL"] = valkey.own(address, int(worker.removeprefix("gw")))


def start_parts(stash: pytest.Stash, options: argparse.Namespace) -> None:
    """Start what the environment does not name yet. Raises pytest.UsageError if --strict-parts finds one missing."""
    say("Starting the real parts")
    folder = Path(tempfile.mkdtemp(prefix="passleft-"))
    folder.chmod(0o711)  # PostgreSQL may run as another user, in a folder of its own below
    stash[keeper] = Keeper(folder)
    os.environ |= {FOLDER: str(folder), RUN: str(os.getpid())}
    os.environ.setdefault("VAR", str(folder / "var"))
    os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", packed.node() or "node")
    wanted = dict(PARTS)
    if options.db == "sqlite":
        for variable in ("DATABASE_URL", "REDIS_URL"):
            del wanted[variable]
            os.environ.pop(variable, None)
    stash[report] = [provide(variable, stash[keeper]) for variable in wanted]
    if "DATABASE_URL" not in os.environ:
        stash[report].append(say("  SQLite, the embedded default, is the database"))
    missing = [os.environ[f"{variable}_MISSING"] for variable in wanted if f"{variable}_MISSING" in os.environ]
    if missing and options.strict_parts:
        raise pytest.UsageError("--strict-parts: " + "; ".join(missing))


def provide(variable: str, keeper: Keeper) -> str:
    """Put a part into the environment, or the reason why not; return a line that says which."""
    part = PARTS[variable]
    if os.environ.get(variable):
        return say(f"  {part.NAME}: as {variable} says")
    began = time.monotonic()
    say(f"  {part.NAME} ...")
    try:
        os.environ[variable] = part.start(keeper)
    except MissingPartError as reason:
        os.environ[f"{variable}_MISSING"] = f"{part.NAME} is missing: {reason}"
        return say(f"  {os.environ[f'{variable}_MISSING']}")
    return say(f"  {part.NAME}: up in {time.monotonic() - began:.1f} s")


def say(line: str) -> str:
    print(line, flush=True)
    return line


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if report in config.stash:
        terminalreporter.section("real parts")
        for line in config.stash[report]:
            terminalreporter.write_line(line)


def pytest_unconfigure(config: pytest.Config) -> None:
    if keeper in config.stash:
        logging.disable()  # a thread that still listens need not say that the other end is gone
        config.stash[keeper].close()
