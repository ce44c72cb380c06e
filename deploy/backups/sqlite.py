"""Copies of an SQLite database, with SQLite's online backup."""

import sqlite3
from contextlib import closing
from pathlib import Path

from django.db import connection

from deploy.backups.errors import DamagedBackupError
from deploy.backups.manifest import BackupManifest
from deploy.backups.tables import count_rows

FILE = "database.sqlite3"


def server_version() -> int:
    """Return the major version of SQLite."""
    return sqlite3.sqlite_version_info[0]


def dump(folder: Path) -> dict[str, int]:
    """Copy the database to ``folder`` as of one moment, while others write. Return the rows of each table."""
    connection.ensure_connection()
    with closing(sqlite3.connect(folder / FILE)) as copy:
        connection.connection.backup(copy)  # all pages in one step, which is one snapshot
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, without a journal beside it
        return _rows(copy)


def check(folder: Path, manifest: BackupManifest) -> None:
    """Raise DamagedBackupError if the copy in ``folder`` is not sound, or not what the manifest says."""
    try:
        with closing(sqlite3.connect(folder / FILE)) as copy:
            problems = [row[0] for row in copy.execute("PRAGMA quick_check(1)") if row[0] != "ok"]
            problems += [f"{row[0]} refers to no row" for row in copy.execute("PRAGMA foreign_key_check")]
            rows = _rows(copy)
    except sqlite3.DatabaseError as error:
        raise DamagedBackupError(f"The database in the backup cannot be read: {error}.") from error
    if problems or rows != manifest.rows:
        reason = problems[0] if problems else "it does not have the rows that the manifest lists"
        raise DamagedBackupError(f"The database in the backup is damaged: {reason}.")


def restore(folder: Path, manifest: BackupManifest) -> None:
    """Replace the content of the database by the copy in ``folder``, in one transaction of SQLite.

    Others who have the database open read either the old or the new content.
    """
    connection.ensure_connection()
    with closing(sqlite3.connect(folder / FILE)) as copy:
        copy.backup(connection.connection)
    connection.close()


def _rows(database: sqlite3.Connection) -> dict[str, int]:
    names = database.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    with closing(database.cursor()) as cursor:
        return count_rows(cursor, sorted(name for (name,) in names.fetchall()))
