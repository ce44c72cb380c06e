"""The events that are not finished, with their counts."""

from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from gameplay.models import OnlineGame
from tournaments.models import Event
from tournaments.selectors.progress import event_phase, phase_name

MAX_EVENTS = 50
"""The newest ones are listed."""


@dataclass(frozen=True, slots=True)
class RunningEvent:
    """An event, the name of its phase as a message, and how many players, running drafts and rounds it has."""

    event: Event
    phase: str
    players: int
    drafts: int
    rounds: int


def unfinished_events() -> QuerySet[Event]:
    """Return the events that are not finished, without practice events."""
    return Event.objects.filter(finished_at=None, rehearsal=False)


def running_events() -> list[RunningEvent]:
    """Return the newest unfinished events. One query, and one more for each event whose registration is closed."""
    drafting = Q(pods__pod__drafted_at=None, pods__pod__published_at__isnull=False)
    published = Q(rounds__published_at__isnull=False, rounds__cancelled_at=None)
    found = unfinished_events().annotate(
        players=Count("entries", distinct=True),
        drafts=Count("pods", filter=drafting, distinct=True),
        published=Count("rounds", filter=published, distinct=True),
    )
    return [
        RunningEvent(event, phase_name(event, event_phase(event)), event.players, event.drafts, event.published)
        for event in found.order_by("-created_at")[:MAX_EVENTS]
    ]


@dataclass(frozen=True, slots=True)
class RunningCounts:
    """How many events, practice events and online games are not finished."""

    events: int
    practice_events: int
    games: int


def running_counts() -> RunningCounts:
    """Return the counts. Two queries."""
    unfinished = Event.objects.filter(finished_at=None)
    counted = unfinished.aggregate(all=Count("pk"), practice=Count("pk", filter=Q(rehearsal=True)))
    games = OnlineGame.objects.filter(ended_at=None).count()
    return RunningCounts(counted["all"] - counted["practice"], counted["practice"], games)
