"""Reopen an event that has ended by mistake or too early."""

from django.db import transaction
from django.utils import timezone

from gameplay.infrastructure.log import append_entry
from tournaments.models import Event
from tournaments.selectors.endings import REOPENED_ACTION, reopening_fault
from tournaments.selectors.roles import Actor
from tournaments.services.delivery import notify_webhooks
from tournaments.services.event import refuse_without_reason
from tournaments.services.round_cancellation import restore_rounds


@transaction.atomic
def reopen_event(event: Event, *, reason: str, by: Actor) -> Event:
    """Reopen ``event``, so that results can be corrected and further rounds played. This is public.

    A round that its end has cancelled is restored with its results and game losses. The seed remains known: further
    rounds are paired from it, and late entries get no packs. Raises ReasonNeededError, EventRunningError,
    ReopeningTooLateError, ShufflesRevealedError, DraftRevealedError, CancelledByOperatorError.
    """
    event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    refuse_without_reason(reason)
    if fault := reopening_fault(event, timezone.now()):
        raise fault
    assert event.finished_at
    restored = restore_rounds(event, cancelled_at=event.finished_at)
    event.finished_at = None
    event.save(update_fields=["finished_at"])
    after = {"restored": restored}
    entry = append_entry(event.stream, REOPENED_ACTION, author=by.account, role=by.role, after=after, reason=reason)
    notify_webhooks(event, entry, "event_reopened")
    return event
