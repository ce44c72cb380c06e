"""Events as an iCalendar file (RFC 5545), for the calendars of phones and mail programs.

The file is the same in every language: calendar programs request it without one.
"""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import Count, Max
from icalendar import Calendar
from icalendar import Event as CalendarEntry

from gameplay.models import LogEntry
from tournaments.models import Event
from tournaments.selectors.calendar import LARGE_COLUMNS, public_events
from tournaments.selectors.endings import CANCELLED_ACTION, REOPENED_ACTION, cancelled_events

RECENT_DAYS = 30
MAX_FEED_EVENTS = 500
PRODUCT = "-//Passleft//Passleft//EN"
REVISIONS = (CANCELLED_ACTION, REOPENED_ACTION)
"""The log actions after which the entry of an event differs. Its name, place and start never change."""


def feed_events(now: datetime, *, game: str = "") -> list[Event]:
    """Return the public events with a start, from those of the last RECENT_DAYS on, by start. Makes one query.

    There are at most MAX_FEED_EVENTS; the latest ones are left out.
    """
    found = public_events().defer(*LARGE_COLUMNS).filter(starts_at__gte=now - timedelta(days=RECENT_DAYS))
    if game:
        found = found.filter(game=game)
    return list(found.order_by("starts_at", "pk")[:MAX_FEED_EVENTS])


def icalendar_file(events: Sequence[Event], *, url_of: Callable[[Event], str]) -> bytes:
    """Return ``events``, which have a start, as an iCalendar file. ``url_of`` returns the absolute URL of their pages.

    An entry ends when the announced time for decks and rounds is over; the draft itself has no announced time. Makes
    two queries.
    """
    file = Calendar()
    for name, text in (("prodid", PRODUCT), ("version", "2.0"), ("x-wr-calname", "Passleft")):
        file.add(name, text)
    cancelled, revisions = cancelled_events(events), _revisions(events)
    for event in events:
        number, changed_at = revisions.get(event.stream, (0, event.created_at))
        entry = _entry(event, url_of(event), is_cancelled=event.pk in cancelled)
        entry.add("sequence", number)
        for name in ("dtstamp", "last-modified"):
            entry.add(name, changed_at.astimezone(UTC))
        file.add_component(entry)
    return file.to_ical()


def _entry(event: Event, url: str, *, is_cancelled: bool) -> CalendarEntry:
    assert event.starts_at
    begins, entry = event.starts_at.astimezone(UTC), CalendarEntry()
    fields: dict[str, Any] = {
        "uid": str(event.pk),
        "dtstart": begins,
        "dtend": begins + timedelta(minutes=_announced_minutes(event)),
        "summary": event.name,
        "description": f"{event.game_rules.title}\n{url}",
        "url": url,
        "status": "CANCELLED" if is_cancelled else "CONFIRMED",
        "created": event.created_at.astimezone(UTC),
    }
    if event.place:
        fields["location"] = event.place
    for name, value in fields.items():
        entry.add(name, value)
    return entry


def _announced_minutes(event: Event) -> int:
    terms = event.event_format
    return terms.rounds * terms.match_minutes + (event.draft_format.build_minutes if event.drafted else 0)


def _revisions(events: Sequence[Event]) -> dict[str, tuple[int, datetime]]:
    """Return how often the entry of each event has changed and when it last did, by the log streams of the events."""
    entries = LogEntry.objects.filter(stream__in=[event.stream for event in events], action__in=REVISIONS)
    rows = entries.order_by().values_list("stream").annotate(Count("pk"), Max("at"))
    return {stream: (number, at) for stream, number, at in rows}
