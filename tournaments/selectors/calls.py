"""Open calls for a judge: how long each has waited, and what its table will need."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Call, Event
from tournaments.rules.timing import for_ruling


@dataclass(frozen=True, slots=True)
class Waiting:
    """A call, and the minutes to be proposed for its table once it is resolved."""

    call: Call
    minutes: int


def waiting(event: Event, now: datetime) -> Sequence[Waiting]:
    """Return the open calls of ``event``, those for the head judge first, then the oldest. One query."""
    found = event.calls.filter(resolved_at=None).select_related("match__a", "seat__pod", "author", "claimed_by")
    calls = sorted(found.order_by("at"), key=lambda call: call.escalated_at is None)
    return [Waiting(call, for_ruling(now - call.at) if call.match else 0) for call in calls]
