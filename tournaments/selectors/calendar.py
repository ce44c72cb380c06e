"""The public calendar: the events that everyone may find, without any data of their players but the number."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Case, Count, F, Q, QuerySet, TextChoices, TextField, Value, When
from django.db.models.fields.json import KT
from django.db.models.functions import Coalesce
from django.db.models.lookups import GreaterThanOrEqual
from django.utils.translation import gettext_lazy as _

from gameplay.games import RULESETS
from gameplay.infrastructure.handles import normalize_login
from tournaments.models import Event
from tournaments.rules.days import MAX_DAYS, EventDay, iso_start
from tournaments.selectors.endings import cancelled_events
from tournaments.selectors.progress import event_phases, phase_name

EVENTS_PER_PAGE = 50
ABANDONED_DAYS = 30
"""Days after which an unfinished event is listed among the past ones: after its last day, its start or its creation."""
LAST_DAY = Coalesce(
    *(KT(f"days__{place}__starts_at") for place in reversed(range(MAX_DAYS - 1))), Value(""), output_field=TextField()
)
"""The start of the last of the later days of an event, as stored; "" without one."""
LARGE_COLUMNS = ("cube", "plan", "infractions")


class CalendarPart(TextChoices):
    """A part of the calendar; they are listed in this order."""

    UPCOMING = "upcoming", _("Upcoming events")
    RUNNING = "running", _("Running events")
    PAST = "past", _("Past events")


class CalendarRow(NamedTuple):
    """An event as it is listed and searched for."""

    pk: Any
    part: str
    name: str
    place: str


@dataclass(frozen=True, slots=True)
class CalendarEvent:
    """An event of the calendar; ``state`` is its phase as a message, ``players`` the number of its players."""

    slug: str
    name: str
    place: str
    starts_at: datetime | None
    days: list[EventDay]
    game: str
    part: CalendarPart
    phase: str
    state: str
    is_cancelled: bool
    players: int

    @property
    def game_title(self) -> str:
        return RULESETS[self.game].title


def public_events() -> QuerySet[Event]:
    """Return the events that the calendar may list: neither private ones nor rehearsals."""
    return Event.objects.filter(visibility=Event.Visibility.PUBLIC, rehearsal=False)


def lasts_until(moment: datetime) -> Q:
    """Return the condition that an event has a later day that begins at ``moment`` or afterwards."""
    return Q(GreaterThanOrEqual(LAST_DAY, iso_start(moment)))


def calendar_rows(now: datetime, *, game: str = "") -> list[CalendarRow]:
    """Return all public events, or those of one ``game``: upcoming ones by start, then running ones, then past ones.

    Upcoming events without a start follow those with one; an event that was cancelled before its start is still listed
    among them. Running and past events, and those without a start, are in order of their start or creation, the newest
    first. Makes one query.
    """
    found = public_events().annotate(begins=Coalesce("starts_at", "created_at"))
    since = now - timedelta(days=ABANDONED_DAYS)
    abandoned = Q(begins__lt=since) & ~lasts_until(since)
    parts = [
        When(starts_at__gt=now, finished_at__isnull=False, then=Value(0)),  # cancelled: listed until it would begin
        When(abandoned | Q(finished_at__isnull=False), then=Value(2)),
        When(registration_closed_at=None, then=Value(0)),
    ]
    found = found.annotate(part=Case(*parts, default=Value(1)), upcoming_at=Case(When(part=0, then="starts_at")))
    if game:
        found = found.filter(game=game)
    ordered = found.order_by("part", F("upcoming_at").asc(nulls_last=True), "-begins", "pk")
    return [
        CalendarRow(key, CalendarPart.values[part], name, place)
        for key, part, name, place in ordered.values_list("pk", "part", "name", "place")
    ]


def find_events(now: datetime, *, search: str = "", game: str = "") -> list[CalendarRow]:
    """Return the `calendar_rows` whose name or place contains ``search``, without regard to width and case."""
    wanted = normalize_login(search)
    rows = calendar_rows(now, game=game)
    return [row for row in rows if row_matches(row, wanted)] if wanted else rows


def row_matches(row: CalendarRow, wanted: str) -> bool:
    """Return whether the name or the place contains ``wanted``, which `normalize_login` has returned."""
    return any(wanted in normalize_login(text) for text in (row.name, row.place))


def load_calendar_events(rows: Sequence[CalendarRow]) -> list[CalendarEvent]:
    """Return the events of ``rows`` with their state and number of players. Makes three queries at most."""
    found = Event.objects.defer(*LARGE_COLUMNS).annotate(players=Count("entries")).in_bulk([row.pk for row in rows])
    events = [found[row.pk] for row in rows if row.pk in found]
    phases, cancelled = event_phases(events), cancelled_events(events)
    parts = {row.pk: CalendarPart(row.part) for row in rows}
    return [
        CalendarEvent(
            slug=event.slug,
            name=event.name,
            place=event.place,
            starts_at=event.starts_at,
            days=event.later_days,
            game=event.game,
            part=parts[event.pk],
            phase=phases[event.pk],
            state=phase_name(event, phases[event.pk]),
            is_cancelled=event.pk in cancelled,
            players=event.players,
        )
        for event in events
    ]
