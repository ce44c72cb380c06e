"""Restore a backup into the site's database."""

from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from deploy.backups import keys
from deploy.backups.archive import extract, private_folder
from deploy.backups.backup import create_backup, file_name
from deploy.backups.databases import check_database, restore_database
from deploy.backups.errors import BackupError
from deploy.backups.manifest import BackupManifest
from deploy.backups.tables import has_data


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreOptions:
    """What a restore may do."""

    replace: bool = False
    """Replace a database with data. It is backed up to VAR first."""
    back_up_first: bool = True
    keep_keys: bool = False
    """Keep the keys of this site instead of those in the backup."""


@dataclass(frozen=True, slots=True)
class RestoredBackup:
    """What was restored."""

    manifest: BackupManifest
    replaced: Path | None
    """The backup of the data that was replaced."""
    keys: list[str]
    """The names of the keys that were changed."""


def restore_backup(file: Path, options: RestoreOptions) -> RestoredBackup:
    """Replace the database and the keys by those in the backup ``file``, and migrate the database to this release.

    Everything is checked first. The database is replaced in one transaction: if that fails, nothing was changed.
    Raise BackupError.
    """
    with private_folder(Path(settings.VAR)) as folder:
        manifest = extract(file, folder)
        manifest.refuse_newer(_known_migrations())
        check_database(folder, manifest)
        changed = {} if options.keep_keys else keys.changed_keys(folder)
        replaced = _back_up_data(options)
        new_files = keys.prepare_keys(changed)
        try:
            restore_database(folder, manifest)
            for path, new in new_files.items():
                new.replace(path)
        finally:
            for new in new_files.values():
                new.unlink(missing_ok=True)
    call_command("migrate", interactive=False, verbosity=0)
    cache.clear()
    return RestoredBackup(manifest, replaced, sorted(changed))


def _back_up_data(options: RestoreOptions) -> Path | None:
    """Back up the data that will be replaced. Raise BackupError if there is some that must not be."""
    if not has_data():
        return None
    if not options.replace:
        raise BackupError("The database has data. To replace it, restore with --replace; it is backed up first.")
    if not options.back_up_first:
        return None
    return create_backup(Path(settings.VAR) / f"replaced-{file_name(timezone.now())}")


def _known_migrations() -> set[str]:
    """Return the migrations of this release, such as "cards.0001_initial"."""
    return {f"{app}.{name}" for app, name in MigrationLoader(connection).disk_migrations}
