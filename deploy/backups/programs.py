"""PostgreSQL's own programs: pg_dump, pg_restore and psql, of a version that suits the server."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from deploy.backups.errors import BackupError

DEBIAN = Path("/usr/lib/postgresql")
"""Where Debian keeps the programs of each version, in a folder named after it."""


def find_program(name: str, server: int) -> str:
    """Return the path of the program ``name`` with the major version of the ``server``. Raise BackupError.

    Only this version is certain to read what it writes: an older pg_dump refuses the server, and the script of a newer
    one may contain settings that the server does not know. The folder in PG_BIN is tried first.
    """
    found = {}
    for program in _candidates(name):
        version = _major_version(program)
        if version == server:
            return program
        if version:
            found[program] = version
    others = "; ".join(f"{program} is of version {version}" for program, version in found.items())
    raise BackupError(
        f"{name} of PostgreSQL {server}, the version of the server, is needed{f' ({others})' if others else ''}. "
        f"On Debian, install postgresql-client-{server}; or set PG_BIN to the folder with the programs."
    )


def _candidates(name: str) -> Iterator[str]:
    if folder := os.environ.get("PG_BIN"):
        yield str(Path(folder) / name)
    if path := shutil.which(name):
        yield path
    yield from map(str, sorted(DEBIAN.glob(f"*/bin/{name}")))


def _major_version(program: str) -> int:
    """Return the major version of ``program``, 0 if it cannot be run."""
    try:
        output = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout  # noqa: S603
    except OSError:
        return 0
    version = re.search(r"\(PostgreSQL\) (\d+)", output)
    return int(version[1]) if version else 0
