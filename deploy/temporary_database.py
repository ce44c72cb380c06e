"""An empty database for the duration of a command, such as a demo event."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from django.core.management import call_command
from django.db import connection

FAST_PRAGMAS = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
"""Settings for a file that is not needed after this process: commits do not wait for the disk."""


@contextmanager
def temporary_database() -> Iterator[str]:
    """Use an empty SQLite file as the database, delete it at the end, and yield its path.

    If another database is configured, use that one and yield "".
    """
    if connection.vendor != "sqlite":
        call_command("migrate", verbosity=0)
        yield ""
        return
    kept = {name: connection.settings_dict[name] for name in ("NAME", "OPTIONS")}
    with TemporaryDirectory() as folder:
        connection.close()
        connection.settings_dict["NAME"] = path = str(Path(folder) / "scratch.sqlite3")
        connection.settings_dict["OPTIONS"] = kept["OPTIONS"] | {"init_command": FAST_PRAGMAS}
        try:
            call_command("migrate", verbosity=0)
            yield path
        finally:
            connection.close()
            connection.settings_dict.update(kept)
