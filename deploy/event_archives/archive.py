"""The archive of an event: a ZIP file with all its downloads and a manifest.

Equal states of an event give equal archives, whichever process has read it: members have no time, and the process that
writes the file also compresses it.
"""

import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Any
from uuid import UUID
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile, ZipInfo

import structlog
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext

from deploy.event_archives.downloads import event_downloads
from deploy.file_permissions import FILE_MODE, create_private_file
from deploy.version import VERSION
from gameplay.engine.core.errors import RulesError
from gameplay.infrastructure.bulk_output import FilePiece
from gameplay.infrastructure.snapshot import database_snapshot
from tournaments.models import Event
from tournaments.selectors.audit_trail import log_heads

FORMAT = "passleft-event-archive-1"
MANIFEST = "manifest.json"
PIECE_SIZE = 1 << 20  # bytes; every process divides files in the same way, so that they are compressed equally

logger = structlog.get_logger(__name__)


class ArchiveError(Exception):
    """An event cannot be archived, because of a fault of the program or the data."""


def event_state(event: Event) -> str:
    """Return a checksum that changes with everything in the archive of ``event``. Makes seven queries.

    Every change of an event has a log entry. A newer release may write other files.
    """
    return hashlib.sha256(json.dumps([FORMAT, VERSION, log_heads(event)]).encode()).hexdigest()


def archive_pieces(event_id: UUID) -> Iterator[FilePiece]:
    """Yield the files in the archive of an event, all of the same moment. Raises ArchiveError."""
    try:
        with database_snapshot(), translation.override(settings.LANGUAGE_CODE):
            yield from _pieces(Event.objects.get(pk=event_id))
    except Exception as error:
        logger.exception("event cannot be archived", event_id=str(event_id))
        raise ArchiveError(f"{type(error).__name__}: {error}") from error


def write_archive(file: Path, pieces: Iterable[FilePiece]) -> None:
    """Write ``pieces`` to the archive ``file``, which gets its name once it is complete and on the disk.

    Only the user of this process can open it. Raises OSError, and what ``pieces`` raise.
    """
    partial = partial_file(file)
    partial.unlink(missing_ok=True)
    try:
        with create_private_file(partial) as opened:
            with ZipFile(opened, "w") as archive:
                for path, of_file in groupby(pieces, key=attrgetter("path")):
                    with archive.open(_member(path), "w") as member:
                        for piece in of_file:
                            member.write(piece.data)
            opened.flush()
            os.fsync(opened.fileno())
        partial.replace(file)
    finally:
        partial.unlink(missing_ok=True)


def partial_file(file: Path) -> Path:
    """Return the name of ``file`` while it is written."""
    return file.with_name(f".{file.name}.partial")


def archived_state(file: Path) -> str:
    """Return the `event_state` in the archive ``file``; "" if there is none, or if it is damaged."""
    try:
        with ZipFile(file) as archive:
            return str(json.loads(archive.read(f"{file.stem}/{MANIFEST}"))["state"])
    except (OSError, BadZipFile, ValueError, KeyError, TypeError):
        return ""


def _pieces(event: Event) -> Iterator[FilePiece]:
    files: dict[str, Any] = {}
    omitted: dict[str, str] = {}
    for path, read in event_downloads(event):
        try:
            data = read()
        except RulesError as refusal:
            omitted[path] = gettext(refusal.sentence).format(**refusal.details)
        else:
            files[path] = {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
            yield from _divided(f"{event.slug}/{path}", data)
    head = {"format": FORMAT, "release": VERSION, "event": str(event.pk), "name": event.name}
    manifest = head | {"state": event_state(event), "files": files, "omitted": omitted}
    yield from _divided(f"{event.slug}/{MANIFEST}", json.dumps(manifest, ensure_ascii=False, indent=2).encode())


def _divided(path: str, data: bytes) -> Iterator[FilePiece]:
    for first in range(0, len(data) or 1, PIECE_SIZE):
        yield FilePiece(path, data[first : first + PIECE_SIZE])


def _member(path: str) -> ZipInfo:
    member = ZipInfo(path)
    member.compress_type, member.external_attr = ZIP_DEFLATED, FILE_MODE << 16
    return member
