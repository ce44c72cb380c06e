"""Whether all migrations of this code are applied to the database."""

from functools import cache

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

_complete: set[str] = set()
"""The databases in which all migrations were found applied: they are not read again."""


def unapplied_migrations() -> list[str]:
    """Return the names of unapplied migrations, such as "drafting.0001_initial". One query until there are none.

    Migrations of a later release, which this code does not know, do not count.
    """
    name = str(connection.settings_dict["NAME"])
    if name in _complete:
        return []
    missing = sorted(_known_migrations() - MigrationRecorder(connection).applied_migrations().keys())
    if not missing:
        _complete.add(name)
    return [f"{app}.{migration}" for app, migration in missing]


@cache
def _known_migrations() -> frozenset[tuple[str, str]]:
    """Return the migrations on disk. Reading them takes about a tenth of a second."""
    return frozenset(MigrationLoader(None).graph.nodes)
