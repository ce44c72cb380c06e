"""Make files and folders that only the site's own user can open: they hold accounts, e-mail addresses and sessions."""

import contextlib
import os
import stat
import threading
from pathlib import Path
from typing import BinaryIO

FILE_MODE, FOLDER_MODE = 0o600, 0o700
CREATION_LOCK = threading.Lock()
OTHER_USERS = stat.S_IRWXG | stat.S_IRWXO


def make_private_folder(path: Path) -> None:
    """Make the folder, with its parents, if it is missing, and deny other users access to it.

    A folder of another user, or a shared one such as /tmp, is not changed.
    """
    path.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    if not path.stat().st_mode & stat.S_ISVTX:
        _restrict(path, FOLDER_MODE)


def create_private_file(path: Path) -> BinaryIO:
    """Return the new file ``path``, open for writing. Raises FileExistsError."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE), "wb")


def make_private_database(path: str) -> None:
    """Make the SQLite file ``path`` if it is missing, and close it to other users, with its journal and shared memory.

    SQLite gives the files that it makes later beside the database the mode of the database.
    """
    # A process that closes any descriptor of a file loses all its POSIX locks there, those of SQLite included, and the
    # next program that closes the database then deletes the journal that this process goes on writing to. So a database
    # that exists is never opened here, and one that is being made is not connected to. (sqlite.org, "How To Corrupt An
    # SQLite Database File", 2.2)
    with CREATION_LOCK, contextlib.suppress(OSError):  # SQLite reports an unusable path better
        os.close(os.open(path, os.O_RDONLY | os.O_CREAT | os.O_EXCL, FILE_MODE))
    for name in (path, f"{path}-wal", f"{path}-shm", f"{path}-journal"):
        _restrict(Path(name), FILE_MODE)


def _restrict(path: Path, mode: int) -> None:
    with contextlib.suppress(FileNotFoundError, PermissionError):
        if path.stat().st_mode & OTHER_USERS:
            path.chmod(mode)
