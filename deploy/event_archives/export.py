"""Write the archives of events to a folder, in this process or by the workers of the queue bulk.

An export that was interrupted is repeated: archives of the present state of their event are kept. Workers may run on
other hosts, so they send the files to this process, which alone writes to the folder.
"""

import fcntl
import hashlib
import os
import socket
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

from deploy.event_archives.archive import (
    ArchiveError,
    archive_pieces,
    archived_state,
    event_state,
    partial_file,
    write_archive,
)
from deploy.file_permissions import FOLDER_MODE
from gameplay.infrastructure.bulk import BulkRun, Report
from gameplay.infrastructure.bulk_output import (
    FilePiece,
    LostOutputError,
    discard_output,
    load_output,
    store_output,
)
from tournaments.models import Event

WINDOW = 32  # events whose files are in the cache at the same time


class FolderInUseError(Exception):
    """Another export writes to the folder."""


@dataclass(frozen=True, slots=True)
class ExportResult:
    """The slugs of the events whose archive was written, and of those whose archive was kept; the faults by slug."""

    written: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    faults: dict[str, str] = field(default_factory=dict)


class _Archive(NamedTuple):
    """An archive that has to be written: its event, the state of that, and its file."""

    event_id: UUID
    slug: str
    state: str
    file: Path

    @property
    def key(self) -> str:
        """The key of its chunk. After a change of the event it is another one."""
        return f"{self.event_id}-{self.state}"


def export_events(
    events: Sequence[Event], folder: Path, *, task: Any = None, report: Report = lambda done, of: None
) -> ExportResult:
    """Write an archive of each of ``events`` to ``folder``, unless it has one of their present state.

    With ``task``, which calls `store_archive`, workers read the events. Raises FolderInUseError, NoWorkerError and
    OSError.
    """
    result, archives = ExportResult(), list[_Archive]()
    with _locked(folder):
        for event in events:
            archive = _Archive(event.pk, event.slug, event_state(event), folder / f"{event.slug}.zip")
            if archived_state(archive.file) == archive.state:
                result.kept.append(event.slug)
            else:
                archives.append(archive)
        by_workers = task and archives  # without any, no worker is needed
        writing = _write_by_workers(archives, folder, task, report) if by_workers else _write_here(archives, report)
        for archive, fault in writing:
            if fault:
                result.faults[archive.slug] = fault
            else:
                result.written.append(archive.slug)
    return result


def store_archive(run_id: str, key: str, event_id: str) -> None:
    """Store the files of an event, or why it cannot be archived, as the result of the chunk ``key``."""
    run = BulkRun("", run_id)
    try:
        store_output(run, key, archive_pieces(UUID(event_id)))
    except ArchiveError as error:
        run.store(key, {"fault": str(error)})


def _write_here(archives: Sequence[_Archive], report: Report) -> Iterator[tuple[_Archive, str]]:
    """Write ``archives``, and yield each with its fault, or ""."""
    for done, archive in enumerate(archives):
        report(done, len(archives))
        yield archive, _write(archive, archive_pieces(archive.event_id))
    report(len(archives), len(archives))


def _write_by_workers(
    archives: Sequence[_Archive], folder: Path, task: Any, report: Report
) -> Iterator[tuple[_Archive, str]]:
    """Do the same with files that workers have read. Raises NoWorkerError."""
    place = hashlib.sha256(f"{socket.gethostname()}:{folder.resolve()}".encode()).hexdigest()
    run = BulkRun("export_events", f"export-{place[:16]}")  # an interrupted export finds what workers have done since
    chunks = {archive.key: (str(archive.event_id),) for archive in archives}
    for archive, result in zip(archives, run.run(task, chunks, window=WINDOW, report=report), strict=True):
        yield archive, _write_result(archive, result)
        run.discard(archive.key)


def _write_result(archive: _Archive, result: Any) -> str:
    if "fault" in result:
        return str(result["fault"])
    try:
        return _write(archive, load_output(result))
    except LostOutputError:
        return _write(archive, archive_pieces(archive.event_id))
    finally:
        discard_output(result)


def _write(archive: _Archive, pieces: Iterable[FilePiece]) -> str:
    try:
        write_archive(archive.file, pieces)
    except ArchiveError as error:
        return str(error)
    return ""


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Make ``folder`` if it is missing, and delete partial files that an interrupted export has left there.

    Raises FolderInUseError and OSError.
    """
    folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        _lock(descriptor, folder)
        for left in folder.glob(partial_file(Path("*")).name):
            left.unlink()
        yield
    finally:
        os.close(descriptor)


def _lock(descriptor: int, folder: Path) -> None:
    """Lock the folder for as long as ``descriptor`` is open, at most until this process ends."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise FolderInUseError(f"Another export is writing to {folder}. Wait until it is finished.") from error
