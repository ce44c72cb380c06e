"""The pairing mode of an event: inside pods or across the event, with or without a power-paired last round."""

from django.db import transaction

from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure.log import append_entry
from tournaments.models import Event
from tournaments.selectors.roles import Actor
from tournaments.selectors.roster import event_rounds_fault
from tournaments.services.event import lock_event, refuse_without_reason


class AllPairedError(RulesError):
    """Every announced round is published."""

    code = "all_paired"
    clause = "DRF-4.5"
    sentence = _("The last round is already published. The pairing mode can no longer change.")


@transaction.atomic
def set_pairing_mode(event: Event, *, pairing: str, power_pairing: bool, reason: str, by: Actor) -> Event:
    """Set how unpublished rounds are paired (Event.Pairing), the last one by rank if ``power_pairing``. This is public.

    An event without a draft has no pods and is always paired across the event. Raises ReasonNeededError,
    AllPairedError, or TooManyRoundsError if the planned pods are too small for the announced rounds.
    """
    refuse_without_reason(reason)
    event = lock_event(event)
    pairing = pairing if event.drafted else Event.Pairing.EVENT
    if event.rounds.filter(published_at__isnull=False).count() >= event.event_format.rounds:
        raise AllPairedError
    if (event.pairing, event.power_pairing) == (pairing, power_pairing):
        return event
    event.pairing, event.power_pairing = pairing, power_pairing
    if not event.registration_closed_at and (fault := event_rounds_fault(event, [len(pod) for pod in event.plan])):
        raise fault
    event.save(update_fields=["pairing", "power_pairing"])
    after = {"pairing": pairing, "last": "power" if power_pairing else "usual"}
    append_entry(event.stream, "pairing_chosen", author=by.account, role=by.role, after=after, reason=reason)
    return event
