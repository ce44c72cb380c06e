"""Open judge calls, with the time extension proposed for each."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Call, Event
from tournaments.rules.timing import minutes_for_ruling


@dataclass(frozen=True, slots=True)
class OpenCall:
    """A call, and the time extension in minutes to propose for its match."""

    call: Call
    minutes: int


def open_calls(event: Event, now: datetime) -> Sequence[OpenCall]:
    """Return the open calls of ``event``, those for the head judge first, then the oldest. Makes one query."""
    found = event.calls.filter(resolved_at=None).select_related("match__a", "seat__pod", "author", "claimed_by")
    calls = sorted(found.order_by("at"), key=lambda call: call.escalated_at is None)
    return [OpenCall(call, minutes_for_ruling(now - call.at) if call.match else 0) for call in calls]
