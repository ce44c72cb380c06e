"""Reopen an event that has ended by mistake or too early."""

from django.db import transaction
from django.utils import timezone

from gameplay.infrastructure.log import append_entry
from tournaments.models import Event
from tournaments.selectors.endings import reopening_fault
from tournaments.selectors.roles import Actor
from tournaments.services.delivery import notify_webhooks
from tournaments.services.event import refuse_without_reason
from tournaments.services.penalty import assign_pending_losses
from tournaments.services.round_cancellation import restore_rounds


@transaction.atomic
def reopen_event(event: Event, *, reason: str, by: Actor) -> Event:
    """Reopen ``event``, so that results can be corrected and further rounds played. This is public.

    A round that its end has cancelled is restored with its results, unless it is played on this site: its games have
    been stopped. The seed remains known, and further rounds are paired from it. Raises ReasonNeededError,
    EventRunningError, ReopeningTooLateError, DraftRevealedError, CancelledByOperatorError.
    """
    event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    refuse_without_reason(reason)
    if fault := reopening_fault(event, timezone.now()):
        raise fault
    assert event.finished_at
    online = event.play == Event.Play.ONLINE
    restored = [] if online else restore_rounds(event, cancelled_at=event.finished_at)
    event.finished_at = None
    event.save(update_fields=["finished_at"])
    for each in restored:
        assign_pending_losses(event, each.matches.all())
    after = {"restored": len(restored)}
    entry = append_entry(event.stream, "event_reopened", author=by.account, role=by.role, after=after, reason=reason)
    notify_webhooks(event, entry, "event_reopened")
    return event
