"""The real parts of a test run: PostgreSQL, Valkey and a browser, without root and without installing anything.

`plugin` is loaded by `manage.py test` before the settings are read. It puts the addresses that the servers will have into
the environment, as DATABASE_URL and REDIS_URL; `ready` starts a part when the first test asks for it, once for all
processes of the run. What the environment names already is used as it is.
"""

import fcntl
import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

FOLDER_VARIABLE = (
    "PARTS_FOLDER"  # the environment's name for the folder of the run: sockets, data, what has become of each part
)
SERVERS = {"DATABASE_URL": "database", "REDIS_URL": "valkey"}
PARTS = {**SERVERS, "CHROMIUM": "chromium"}


class MissingPartError(Exception):
    """A part cannot be had on this machine; the argument says why."""


class PartNotUsedError(MissingPartError):
    """This run does without the part: it has another database, or it is not one of `manage.py test`."""


def part_address(variable: str) -> str:
    """Return where the part called ``variable`` is, started if this is the first use of it in the run.

    Waits while another process of the run starts it. Raises MissingPartError, each time if once.
    """
    given, folder = os.environ.get(variable, ""), os.environ.get(FOLDER_VARIABLE, "")
    if given and not (folder and folder in given):
        return given
    if f"{variable}_MISSING" in os.environ:
        raise MissingPartError(os.environ[f"{variable}_MISSING"])
    if not folder or (not given and variable in SERVERS):
        raise PartNotUsedError(f"needs {variable}, see `manage.py test`")
    outcome = Path(folder, f"{variable}.json")
    with file_lock(outcome.with_suffix(".lock")):
        if not outcome.exists():
            outcome.write_text(json.dumps(_start(variable, Path(folder))))
    told = json.loads(outcome.read_text())
    if "missing" in told:
        raise MissingPartError(told["missing"])
    return str(told["address"])


@contextmanager
def file_lock(lock: Path) -> Iterator[None]:
    """Hold the file ``lock`` against the other processes of the run."""
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
