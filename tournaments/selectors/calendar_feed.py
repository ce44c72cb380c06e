"""Events as an iCalendar file (RFC 5545), for the calendars of phones and mail programs.

The file is the same in every language: calendar programs request it without one.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import Count, Max, Q
from icalendar import Calendar
from icalendar import Event as CalendarEntry

from gameplay.models import LogEntry
from tournaments.models import Event
from tournaments.rules.cut import stages_of_size
from tournaments.rules.days import EventDay, rounds_of_days
from tournaments.selectors.calendar import LARGE_COLUMNS, lasts_until, public_events
from tournaments.selectors.endings import CANCELLED_ACTION, REOPENED_ACTION, cancelled_events

RECENT_DAYS = 30
MAX_FEED_EVENTS = 500
PRODUCT = "-//Passleft//Passleft//EN"
REVISIONS = (CANCELLED_ACTION, REOPENED_ACTION, "days_changed")
"""The log actions after which the entries of an event differ. Its name, place and start never change."""


def feed_events(now: datetime, *, game: str = "") -> list[Event]:
    """Return the public events with a start, from those with a day in the last RECENT_DAYS on, by start.

    There are at most MAX_FEED_EVENTS; the latest ones are left out. Makes one query.
    """
    since = now - timedelta(days=RECENT_DAYS)
    found = public_events().defer(*LARGE_COLUMNS).filter(Q(starts_at__gte=since) | lasts_until(since))
    if game:
        found = found.filter(game=game)
    return list(found.order_by("starts_at", "pk")[:MAX_FEED_EVENTS])


def icalendar_file(events: Sequence[Event], *, url_of: Callable[[Event], str]) -> bytes:
    """Return ``events``, which have a start, as an iCalendar file. ``url_of`` returns the absolute URL of their pages.

    Each day is an entry. It ends when the announced time for the decks and rounds of the day is over; a draft itself
    has no announced time. Makes two queries.
    """
    file = Calendar()
    for name, text in (("prodid", PRODUCT), ("version", "2.0"), ("x-wr-calname", "Passleft")):
        file.add(name, text)
    cancelled, revisions = cancelled_events(events), _revisions(events)
    for event in events:
        number, changed_at = revisions.get(event.stream, (0, event.created_at))
        for fields in _days(event):
            entry = _entry(event, url_of(event), is_cancelled=event.pk in cancelled)
            for name, value in {**fields, "sequence": number}.items():
                entry.add(name, value)
            for name in ("dtstamp", "last-modified"):
                entry.add(name, changed_at.astimezone(UTC))
            file.add_component(entry)
    return file.to_ical()


def _entry(event: Event, url: str, *, is_cancelled: bool) -> CalendarEntry:
    entry = CalendarEntry()
    fields: dict[str, Any] = {
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


def _days(event: Event) -> Iterator[dict[str, Any]]:
    """Yield the fields in which the entries of the days differ. The first has the UID of the event."""
    assert event.starts_at
    later = event.later_days
    starts = [event.starts_at, *(day.starts_at for day in later)]
    for number, (starts_at, minutes) in enumerate(zip(starts, _announced_minutes(event, later), strict=True), 1):
        begins = starts_at.astimezone(UTC)
        yield {
            "uid": str(event.pk) if number == 1 else f"{event.pk}-{number}",
            "dtstart": begins,
            "dtend": begins + timedelta(minutes=minutes),
            "summary": f"{event.name} ({number}/{len(starts)})" if later else event.name,
        }


def _announced_minutes(event: Event, later: Sequence[EventDay]) -> list[int]:
    """Return the minutes of each day. The stages of a top cut only count if they have a day of their own."""
    terms = event.event_format
    building = event.draft_format.build_minutes if event.drafted else 0
    found = [rounds * terms.match_minutes for rounds in rounds_of_days(later, terms.rounds)]
    found[0] += building
    if later and later[-1].round is None and event.cut:
        found[-1] += len(stages_of_size(event.cut)) * terms.match_minutes + (building if event.cut_draft else 0)
    return found


def _revisions(events: Sequence[Event]) -> dict[str, tuple[int, datetime]]:
    """Return how often the entry of each event has changed and when it last did, by the log streams of the events."""
    entries = LogEntry.objects.filter(stream__in=[event.stream for event in events], action__in=REVISIONS)
    rows = entries.order_by().values_list("stream").annotate(Count("pk"), Max("at"))
    return {stream: (number, at) for stream, number, at in rows}
