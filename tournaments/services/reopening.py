"""Reopen an event that has ended by mistake or too early."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from gameplay.infrastructure.log import append_entry
from tournaments.models import Event
from tournaments.selectors.endings import REOPENED_ACTION, reopening_fault
from tournaments.selectors.roles import Actor
from tournaments.services.delivery import notify_webhooks
from tournaments.services.entry import drop_entry
from tournaments.services.erasure import was_erased
from tournaments.services.event import refuse_without_reason
from tournaments.services.notices import REOPENED, notify_event_changed
from tournaments.services.round_cancellation import restore_rounds


@transaction.atomic
def reopen_event(event: Event, *, reason: str, by: Actor) -> Event:
    """Reopen ``event``, so that results can be corrected and further rounds played. This is public.

    A round that its end has cancelled is restored with its results, game losses and the time that was left. Players
    whose account was erased meanwhile have dropped. The seed remains known: further rounds are paired from it, and late
    entries get no packs. Raises ReasonNeededError, EventRunningError,
    ReopeningTooLateError, ShufflesRevealedError, DraftRevealedError, CancelledByOperatorError.
    """
    event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    refuse_without_reason(reason)
    now = timezone.now()
    if fault := reopening_fault(event, now):
        raise fault
    assert event.finished_at
    restored = restore_rounds(event, cancelled_at=event.finished_at, now=now)
    event.finished_at = None
    event.save(update_fields=["finished_at"])
    after = {"restored": restored}
    entry = append_entry(event.stream, REOPENED_ACTION, author=by.account, role=by.role, after=after, reason=reason)
    notify_webhooks(event, entry, "event_reopened")
    _drop_erased_players(event, by=by)
    notify_event_changed(event, REOPENED, by=by)
    return event


def _drop_erased_players(event: Event, *, by: Actor) -> None:
    inactive = event.entries.filter(account__is_active=False, dropped_after_round=None)
    for entry in inactive.select_related("account").order_by("number"):
        entry.refresh_from_db(fields=["dropped_after_round"])  # a team drops as a whole
        if was_erased(entry.account) and entry.dropped_after_round is None:
            drop_entry(entry, by=by, reason=gettext("The account was erased."))
