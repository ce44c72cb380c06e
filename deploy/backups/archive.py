"""The file of a backup: a compressed tar archive with a manifest, the keys of the site and the database."""

import contextlib
import gzip
import hashlib
import io
import os
import shutil
import tarfile
import tempfile
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from deploy.backups.errors import BackupError, DamagedBackupError
from deploy.backups.manifest import BackupManifest
from deploy.file_permissions import FILE_MODE, create_private_file

MANIFEST = "manifest.json"
COMPRESSION = 3  # of gzip: twice as fast as its default, for files that are a few percent larger
PARTIAL_PREFIX = ".passleft-backup-"
"""The start of the names of folders in which backups are prepared."""
ABANDONED_AFTER = 86_400  # seconds


def digest(file: Path) -> dict[str, Any]:
    """Return the size and SHA-256 of ``file``, as in a manifest."""
    with file.open("rb") as opened:
        return {"bytes": file.stat().st_size, "sha256": hashlib.file_digest(opened, "sha256").hexdigest()}


def write_archive(target: Path, manifest: BackupManifest, folder: Path) -> None:
    """Write ``manifest`` and its files, which are in ``folder``, to ``target``, through to the disk."""
    (folder / MANIFEST).write_text(manifest.to_json(), encoding="utf-8")
    with create_private_file(target) as file:
        with tarfile.open(fileobj=file, mode="w:gz", compresslevel=COMPRESSION) as archive:
            for name in (MANIFEST, *sorted(manifest.files)):
                archive.add(folder / name, arcname=name, filter=_without_owner)
        file.flush()
        os.fsync(file.fileno())


def read_manifest(file: Path) -> BackupManifest:
    """Read the manifest of the backup ``file``. Raise DamagedBackupError."""
    with _opened(file) as archive:
        return _first_member(archive)


def extract(file: Path, folder: Path) -> BackupManifest:
    """Extract the backup ``file`` to ``folder`` and compare each file with the manifest. Raise DamagedBackupError."""
    with _opened(file) as archive:
        manifest = _first_member(archive)
        for name in sorted(manifest.files):
            member = archive.next()
            if member is None or member.name != name or not member.isfile():
                raise DamagedBackupError(f"{file}: {name} is missing.")
            with create_private_file(folder / name) as copy:
                shutil.copyfileobj(archive.extractfile(member) or io.BytesIO(), copy)
            if digest(folder / name) != manifest.files[name]:
                raise DamagedBackupError(f"{file}: {name} is not as it was written (its checksum differs).")
    return manifest


@contextmanager
def private_folder(parent: Path) -> Iterator[Path]:
    """Yield a temporary folder in ``parent`` that only the site's user can open. Raise BackupError.

    Folders that killed processes have left there are deleted after a day.
    """
    try:
        for left in parent.glob(f"{PARTIAL_PREFIX}*"):
            with contextlib.suppress(FileNotFoundError):  # another backup may remove it, too
                if time.time() - left.stat().st_mtime > ABANDONED_AFTER:
                    shutil.rmtree(left)
        with tempfile.TemporaryDirectory(prefix=PARTIAL_PREFIX, dir=parent) as folder:
            yield Path(folder)
    except OSError as error:  # such as a full disk
        raise BackupError(f"{error.filename or parent}: {error.strerror}.") from error


@contextmanager
def _opened(file: Path) -> Iterator[tarfile.TarFile]:
    try:
        with tarfile.open(file, mode="r:gz") as archive:
            yield archive
    except FileNotFoundError as error:
        raise DamagedBackupError(f"{file}: there is no such file.") from error
    except (tarfile.TarError, gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise DamagedBackupError(f"{file}: is not a backup, or is damaged: {error}.") from error


def _first_member(archive: tarfile.TarFile) -> BackupManifest:
    member = archive.next()
    content = archive.extractfile(member) if member and member.name == MANIFEST else None
    if content is None:
        raise DamagedBackupError("The file has no manifest: it is not a backup.")
    return BackupManifest.from_json(content.read())


def _without_owner(member: tarfile.TarInfo) -> tarfile.TarInfo:
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    member.mode = FILE_MODE
    return member
