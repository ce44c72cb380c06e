"""The tables of a database, whichever release made them."""

from collections.abc import Iterable
from typing import Any

from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

TABLES_OF_DATA = ("cards_importedset", "gameplay_account")
"""The tables of which one has rows on every site that has been used: all events, games and decks belong to accounts."""


def count_rows(cursor: Any, tables: Iterable[str]) -> dict[str, int]:
    """Return the number of rows of each of ``tables``."""
    counts = {}
    for table in tables:
        cursor.execute(f"SELECT COUNT(*) FROM {connection.ops.quote_name(table)}")  # noqa: S608 - a quoted name
        counts[table] = cursor.fetchone()[0]
    return counts


def table_names() -> list[str]:
    return sorted(connection.introspection.table_names())


def applied_migrations() -> list[str]:
    """Return the applied migrations, such as "cards.0001_initial", in alphabetical order."""
    return sorted(f"{app}.{name}" for app, name in MigrationRecorder(connection).applied_migrations())


def has_data() -> bool:
    """Return whether the site has been used."""
    with connection.cursor() as cursor:
        return any(count_rows(cursor, set(TABLES_OF_DATA) & set(table_names())).values())
