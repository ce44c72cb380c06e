"""What a change of the server's clock means for events."""

from django.db import transaction

from gameplay.infrastructure.clock_change import ClockChange
from gameplay.infrastructure.log import record
from tournaments.models import Call, DeckCheck, Delivery, Event, Penalty, Round
from tournaments.selectors.roles import SYSTEM


@transaction.atomic
def move_deadlines(change: ClockChange) -> None:
    """Move the ends of rounds with the clock, and the beginnings of what is measured: pauses, calls and deck checks."""
    rounds = Round.objects.filter(event__finished_at=None, cancelled_at=None)
    running = rounds.filter(ends_at__gt=change.since - change.step)
    events = list(Event.objects.filter(pk__in=running.values("event")).order_by("pk"))
    change.move(rounds, "ends_at", stored="published_at")
    change.move(Event.objects.filter(finished_at=None), "drafts_paused_at")
    change.move(Call.objects.filter(resolved_at=None), "at")
    change.move(DeckCheck.objects.filter(ended_at=None), "started_at")
    change.move(Delivery.objects.all(), "due_at", stored="at")
    change.end_future(Penalty.objects.all(), "approved_at")
    for event in events:
        after = {"seconds": change.seconds}
        record(event.stream, "clock_set", author=SYSTEM.account, role=SYSTEM.role, after=after, at=change.now)
