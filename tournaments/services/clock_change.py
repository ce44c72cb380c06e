"""Adjust the times of events after a change of the server's clock."""

from django.db import transaction

from gameplay.infrastructure.clock_change import ClockChange
from gameplay.infrastructure.log import append_entry
from tournaments.models import Call, DeckCheck, Delivery, Event, MatchGame, Penalty, Round
from tournaments.selectors.roles import SYSTEM_ACTOR


@transaction.atomic
def move_deadlines(change: ClockChange) -> None:
    """Shift the deadlines of rounds and waiting games by the change of the clock.

    Also shifts the start times of pauses, calls and deck checks.
    """
    rounds = Round.objects.filter(event__finished_at=None, cancelled_at=None)
    running = rounds.filter(ends_at__gt=change.since - change.step)
    events = list(Event.objects.filter(pk__in=running.values("event")).order_by("pk"))
    change.shift_times(rounds, "ends_at", set_at_field="published_at")
    change.shift_times(MatchGame.objects.all(), "next_at")
    change.shift_times(Event.objects.filter(finished_at=None), "drafts_paused_at")
    change.shift_times(Call.objects.filter(resolved_at=None), "at")
    change.shift_times(DeckCheck.objects.filter(ended_at=None), "started_at")
    change.shift_times(Delivery.objects.all(), "due_at", set_at_field="at")
    change.shift_future_times(Penalty.objects.all(), "approved_at")
    for event in events:
        after = {"seconds": change.seconds}
        append_entry(
            event.stream, "clock_set", author=SYSTEM_ACTOR.account, role=SYSTEM_ACTOR.role, after=after, at=change.now
        )
