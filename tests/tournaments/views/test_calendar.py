"""The public calendar as a page, as JSON and as iCalendar, which another implementation of RFC 5545 reads."""

from collections.abc import Iterator
from datetime import UTC, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from ical.calendar_stream import IcsCalendarStream

from drafting.rules.format import DraftFormat
from tests.page_text import visible_text
from tests.tournaments.conftest import BOOSTERS, Day, get_alma
from tournaments.models import Event
from tournaments.rules.constructed import ConstructedFormat
from tournaments.services.cancellation import cancel_event
from tournaments.services.event import NewEvent, create_event
from tournaments.services.reopening import reopen_event

pytestmark = pytest.mark.django_db
NOW = timezone.now().replace(microsecond=0)
HIDDEN: dict[str, dict[str, Any]] = {"Secret": {"visibility": "private"}, "Rehearsal": {"rehearsal": True}}
FEEDS = ("/events/", "/api/v1/calendar", "/events.ics")


def add(name: str, days: float | None = None, *, created: float = 0, **settings: Any) -> Day:
    """Create an event that starts in this number of ``days``, and was ``created`` that many days ago."""
    starts_at = None if days is None else NOW + timedelta(days=days)
    new = NewEvent(name, DraftFormat(), BOOSTERS, {"starts_at": starts_at} | settings)
    return Day(create_event(new, by=get_alma(), at=NOW - timedelta(days=created)), get_alma())


def listed(query: str = "") -> dict[str, Any]:
    found: dict[str, Any] = Client().get(f"/api/v1/calendar{query}").json()
    return found


def names(query: str = "") -> list[str]:
    """Return the names in the JSON feed, after comparing them with those on the page."""
    found = [event["name"] for event in listed(query)["events"]]
    page = Client().get(f"/events/{query}")
    assert [event.name for event in page.context["events"]] == found
    assert all(name in visible_text(page.content.decode()) for name in found)
    return found


def feed(query: str = "") -> dict[str, Any]:
    """Return the entries of the feed by their names, as an independent implementation reads them."""
    text = Client().get(f"/events.ics{query}").content.decode()
    return {str(event.summary): event for event in IcsCalendarStream.calendar_from_ics(text).events}


def test_events_are_listed_by_part_and_start():
    add("Forgotten", -31)
    add("Later", 9)
    add("Undated", created=2)
    add("Sooner", 1)
    for name, days in (("Old", -8), ("Newer", -3)):
        add(name, days)
        Event.objects.filter(name=name).update(finished_at=NOW)
    running = add("Running", -0.1)
    running.enter(4)
    running.seat()

    found = listed()

    parts = {"upcoming": ["Sooner", "Later", "Undated"], "running": ["Running"], "past": ["Newer", "Old", "Forgotten"]}
    assert names() == [name for part in parts.values() for name in part]
    assert {part: [each["name"] for each in found["events"] if each["part"] == part] for part in parts} == parts
    row = found["events"][3]
    assert (row["phase"], row["players"], row["url"]) == (
        "draft",
        4,
        f"http://testserver/e/{running.event.slug}/",
    )
    assert list(feed()) == ["Old", "Newer", "Running", "Sooner", "Later"]
    assert "Alice" not in "".join(Client().get(path).content.decode() for path in FEEDS)


def test_private_events_and_rehearsals_are_nowhere():
    for name, settings in HIDDEN.items():
        add(name, 1, place="Hall", **settings)
    empty = visible_text(Client().get("/events/").content.decode())
    assert "No public events yet" in empty
    add("Open", 1, place="Hall")

    assert names() == names("?find=hall") == list(feed()) == ["Open"]
    for name in HIDDEN:
        assert names(f"?find={name}") == []
        assert [path for path in FEEDS if name in Client().get(path).content.decode()] == []
    secret = Event.objects.get(name="Secret")
    assert Client().get(f"/e/{secret.slug}/event.ics").status_code == 404


def test_events_are_found_by_name_place_and_game():
    add("冬のドラフト", 1, place="ＣＡＦＥ Ａ")
    add("Summer", 2, place="Harbour")
    constructed = NewEvent("Decks", ConstructedFormat(0), (), {"starts_at": NOW}, game="hagmi", variant="tactics")
    create_event(constructed, by=get_alma())

    assert names("?find=cafe") == names("?find=冬の") == ["冬のドラフト"]
    assert names("?find=HARB&game=enemy") == ["Summer"]
    assert names("?game=hagmi") == list(feed("?game=hagmi")) == ["Decks"]
    assert names("?find=harbour&game=hagmi") == []
    assert Client().get("/api/v1/calendar?game=none").status_code == 400


def test_a_page_has_fifty_events_and_costs_the_same_for_one():
    def queries() -> Iterator[int]:
        for path in FEEDS:
            with CaptureQueriesContext(connection) as found:
                Client().get(path)
            yield len(found)

    running = add("Running", -0.1)
    running.enter(4)
    running.seat()
    cancel_event(add("Gone", -0.2).event, by=running.by, reason="flooded")
    few = list(queries())
    for number in range(50):
        add(f"Draft {number}", -1)
    Event.objects.filter(name__startswith="Draft").update(registration_closed_at=NOW)
    Event.objects.filter(name__endswith="1").update(finished_at=NOW)

    assert list(queries()) == few
    assert max(few) <= 4
    pages = [listed(f"?page={number}") for number in (1, 2, 3)]
    assert [(page["count"], page["page"], page["pages"]) for page in pages] == [(52, 1, 2), (52, 2, 2), (52, 2, 2)]
    assert [len(page["events"]) for page in pages] == [50, 2, 2]
    assert len({*names("?page=1"), *names("?page=2")}) == 52


def test_the_feed_is_valid_and_says_when_and_where():
    name = "第三回 ブースタードラフト大会, 秋葉原; 夜の部\\決勝"
    day = add(name, 3, place="東京都千代田区外神田一丁目, 二階")

    response = Client().get("/events.ics")
    (entry,) = feed().values()
    alone = Client().get(f"/e/{day.event.slug}/event.ics").content

    lines = response.content.split(b"\r\n")
    assert response.headers["Content-Type"] == "text/calendar; charset=utf-8"
    assert max(map(len, lines)) <= 75
    assert b"\n" not in b"".join(lines)
    assert any(line.startswith(b" ") for line in lines)
    assert alone == response.content
    starts = day.event.starts_at
    assert starts
    assert (entry.uid, entry.summary, entry.location) == (str(day.event.pk), name, day.event.place)
    assert (entry.dtstart, entry.dtend) == (starts, starts + timedelta(minutes=3 * 50 + 30))
    assert entry.dtstart.tzinfo in (UTC, entry.dtstamp.tzinfo)
    assert (entry.status, entry.sequence, entry.dtstamp) == ("CONFIRMED", 0, day.event.created_at)
    assert str(entry.url) == f"http://testserver{day.event.get_absolute_url()}"


def test_a_cancelled_event_is_marked_and_comes_back():
    new = NewEvent("Decks", ConstructedFormat(7), (), {"starts_at": NOW + timedelta(1)}, game="enemy", variant="full")
    day = Day(create_event(new, by=get_alma(), at=NOW - timedelta(1)), get_alma())
    before = feed()["Decks"]
    cancel_event(day.event, by=day.by, reason="flooded")
    cancelled, row = feed()["Decks"], listed()["events"][0]

    assert (cancelled.status, cancelled.sequence, cancelled.uid) == ("CANCELLED", 1, before.uid)
    assert before.dtstamp < cancelled.dtstamp == cancelled.last_modified
    assert (row["cancelled"], row["part"]) == (True, "upcoming")
    assert "Cancelled" in visible_text(Client().get("/events/").content.decode())
    day.event.refresh_from_db()
    reopen_event(day.event, by=day.by, reason="dry again")
    assert (feed()["Decks"].status, feed()["Decks"].sequence) == ("CONFIRMED", 2)
    assert listed()["events"][0]["cancelled"] is False


def test_an_event_without_a_start_has_no_entry():
    day = add("Undated")
    dated = add("Dated", 1)

    assert Client().get(f"/e/{day.event.slug}/event.ics").status_code == 404
    assert list(feed()) == ["Dated"]
    shown = [Client().get(each.event.get_absolute_url()).content.decode() for each in (day, dated)]
    assert ["Add to calendar" in page for page in shown] == [False, True]


def test_an_unchanged_calendar_is_not_sent_again():
    day, client = add("Draft", 1), Client()

    def statuses() -> list[int]:
        return [client.get(path, headers={"If-None-Match": tag}).status_code for path, tag in tags.items()]

    paths = (*FEEDS, f"/e/{day.event.slug}/event.ics")
    client.get("/events/")  # sets the CSRF cookie
    tags = {path: client.get(path).headers["ETag"] for path in paths}
    assert statuses() == [304] * 4
    assert {client.get(path).headers["Cache-Control"] for path in paths[:1] + paths[3:]} == {"private, no-cache"}
    cancel_event(day.event, by=day.by, reason="flooded")
    assert statuses() == [200] * 4
