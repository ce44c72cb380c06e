"""Another database of the kind that the tests use, as the site's database for a while."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.core.management import call_command
from django.db import connection

from tests.parts import database


@contextmanager
def another_database(folder: Path, *, migrated: bool = False) -> Iterator[None]:
    """Use a new database: on SQLite a file in ``folder``, otherwise one on the same server, which is dropped.

    It is empty, or ``migrated`` and without rows.
    """
    kept, name = connection.settings_dict["NAME"], f"passleft_{secrets.token_hex(4)}"
    connection.close()
    copied = migrated and database.is_temporary()
    if connection.vendor == "sqlite":
        name = str(folder / f"{name}.sqlite3")
        if copied:
            database.copy_migrated_file(Path(name))
    else:
        _execute(f"CREATE DATABASE {name} TEMPLATE {database.TEMPLATE if copied else 'template0'}")
    connection.settings_dict["NAME"] = name
    try:
        if migrated and not copied:
            call_command("migrate", verbosity=0)
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = kept
        if connection.vendor != "sqlite":
            _execute(f"DROP DATABASE {name} WITH (FORCE)")


def _execute(statement: str) -> None:
    with connection._nodb_cursor() as cursor:
        cursor.execute(statement)
