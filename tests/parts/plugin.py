"""The pytest plugin that provides the parts, sets the number of workers and reports how each part was provided."""

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
from _pytest.runner import runtestprotocol

from gameplay.infrastructure.call_stack import call_with_stack_space
from tests.parts import FOLDER_VARIABLE, PARTS, SERVERS, MissingPartError, cache, chromium, part_address, valkey
from tests.parts.keeper import Keeper
from tests.parts.selection import Selection

RUN_VARIABLE = "PARTS_RUN"  # the environment variable with the id of the process that owns the folder
MIN_FREE_BYTES = 4 << 30

KEEPER_KEY = pytest.StashKey[Keeper]()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("passleft")
    group.addoption(
        "--db",
        choices=["postgres", "sqlite"],
        default="postgres",
        help="postgres (default): with PostgreSQL and Valkey; sqlite: without either",
    )
    group.addoption(
        "--only-database",
        action="store_true",
        help="run only the tests that use the database, if the others have passed with another one",
    )
    group.addoption(
        "--also", action="append", default=[], metavar="PATH", help="with --only-database, run all tests of this path"
    )
    group.addoption(
        "--thorough",
        action="store_true",
        help="for releases: request every address as every person, and check the accessibility of pages in four looks",
    )
    group.addoption("--strict-parts", action="store_true", help="fail instead of skipping if a part is missing")


# Runs before pytest-django reads the settings, and outside of pytest's capture, so that its output is shown.
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
    """End this worker as soon as ``run``, the process that started it, has ended; xdist would finish the test first."""
    while os.getppid() == run:
        time.sleep(0.2)
    os._exit(1)


def select_worker_database(worker: str) -> None:
    """Give ``worker``, such as gw1, its own Valkey database; pytest-django does the same for the SQL database."""
    url = os.environ.get("REDIS_URL", "")
    if os.environ[FOLDER_VARIABLE] in url:
        os.environ["REDIS_URL"] = valkey.worker_url(url, int(worker.removeprefix("gw")))


def make_folder() -> Keeper:
    folder = Path(tempfile.mkdtemp(prefix="passleft-", dir=memory_folder()))
    folder.chmod(0o711)  # PostgreSQL may run as another user, in its own subfolder
    os.environ |= {FOLDER_VARIABLE: str(folder), RUN_VARIABLE: str(os.getpid())}
    os.environ.setdefault("VAR", str(folder / "var"))
    os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", cache.node_executable() or "node")
    return Keeper(folder)


def memory_folder() -> Path | None:
    """Return a folder in memory with enough space for a run, if there is one: tests create and delete many files."""
    folder = Path("/dev/shm")
    if "TMPDIR" in os.environ or not os.access(folder, os.W_OK) or shutil.disk_usage(folder).free < MIN_FREE_BYTES:
        return None
    return folder


def set_part_variables(options: argparse.Namespace) -> None:
    """Set the environment variables of the parts. Raises pytest.UsageError if one is missing with --strict-parts."""
    for variable in SERVERS:
        if options.db == "sqlite":
            os.environ.pop(variable, None)
        else:
            set_server_variable(variable)
    selection = Selection(options.file_or_dir)
    if selection.is_pure:
        os.environ["DJANGO_SETTINGS_MODULE"] = ""  # so that pytest-django does not set up Django
    elif selection.opens_browsers and not os.environ.get("CHROMIUM") and not chromium.is_available():
        fetch_browser()
    missing = [reason for variable in PARTS if (reason := os.environ.get(f"{variable}_MISSING"))]
    if missing and options.strict_parts:
        raise pytest.UsageError("--strict-parts: " + "; ".join(missing))


def set_server_variable(variable: str) -> None:
    """Set the environment variable of a server to its future address, or note why the server is missing."""
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
    """Fetch the browser before the tests: a test that fetches it would seem to hang."""
    print(f"Fetching {chromium.NAME} ...", flush=True)
    try:
        part_address("CHROMIUM")
    except MissingPartError as reason:
        os.environ["CHROMIUM_MISSING"] = f"{chromium.NAME} is missing: {reason}"


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return the number of workers for the selected tests; with 0 they run in this process.

    There is one more than cores, because tests often wait for a browser, a database or a server.
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores + 1 if cores > 1 and Selection(config.option.file_or_dir).is_long else 0


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    """Run a test as pytest does, with enough space on the stack: it has a hundred calls more than a page."""
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    call_with_stack_space(runtestprotocol, item, nextitem=nextitem)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.option.only_database:
        also = [config.rootpath / path for path in config.option.also]
        is_kept = {item: uses_database(item) or any(map(item.path.is_relative_to, also)) for item in items}
        config.hook.pytest_deselected(items=[item for item in items if not is_kept[item]])
        items[:] = [item for item in items if is_kept[item]]


def uses_database(item: pytest.Item) -> bool:
    return bool(item.get_closest_marker("django_db")) or "django_db_setup" in getattr(item, "fixturenames", ())


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, exitstatus: int, config: pytest.Config) -> None:
    if KEEPER_KEY not in config.stash:
        return
    folder = config.stash[KEEPER_KEY].folder
    terminalreporter.section("parts")
    for variable in PARTS:
        terminalreporter.write_line(part_summary(variable, folder))
    if exitstatus:
        for line in fatal_lines(folder / "postgres.log"):
            terminalreporter.write_line(f"  PostgreSQL: {line}")


def fatal_lines(log: Path) -> list[str]:
    """Return at most 20 of the last lines of PostgreSQL's ``log`` that say why it refused or ended a connection."""
    lines = log.read_text(errors="replace").splitlines() if log.exists() else []
    return [line for line in lines if "FATAL:" in line or "PANIC:" in line][-20:]


def part_summary(variable: str, folder: Path) -> str:
    """Return a line that says how a part was provided in this run."""
    part, path = import_module(f"tests.parts.{PARTS[variable]}"), folder / f"{variable}.json"
    outcome = json.loads(path.read_text()) if path.exists() else {}
    address = os.environ.get(variable, "")
    if "missing" in outcome:
        line = f"missing: {outcome['missing']}"
    elif outcome:
        line = f"started in {outcome['seconds']:.1f} s"
    elif f"{variable}_MISSING" in os.environ:
        return f"  {os.environ[f'{variable}_MISSING']}"
    elif address and str(folder) not in address:
        line = f"used from {variable}"
    else:
        line = "not used"
    return f"  {part.NAME}: {line}"


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Disable Hypothesis' summary if no test used it: importing it only for that takes most of a second."""
    plugins = session.config.pluginmanager
    if "hypothesis" not in sys.modules and not plugins.has_plugin("dsession"):
        plugins.unregister(name="hypothesispytest")


def pytest_unconfigure(config: pytest.Config) -> None:
    if KEEPER_KEY in config.stash:
        logging.disable()  # threads that are still connected would log that the servers have ended
        config.stash[KEEPER_KEY].close()
