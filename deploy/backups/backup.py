"""Make backups while the site runs, check them, and remove old ones."""

import contextlib
import os
from datetime import datetime
from pathlib import Path

from django.db import connection
from django.utils import timezone

from deploy.backups import keys
from deploy.backups.archive import digest, extract, private_folder, write_archive
from deploy.backups.databases import check_database, site_database
from deploy.backups.errors import BackupError
from deploy.backups.manifest import BackupManifest
from deploy.backups.tables import applied_migrations
from deploy.version import VERSION

NAME_PATTERN = "passleft-*.tar.gz"


def file_name(at: datetime) -> str:
    """Return the name of a backup in a folder; names sort by time."""
    return f"passleft-{at:%Y%m%dT%H%M%SZ}.tar.gz"


def create_backup(target: Path) -> Path:
    """Back up the site to the file ``target``, or to a new file in the folder ``target``, and return its path.

    The file gets its name once it is complete, read back and on the disk. Raise BackupError, and OSError for a target
    that cannot be written.
    """
    at = timezone.now()
    file = target / file_name(at) if target.is_dir() else target
    if file.exists():
        raise BackupError(f"{file} exists. Choose another name.")
    if not file.parent.is_dir():
        raise BackupError(f"{file.parent}: there is no such folder.")
    with private_folder(file.parent) as folder:
        complete = folder / "complete"
        write_archive(complete, _collect(folder, at), folder)
        verify_backup(complete)
        complete.rename(file)
    _sync_folder(file.parent)
    return file


def verify_backup(file: Path) -> BackupManifest:
    """Check everything in the backup ``file`` that can be checked without restoring it.

    The files are compared with their checksums, and the database is read. Raise BackupError.
    """
    with private_folder(file.parent) as folder:
        manifest = extract(file, folder)
        check_database(folder, manifest)
    return manifest


def remove_old_backups(folder: Path, *, keep: int) -> list[Path]:
    """Delete all backups in ``folder`` but the newest ``keep``. Return the deleted ones."""
    old = sorted(folder.glob(NAME_PATTERN))[:-keep]
    for file in old:
        file.unlink()
    return old


def _collect(folder: Path, at: datetime) -> BackupManifest:
    """Write the keys and the database to ``folder``, and return their manifest."""
    database = site_database()
    keys.write_keys(folder)
    migrations = applied_migrations()
    rows = database.dump(folder)
    return BackupManifest(
        version=VERSION,
        created_at=at.isoformat(timespec="seconds"),
        database=connection.vendor,
        server=database.server_version(),
        migrations=migrations,
        rows=rows,
        files={name: digest(folder / name) for name in (keys.FILE, database.FILE)},
    )


def _sync_folder(folder: Path) -> None:
    """Write the names in ``folder`` to the disk, where the system can."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
