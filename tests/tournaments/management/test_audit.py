"""``manage.py audit`` detects direct changes of an event's logs in the database."""

import io
import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.core.management import call_command
from django.db import models

from gameplay.infrastructure.log import append_entry
from gameplay.models import LogEntry, LogStream
from tests.tournaments.conftest import Day, make_event
from tournaments.models import Report
from tournaments.selectors.event_file import event_file
from tournaments.services.event import finish_event
from tournaments.services.match import enter_result


@pytest.fixture(scope="module")
def prepared(shared_database: None) -> Day:
    """An event in its third round, which has one result; in the first round a result was corrected."""
    day = make_event()
    day.to_round(1)
    day.settle(1)
    enter_result(day.matches(1)[0], day.result("0-2"), by=day.by, last_seen_number=1, reason="slip misread")
    day.round(2)
    day.settle(2)
    day.round(3)
    enter_result(day.matches(3)[0], day.result("2-1"), by=day.by, last_seen_number=0)
    return day


@pytest.fixture
def played(db: None, prepared: Day) -> Day:
    return deepcopy(prepared)


def audit(*slugs: str, **options: Any) -> tuple[int, dict[str, Any]]:
    out = io.StringIO()
    with pytest.raises(SystemExit) as end:
        call_command("audit", *slugs, stdout=out, stderr=io.StringIO(), **options)
    return int(str(end.value.code)), json.loads(out.getvalue() or "{}")


def rows(stream: str) -> Any:
    """Return the entries of a log, with a query set that allows changes."""
    return models.QuerySet(LogEntry).filter(stream=stream)


def rewind(stream: str, to: int) -> None:
    """Cut off the end of a log, and set its head accordingly."""
    rows(stream).filter(number__gt=to)._raw_delete("default")
    last = rows(stream).filter(number=to).values_list("hash", flat=True).first() or ""
    LogStream.objects.filter(name=stream).update(number=to, hash=last)


def edit(stream: str) -> None:
    rows(stream).filter(number=1).update(reason="another one")


def take_out(stream: str) -> None:
    rows(stream).filter(number=1)._raw_delete("default")
    rows(stream).filter(number=2).update(number=1)
    LogStream.objects.filter(name=stream).update(number=1)


def cut(stream: str) -> None:
    rows(stream).filter(number=2)._raw_delete("default")


def cut_and_rewind(stream: str) -> None:
    rewind(stream, 1)


def cut_with_its_report(stream: str) -> None:
    rewind(stream, 1)
    Report.objects.filter(match=UUID(stream.partition("/")[2]), number=2).delete()


def reorder(stream: str) -> None:
    for old, new in ((1, 9), (2, 1), (9, 2)):
        rows(stream).filter(number=old).update(number=new)


def forge(stream: str) -> None:
    """Append a row with an invalid hash."""
    last = LogEntry.objects.get(stream=stream, number=2)
    LogEntry.objects.create(
        stream=last.stream, number=3, role="organizer", at=last.at, action="corrected",
        after=last.after, reason="", previous_hash=last.hash, hash="f" * 64,
    )  # fmt: skip
    LogStream.objects.filter(name=stream).update(number=3, hash="f" * 64)


def append(stream: str) -> None:
    """Append an entry with a valid hash for an action that did not happen."""
    append_entry(stream, "corrected", author=None, role="system", after={"round": 1, "table": 1, "score": "2-0-0"})


def test_unchanged_logs_are_exact(played: Day):
    code, answer = audit(played.event.slug)

    assert (code, answer["verdict"], answer["faults"]) == (0, "EXACT", [])
    assert answer["logs"] == 10


@pytest.mark.parametrize(
    ("tamper", "number", "fault"),
    [
        (edit, 1, "edited"),
        (take_out, 1, "broken"),
        (cut, 2, "missing"),
        (cut_and_rewind, 2, "cut"),
        (cut_with_its_report, 2, "cut"),
        (reorder, 1, "broken"),
        (forge, 3, "edited"),
        (append, 4, "unlogged"),
    ],
)
def test_each_kind_of_change_is_detected(played: Day, tamper: Callable[[str], None], number: int, fault: str):
    stream = played.matches(1)[0].stream

    tamper(stream)

    code, answer = audit(played.event.slug)
    assert (code, answer["verdict"]) == (1, "DIVERGED")
    assert {"stream": stream, "number": number, "fault": fault} in answer["faults"]


def test_cut_off_log_is_detected_before_the_next_round(played: Day):
    stream = played.matches(3)[0].stream

    rewind(stream, 0)

    assert audit()[1]["faults"] == [{"stream": stream, "number": 1, "fault": "unlogged"}]


def test_saved_event_file_reveals_a_cut_off_log(played: Day, tmp_path: Path):
    played.event.refresh_from_db()
    for match in played.matches(3)[1:]:
        enter_result(match, played.result("2-1"), by=played.by, last_seen_number=0)
    event = finish_event(played.event, by=played.by)
    kept = tmp_path / "event.json"
    kept.write_text(json.dumps(event_file(event)), encoding="utf-8")
    assert audit(event.slug, file=kept)[0] == 0
    last = LogStream.objects.get(name=event.stream).number

    rewind(event.stream, last - 1)

    assert audit(event.slug)[0] == 0  # the site itself has no trace of it
    code, answer = audit(event.slug, file=kept)
    assert (code, answer["faults"]) == (1, [{"stream": event.stream, "number": last, "fault": "cut"}])


def test_unknown_event_and_invalid_file_are_refused(played: Day, tmp_path: Path):
    other = tmp_path / "event.json"
    other.write_text("[]", encoding="utf-8")

    assert audit("nowhere")[0] == 2
    assert audit(file=other)[0] == 2
