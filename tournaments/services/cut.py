"""The top cut is announced, changed, or given up, until it has begun."""

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
    """The first stage of the cut is published."""

    code = "cut_begun"
    clause = "DRF-OP-12"
    sentence = _("The top cut has begun, so it cannot be changed any more.")
    is_state_conflict = True


@transaction.atomic
def change_cut(event: Event, places: int, *, reason: str, by: Actor) -> Event:
    """Let so many play on after the announced rounds; 0 for none. Public (DRF-OP-12).

    A bracket that is not published yet is made anew. Raises CutBegunError, ReasonNeededError, CutSizeError,
    CutTooLargeError.
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
    said: dict[str, Any] = {"before": {"places": before}, "after": {"places": places}}
    action = "cut_changed" if places else "cut_given_up"
    append_entry(event.stream, action, author=by.account, role=by.role, reason=reason, **said)
    return event


def _players_fault(event: Event, places: int) -> RulesError | None:
    """Why there are too few players; before the seating more may still come."""
    return event_cut_fault(event, places, present_entries(event).count()) if event.registration_closed_at else None
