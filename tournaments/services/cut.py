"""Announce, change or cancel the top cut before it begins."""

from typing import Any

from django.db import transaction

from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure.log import append_entry
from tournaments.models import Event
from tournaments.rules.cut import cut_size_fault
from tournaments.selectors.roles import Actor
from tournaments.selectors.roster import event_cut_fault, present_entries
from tournaments.selectors.stages import has_cut_begun
from tournaments.services.event import lock_event, refuse_without_reason


class CutBegunError(RulesError):
    """The first stage of the top cut is published."""

    code = "cut_begun"
    clause = "DRF-OP-12"
    sentence = _("The top cut has begun and can no longer be changed.")
    is_state_conflict = True


@transaction.atomic
def change_cut(event: Event, places: int, *, reason: str, by: Actor) -> Event:
    """Set the number of players in the top cut; 0 for no cut. The change is public (DRF-OP-12).

    A bracket that is not published yet is deleted, to be paired again. Raises CutBegunError, ReasonNeededError,
    CutSizeError, CutTooLargeError.
    """
    event = lock_event(event)
    if has_cut_begun(event):
        raise CutBegunError
    refuse_without_reason(reason)
    if fault := cut_size_fault(places) or _players_fault(event, places):
        raise fault
    before, event.cut = event.cut, places
    event.save(update_fields=["cut"])
    for proposed in event.rounds.exclude(stage=""):
        proposed.matches.all().delete()
        proposed.delete()
    changes: dict[str, Any] = {"before": {"places": before}, "after": {"places": places}}
    action = "cut_changed" if places else "cut_given_up"
    append_entry(event.stream, action, author=by.account, role=by.role, reason=reason, **changes)
    return event


def _players_fault(event: Event, places: int) -> RulesError | None:
    """Return an error if there are too few players; None before registration closes, since more may still join."""
    return event_cut_fault(event, places, present_entries(event).count()) if event.registration_closed_at else None
