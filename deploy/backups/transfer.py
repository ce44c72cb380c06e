"""Copy the rows of an SQLite backup to a database of another kind, as when a site moves from a laptop to a server."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.apps import apps
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection, connections, models, transaction

from deploy.backups import sqlite
from deploy.backups.errors import BackupError
from deploy.backups.manifest import BackupManifest
from deploy.backups.tables import count_rows, table_names

ALIAS = "backup"
OF_MIGRATE = {"django_migrations"}
"""Tables that `migrate` fills itself."""


def copy_rows(folder: Path, manifest: BackupManifest) -> None:
    """Replace the content of the site's database by that of the SQLite copy in ``folder``, in one transaction.

    The copy is migrated to this release first. Needs a database in which tables can be made in a transaction. Raise
    BackupError if a table then has another number of rows.
    """
    with _opened(folder / sqlite.FILE), transaction.atomic():
        call_command("migrate", database=ALIAS, interactive=False, verbosity=0)
        with connection.cursor() as cursor:
            for name in table_names():
                cursor.execute(f"DROP TABLE IF EXISTS {connection.ops.quote_name(name)} CASCADE")
        call_command("migrate", interactive=False, verbosity=0)
        _empty_tables()
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")  # `migrate` has made them immediate
        tables = [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]
        for model in tables:
            _copy_table(model)
        with connection.cursor() as cursor:
            for statement in connection.ops.sequence_reset_sql(no_style(), tables):
                cursor.execute(statement)
        _check_rows()


def _copy_table(model: type[models.Model]) -> None:
    for row in model._base_manager.using(ALIAS).iterator(chunk_size=500):
        row.save_base(raw=True, force_insert=True, using=connection.alias)


def _empty_tables() -> None:
    """Delete the rows that `migrate` has made, such as the permissions: the backup has its own."""
    names = [name for name in table_names() if name not in OF_MIGRATE]
    connection.check_constraints()  # a table cannot be emptied before its deferred constraints are checked
    with connection.cursor() as cursor:
        for statement in connection.ops.sql_flush(no_style(), names, allow_cascade=True):
            cursor.execute(statement)


def _check_rows() -> None:
    names = [name for name in table_names() if name not in OF_MIGRATE]
    with connection.cursor() as copied, connections[ALIAS].cursor() as original:
        if count_rows(copied, names) != count_rows(original, names):
            raise BackupError("Not every row of the backup was copied, and nothing was changed.")


@contextmanager
def _opened(file: Path) -> Iterator[None]:
    """Make the SQLite database ``file`` the connection ALIAS."""
    template = connection.settings_dict | {"ENGINE": "deploy.sqlite3", "NAME": str(file), "OPTIONS": {}}
    connections.databases[ALIAS] = template | {"HOST": "", "PORT": "", "USER": "", "PASSWORD": ""}
    try:
        yield
    finally:
        connections[ALIAS].close()
        del connections[ALIAS], connections.databases[ALIAS]
