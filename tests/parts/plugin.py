"""The pytest plugin that hands over the parts, decides how many workers there are, and says what became of the parts."""

import argparse
import json
import logging
import os
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Generator
from importlib import import_module
from pathlib import Path

import pytest

from tests.parts import FOLDER_VARIABLE, PARTS, SERVERS, MissingPartError, cache, chromium, part_address, valkey
from tests.parts.keeper import Keeper
from tests.parts.selection import Selection

RUN_VARIABLE = "PARTS_RUN"  # the environment's name for the process that owns the folder
MIN_FREE_BYTES = 4 << 30  # bytes

KEEPER_KEY = pytest.StashKey[Keeper]()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("passleft")
    group.addoption(
        "--db",
        choices=["postgres", "sqlite"],
        default="postgres",
        help="sqlite: the embedded default, without PostgreSQL and Valkey",
    )
    group.addoption(
        "--only-database",
        action="store_true",
        help="leave out the tests that use no database, if they have passed on another one",
    )
    group.addoption("--strict-parts", action="store_true", help="a part that cannot be had is an error, not a skip")


# Before pytest-django reads the settings, and outside of pytest's capture, so that the lines are seen.
@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None, object, object]:
    options = early_config.known_args_namespace
    if "PYTEST_XDIST_WORKER" in os.environ:
        threading.Thread(target=exit_with_parent, args=[int(os.environ[RUN_VARIABLE])], daemon=True).start()
        select_worker_database(os.environ["PYTEST_XDIST_WORKER"])
    elif not (options.help or options.version):
        early_config.stash[KEEPER_KEY] = make_folder()
        set_part_variables(options)
    return (yield)


def exit_with_parent(run: int) -> None:
    """End this worker as soon as the ``run`` that started it is gone; xdist would finish the test first."""
    while os.getppid() == run:
        time.sleep(0.2)
    os._exit(1)


def select_worker_database(worker: str) -> None:
    """Give a worker, such as gw1, its own database of our Valkey; pytest-django does so for the tables."""
    where = os.environ.get("REDIS_URL", "")
    if os.environ[FOLDER_VARIABLE] in where:
        os.environ["REDIS_URL"] = valkey.worker_url(where, int(worker.removeprefix("gw")))


def make_folder() -> Keeper:
    folder = Path(tempfile.mkdtemp(prefix="passleft-", dir=memory_folder()))
    folder.chmod(0o711)  # PostgreSQL may run as another user, in a folder of its own below
    os.environ |= {FOLDER_VARIABLE: str(folder), RUN_VARIABLE: str(os.getpid())}
    os.environ.setdefault("VAR", str(folder / "var"))
    os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", cache.node_executable() or "node")
    return Keeper(folder)


def memory_folder() -> Path | None:
    """Return a folder in memory with room for the data of a run, if there is one: a test makes and drops many files."""
    room = Path("/dev/shm")
    if "TMPDIR" in os.environ or not os.access(room, os.W_OK) or shutil.disk_usage(room).free < MIN_FREE_BYTES:
        return None
    return room


def set_part_variables(options: argparse.Namespace) -> None:
    """Put the addresses of the parts into the environment. Raises pytest.UsageError if --strict-parts finds one missing."""
    for variable in SERVERS:
        if options.db == "sqlite":
            os.environ.pop(variable, None)
        else:
            set_server_variable(variable)
    selection = Selection(options.file_or_dir)
    if selection.is_pure:
        os.environ["DJANGO_SETTINGS_MODULE"] = ""  # so that pytest-django leaves Django alone
    elif selection.opens_browsers and not os.environ.get("CHROMIUM") and not chromium.is_available():
        fetch_browser()
    missing = [reason for variable in PARTS if (reason := os.environ.get(f"{variable}_MISSING"))]
    if missing and options.strict_parts:
        raise pytest.UsageError("--strict-parts: " + "; ".join(missing))


def set_server_variable(variable: str) -> None:
    """Put the address that a server will have into the environment, or why there can be none."""
    part = import_module(f"tests.parts.{PARTS[variable]}")
    if os.environ.get(variable):
        return
    try:
        part.installed()
    except MissingPartError as reason:
        os.environ[f"{variable}_MISSING"] = f"{part.NAME} is missing: {reason}"
    else:
        os.environ[variable] = part.address(Path(os.environ[FOLDER_VARIABLE]))


def fetch_browser() -> None:
    """Fetch the browser now: inside a test it would seem to hang."""
    print(f"Fetching {chromium.NAME} ...", flush=True)
    try:
        part_address("CHROMIUM")
    except MissingPartError as reason:
        os.environ["CHROMIUM_MISSING"] = f"{chromium.NAME} is missing: {reason}"


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return how many workers the selected tests are work for; 0 lets them run in this process."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores if cores > 1 and Selection(config.option.file_or_dir).is_long else 0


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.option.only_database:
        kept = [item for item in items if uses_database(item)]
        config.hook.pytest_deselected(items=[item for item in items if not uses_database(item)])
        items[:] = kept


def uses_database(item: pytest.Item) -> bool:
    return bool(item.get_closest_marker("django_db")) or "django_db_setup" in getattr(item, "fixturenames", ())


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, exitstatus: int, config: pytest.Config) -> None:
    if KEEPER_KEY not in config.stash:
        return
    folder = config.stash[KEEPER_KEY].folder
    terminalreporter.section("real parts")
    for variable in PARTS:
        terminalreporter.write_line(part_summary(variable, folder))
    if exitstatus:
        for line in fatal_lines(folder / "postgres.log"):
            terminalreporter.write_line(f"  PostgreSQL: {line}")


def fatal_lines(log: Path) -> list[str]:
    """Return the last lines of PostgreSQL's ``log`` that say why it refused or ended a connection, 20 at most."""
    lines = log.read_text(errors="replace").splitlines() if log.exists() else []
    return [line for line in lines if "FATAL:" in line or "PANIC:" in line][-20:]


def part_summary(variable: str, folder: Path) -> str:
    """Return a line that says how a part was had in this run."""
    part, outcome = import_module(f"tests.parts.{PARTS[variable]}"), folder / f"{variable}.json"
    told = json.loads(outcome.read_text()) if outcome.exists() else {}
    where = os.environ.get(variable, "")
    if "missing" in told:
        line = f"missing: {told['missing']}"
    elif told:
        line = f"up in {told['seconds']:.1f} s"
    elif f"{variable}_MISSING" in os.environ:
        return f"  {os.environ[f'{variable}_MISSING']}"
    elif where and str(folder) not in where:
        line = f"as {variable} says"
    else:
        line = "not asked for"
    return f"  {part.NAME}: {line}"


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Let Hypothesis write no summary where no test used it: it would be imported for that, in most of a second."""
    plugins = session.config.pluginmanager
    if "hypothesis" not in sys.modules and not plugins.has_plugin("dsession"):
        plugins.unregister(name="hypothesispytest")


def pytest_unconfigure(config: pytest.Config) -> None:
    if KEEPER_KEY in config.stash:
        logging.disable()  # a thread that still listens need not say that the other end is gone
        config.stash[KEEPER_KEY].close()
