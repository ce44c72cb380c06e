"""Archives of events are complete, have the same bytes whichever process reads them, and never look complete early."""

import json
import os
import signal
import threading
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from zipfile import ZipFile

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.db import connection, transaction
from redis import Redis

from deploy.celery import app
from deploy.event_archives import archive, export
from deploy.event_archives.archive import MANIFEST, archive_pieces, archived_state, event_state
from deploy.event_archives.export import FolderInUseError, export_events
from deploy.management.commands import export_events as command
from deploy.tasks import archive_event
from gameplay.infrastructure import bulk, bulk_output
from gameplay.infrastructure.bulk import recent_progress
from gameplay.infrastructure.bulk_output import FilePiece
from tests.deploy.test_event_downloads import assert_equal_to_downloads
from tests.parts.servers import run_worker
from tests.parts.waiting import eventually
from tests.tournaments.conftest import get_alma, make_event
from tournaments.models import Event
from tournaments.selectors.roles import ORGANIZER, Actor
from tournaments.services.bot_event import play_bot_event
from tournaments.services.entry import drop_entry


@pytest.fixture(autouse=True)
def _empty_cache(empty_queue: None) -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def real_tasks(monkeypatch: pytest.MonkeyPatch, eager_tasks: None) -> None:
    """Leave background tasks to workers."""
    monkeypatch.setitem(app.conf, "task_always_eager", False)


def make_events(count: int) -> list[Event]:
    """Return events in their second round."""
    days = [make_event() for _ in range(count)]
    for day in days:
        day.to_round(1)
        day.settle(1)
    return [day.event for day in days]


@pytest.fixture
def events(db: None) -> list[Event]:
    return make_events(3)


def export_to(folder: Path, *arguments: str) -> tuple[int, dict[str, Any], str]:
    """Run the command, and return its exit status, its answer and its messages."""
    output, messages = StringIO(), StringIO()
    with pytest.raises(SystemExit) as end:
        call_command("export_events", str(folder), *arguments, stdout=output, stderr=messages)
    return int(str(end.value.code)), json.loads(output.getvalue() or "{}"), messages.getvalue()


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def manifest(file: Path) -> dict[str, Any]:
    with ZipFile(file) as opened:
        found: dict[str, Any] = json.loads(opened.read(f"{file.stem}/{MANIFEST}"))
    return found


def interrupt_after(finished: int) -> Callable[[int, int], None]:
    """Return a report that interrupts the export as Ctrl-C does, once ``finished`` events are done."""

    def report(done: int, of: int) -> None:
        if done >= finished:
            raise KeyboardInterrupt

    return report


# --- the same files ------------------------------------------------------------------------


def test_each_event_has_a_private_file(events: list[Event], tmp_path: Path):
    status, answer, messages = export_to(tmp_path / "new" / "folder")

    files = sorted((tmp_path / "new" / "folder").iterdir())
    assert (status, answer["kept"], answer["faults"]) == (0, [], {})
    assert [file.name for file in files] == sorted(f"{event.slug}.zip" for event in events)
    assert {file.stat().st_mode & 0o777 for file in files} == {0o600}
    assert messages.splitlines()[-1] == "3 of 3 events"


def test_only_the_named_events_are_exported(events: list[Event], tmp_path: Path):
    assert export_to(tmp_path, events[1].slug)[1]["written"] == [events[1].slug]

    assert [*contents(tmp_path)] == [f"{events[1].slug}.zip"]


def test_files_in_many_pieces_are_the_same_with_workers(
    events: list[Event], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(archive, "PIECE_SIZE", 100)
    monkeypatch.setattr(bulk_output, "BLOCK_SIZE", 1000)

    assert export_to(tmp_path / "one")[0] == export_to(tmp_path / "many", "--workers")[0] == 0

    assert contents(tmp_path / "one") == contents(tmp_path / "many")


def test_real_workers_write_the_same_files(transactional_db: None, redis_url: str, tmp_path: Path, real_tasks: None):
    make_events(3)
    with run_worker(bulk.QUEUE), run_worker(bulk.QUEUE):
        assert export_to(tmp_path / "many", "--workers")[0] == 0
    assert [*Redis.from_url(redis_url).scan_iter("*bulk/output/*")] == []
    assert [(run.name, run.done, run.of) for run in recent_progress()] == [("export_events", 3, 3)]

    assert export_to(tmp_path / "one")[0] == 0

    assert contents(tmp_path / "one") == contents(tmp_path / "many")


@pytest.mark.parametrize("game", ["", "hagmi"])
def test_archive_has_the_downloads_of_an_event_that_was_played_online(
    transactional_db: None, tmp_path: Path, game: str
):
    play_bot_event(4, seed=1, cut=0 if game else 2, game=game, cut_draft=not game)

    found = assert_equal_to_downloads(Event.objects.get(), tmp_path)

    assert len([path for path in found if path.startswith("games/")]) >= 4
    assert ("pods/A/draft.json" in found) == (not game)


# --- interruptions -------------------------------------------------------------------------


@pytest.mark.parametrize("task", [None, archive_event])
def test_interrupted_export_goes_on(events: list[Event], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, task: Any):
    monkeypatch.setattr(export, "WINDOW", 1)
    with pytest.raises(KeyboardInterrupt):
        export_events(events, tmp_path, task=task, report=interrupt_after(2))
    before = contents(tmp_path)

    result = export_events(events, tmp_path, task=task)

    assert len(before) in (1, 2)  # with workers, the second event is in the cache
    assert [f"{slug}.zip" for slug in result.kept] == sorted(before, key=[f"{each.slug}.zip" for each in events].index)
    assert [*result.kept, *result.written] == [event.slug for event in events]
    assert contents(tmp_path).items() >= before.items()


def test_what_workers_did_before_the_interruption_is_used(
    events: list[Event], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    with pytest.raises(KeyboardInterrupt):
        export_events(events, tmp_path, task=archive_event, report=interrupt_after(3))
    assert contents(tmp_path) == {}
    monkeypatch.setattr(export, "archive_pieces", None)  # nothing is read again

    assert export_events(events, tmp_path, task=archive_event).written == [event.slug for event in events]


def test_half_written_file_has_another_name(events: list[Event], tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    seen: list[str] = []

    def read_half(event_id: object) -> Iterator[FilePiece]:
        yield FilePiece("a/roster.csv", b"number")
        seen.extend(contents(tmp_path))
        raise KeyboardInterrupt

    monkeypatch.setattr(export, "archive_pieces", read_half)
    with pytest.raises(KeyboardInterrupt):
        export_events(events[:1], tmp_path)

    assert seen == [f".{events[0].slug}.zip.partial"]
    assert contents(tmp_path) == {}


def test_what_a_killed_export_left_is_replaced(events: list[Event], tmp_path: Path):
    export_to(tmp_path)
    expected = contents(tmp_path)
    whole = tmp_path / f"{events[0].slug}.zip"
    for event in (events[0], events[2]):
        (tmp_path / f".{event.slug}.zip.partial").write_bytes(whole.read_bytes()[:500])
    whole.write_bytes(whole.read_bytes()[:-30])  # as on a file system that lost its end
    (tmp_path / f"{events[1].slug}.zip").unlink()

    assert export_to(tmp_path)[1]["written"] == [events[0].slug, events[1].slug]

    assert contents(tmp_path) == expected


def test_killed_worker_is_replaced_by_another_one(
    transactional_db: None, redis_url: str, tmp_path: Path, real_tasks: None, monkeypatch: pytest.MonkeyPatch
):
    """Both workers wait for the database with an event each when one of them is killed."""
    monkeypatch.setattr(bulk, "REPEAT_AFTER", 2.0)
    events = make_events(4)
    killed: list[str] = []

    def report(done: int, of: int) -> None:
        if done == 0:
            locked = threading.Event()
            threading.Thread(target=kill_one, args=[locked]).start()
            assert locked.wait(10)

    def kill_one(locked: threading.Event) -> None:
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute("LOCK TABLE tournaments_event IN ACCESS EXCLUSIVE MODE")
                locked.set()
                assert eventually(lambda: len(busy_workers()) == 2)
                os.kill(pid, signal.SIGKILL)
                assert eventually(lambda: len(busy_workers()) == 1)
                killed.append("one of two busy workers")
        finally:
            connection.close()

    with run_worker(bulk.QUEUE) as pid, run_worker(bulk.QUEUE):
        result = export_events(events, tmp_path / "many", task=archive_event, report=report)

    assert len(killed) == 1
    assert result.written == [event.slug for event in events]
    export_to(tmp_path / "one")
    assert contents(tmp_path / "one") == contents(tmp_path / "many")


def busy_workers() -> list[str]:
    """Return the names of the workers that do a task now."""
    return [name for name, tasks in (app.control.inspect(timeout=1.0).active() or {}).items() if tasks]


# --- changes -------------------------------------------------------------------------------


def test_changed_event_is_exported_again(events: list[Event], tmp_path: Path):
    export_to(tmp_path)
    drop_first_entry(events[1])

    status, answer, _messages = export_to(tmp_path)

    assert (status, answer["written"]) == (0, [events[1].slug])
    assert set(answer["kept"]) == {events[0].slug, events[2].slug}
    with ZipFile(tmp_path / f"{events[1].slug}.zip") as opened:
        assert b"ill" in opened.read(f"{events[1].slug}/decisions.csv")


def test_all_files_of_an_archive_are_of_the_same_moment(transactional_db: None, tmp_path: Path):
    """A player drops while the event is read: the archive has the state before, and is replaced by the next export."""
    day = make_event()
    day.enter(4)
    before = event_state(day.event)
    pieces = archive_pieces(day.event.pk)
    first = next(pieces)
    dropping = threading.Thread(target=drop_and_disconnect, args=[day.event])
    dropping.start()
    dropping.join()

    archive.write_archive(tmp_path / f"{day.event.slug}.zip", [first, *pieces])

    file = tmp_path / f"{day.event.slug}.zip"
    assert archived_state(file) == before != event_state(day.event)
    with ZipFile(file) as opened:
        assert b"ill" not in b"".join(opened.read(name) for name in opened.namelist())
    assert export_to(tmp_path)[1]["written"] == [day.event.slug]
    assert archived_state(file) == event_state(day.event)


def drop_first_entry(event: Event) -> None:
    drop_entry(event.entries.all()[0], by=Actor(get_alma(), ORGANIZER), reason="ill")


def drop_and_disconnect(event: Event) -> None:
    """Do the same in a thread."""
    try:
        drop_first_entry(event)
    finally:
        connection.close()


# --- refusals and faults -------------------------------------------------------------------


def test_unknown_event_is_refused(events: list[Event], tmp_path: Path):
    status, answer, messages = export_to(tmp_path, events[0].slug, "unknown")

    assert (status, answer, contents(tmp_path)) == (2, {}, {})
    assert "there is no event unknown" in messages


def test_folder_that_cannot_be_written_is_refused(events: list[Event], tmp_path: Path):
    (tmp_path / "file").touch()

    for folder in ("file", "file/folder", "/proc/folder"):
        status, answer, messages = export_to(tmp_path / folder)
        assert (status, answer) == (2, {})
        assert messages.startswith(f"{tmp_path / folder}: ")
        assert len(messages.splitlines()) == 1


def test_folder_in_use_is_refused(events: list[Event], tmp_path: Path):
    def export_beside(done: int, of: int) -> None:
        status, _answer, messages = export_to(tmp_path)
        assert (status, "Another export" in messages) == (2, True)
        with pytest.raises(FolderInUseError):
            export_events(events, tmp_path)

    assert len(export_events(events, tmp_path, report=export_beside).written) == 3


def test_without_a_worker_the_command_says_which_to_start(
    events: list[Event], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    inspector = SimpleNamespace(active_queues=lambda: {"a worker": [{"name": "celery"}]})
    conf, control = SimpleNamespace(task_always_eager=False), SimpleNamespace(inspect=lambda **_: inspector)
    monkeypatch.setattr(command, "archive_event", SimpleNamespace(app=SimpleNamespace(conf=conf, control=control)))

    status, answer, messages = export_to(tmp_path, "--workers")

    assert (status, answer) == (2, {})
    assert "worker --queue bulk" in messages
    export_to(tmp_path)
    assert export_to(tmp_path, "--workers")[0] == 0  # nothing has changed, so no worker is needed


@pytest.mark.parametrize("arguments", [[], ["--workers"]])
def test_fault_in_one_event_does_not_stop_the_others(events: list[Event], tmp_path: Path, arguments: list[str]):
    Event.objects.filter(pk=events[1].pk).update(ruleset="unknown")

    status, answer, _messages = export_to(tmp_path, *arguments)

    assert (status, len(answer["written"]), [*answer["faults"]]) == (1, 2, [events[1].slug])
    assert "KeyError" in answer["faults"][events[1].slug]
    assert len(contents(tmp_path)) == 2
    Event.objects.filter(pk=events[1].pk).update(ruleset="mtr")
    assert export_to(tmp_path, *arguments)[1]["written"] == [events[1].slug]


def test_files_that_the_cache_has_lost_are_read_again(
    events: list[Event], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    export_to(tmp_path / "one")
    with pytest.raises(KeyboardInterrupt):
        export_events(events, tmp_path / "many", task=archive_event, report=interrupt_after(3))
    monkeypatch.setattr(bulk_output, "_block_key", lambda output, number: f"deleted/{output}/{number}")

    export_events(events, tmp_path / "many", task=archive_event)

    assert contents(tmp_path / "one") == contents(tmp_path / "many")
