"""The external parts of a test run: PostgreSQL, Valkey and a browser. They need neither root nor an installation.

`manage.py test` loads `plugin` before the settings are read. The plugin sets DATABASE_URL and REDIS_URL to the future
addresses of the servers; variables that are already set are not changed. `part_address` starts a part when the first
test needs it, once for all processes of the run.
"""

import fcntl
import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

# The environment variable with the path of the run's folder: sockets, data, and the outcome of starting each part.
FOLDER_VARIABLE = "PARTS_FOLDER"
SERVERS = {"DATABASE_URL": "database", "REDIS_URL": "valkey"}
PARTS = {**SERVERS, "CHROMIUM": "chromium"}


class MissingPartError(Exception):
    """A part is not available on this machine; the argument is the reason."""


class PartNotUsedError(MissingPartError):
    """This run does not use the part: it uses another database, or was not started by `manage.py test`."""


def part_address(variable: str) -> str:
    """Return the address of the part of ``variable``; start it on the first use in the run.

    Waits while another process of the run starts it. Raises MissingPartError if it cannot be started, which is tried
    only once.
    """
    address, folder = os.environ.get(variable, ""), os.environ.get(FOLDER_VARIABLE, "")
    if address and not (folder and folder in address):
        return address
    if f"{variable}_MISSING" in os.environ:
        raise MissingPartError(os.environ[f"{variable}_MISSING"])
    if not folder or (not address and variable in SERVERS):
        raise PartNotUsedError(f"needs {variable}, see `manage.py test`")
    path = Path(folder, f"{variable}.json")
    with file_lock(path.with_suffix(".lock")):
        if not path.exists():
            path.write_text(json.dumps(_start(variable, Path(folder))))
    outcome = json.loads(path.read_text())
    if "missing" in outcome:
        raise MissingPartError(outcome["missing"])
    return str(outcome["address"])


@contextmanager
def file_lock(lock: Path) -> Iterator[None]:
    """Hold an exclusive lock on the file ``lock`` among the processes of the run."""
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _start(variable: str, folder: Path) -> dict[str, str | float]:
    from tests.parts.keeper import KeeperClient

    began = time.monotonic()
    try:
        address = import_module(f"tests.parts.{PARTS[variable]}").start(KeeperClient(folder))
    except MissingPartError as reason:
        return {"missing": str(reason)}
    return {"address": address, "seconds": time.monotonic() - began}
