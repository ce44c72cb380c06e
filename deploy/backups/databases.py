"""The kind of database that the site uses, as backups see it."""

from pathlib import Path
from typing import Protocol, cast

from django.db import connection

from deploy.backups import postgresql, sqlite, transfer
from deploy.backups.errors import BackupError
from deploy.backups.manifest import BackupManifest


class BackupDatabase(Protocol):
    """How one kind of database is copied and restored."""

    FILE: str

    def server_version(self) -> int: ...
    def dump(self, folder: Path) -> dict[str, int]: ...
    def check(self, folder: Path, manifest: BackupManifest) -> None: ...
    def restore(self, folder: Path, manifest: BackupManifest) -> None: ...


DATABASES = {"sqlite": cast(BackupDatabase, sqlite), "postgresql": cast(BackupDatabase, postgresql)}


def site_database() -> BackupDatabase:
    return DATABASES[connection.vendor]


def check_database(folder: Path, manifest: BackupManifest) -> None:
    """Check the database of a backup. Raise BackupError if it is damaged, or if the site cannot use it."""
    if manifest.database == connection.vendor:
        site_database().check(folder, manifest)
    elif manifest.database == "sqlite":
        sqlite.check(folder, manifest)
    else:
        raise BackupError(
            f"The backup is of a database of the kind {manifest.database}, the site uses {connection.vendor}. "
            "Set DATABASE_URL to a database of the kind of the backup."
        )


def restore_database(folder: Path, manifest: BackupManifest) -> None:
    """Replace the content of the site's database, in one transaction. Raise BackupError if that fails."""
    if manifest.database == connection.vendor:
        site_database().restore(folder, manifest)
    else:
        transfer.copy_rows(folder, manifest)
