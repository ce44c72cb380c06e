"""What an operator can do to events: cancel them."""

from django.db import transaction

from gameplay.models import Account
from operations.services.operator_log import OPERATOR, record_action
from tournaments.models import Event
from tournaments.selectors.roles import Actor
from tournaments.services.cancellation import cancel_event as cancel


@transaction.atomic
def cancel_event(event: Event, *, reason: str, by: Account | None) -> None:
    """Cancel ``event``; both its public log and the log of the operators have an entry.

    Raises ReasonNeededError, EventFinishedError.
    """
    cancel(event, reason=reason, by=Actor(by, OPERATOR))
    record_action("cancelled_event", by=by, reason=reason, event=event.slug)
