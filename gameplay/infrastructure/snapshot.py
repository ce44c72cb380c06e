"""Reading one state of the database while others write to it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction


@contextmanager
def database_snapshot() -> Iterator[None]:
    """Let all queries read the same state of the database. Nothing may be written.

    Inside of a transaction, what is read is as consistent as that transaction.
    """
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        with _deferred(connection), transaction.atomic():
            yield
    else:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield


@contextmanager
def _deferred(sqlite: Any) -> Iterator[None]:
    """Let the transaction take no lock: by default it would stop all others from writing (settings.SQLITE_OPTIONS)."""
    usual, sqlite.transaction_mode = sqlite.transaction_mode, "DEFERRED"
    try:
        yield
    finally:
        sqlite.transaction_mode = usual
