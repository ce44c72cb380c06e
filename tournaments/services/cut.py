"""The top cut is announced, changed, or given up, until it has begun."""

from typing import Any

from django.db import transaction

from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure.log import record
from tournaments.models import Event
from tournaments.rules.cut import places_fault
from tournaments.selectors.roles import Actor
from tournaments.selectors.roster import cut_refused, present
from tournaments.selectors.stages import begun
from tournaments.services.event import hold, refuse_unexplained


class CutBegunError(RulesError):
    """The first stage of the cut is published."""

    code = "cut_begun"
    clause = "DRF-OP-12"
    sentence = _("The top cut has begun, so it cannot be changed any more.")
    later = True


@transaction.atomic
def change_cut(event: Event, places: int, *, reason: str, by: Actor) -> Event:
    """Let so many play on after the announced rounds; 0 for none. Public (DRF-OP-12).

    A bracket that is not published yet is made anew. Raises CutBegunError, ReasonNeededError, CutSizeError,
    CutTooLargeError.
    """
    event = hold(event)
    if begun(event):
        raise CutBegunError
    refuse_unexplained(reason)
    if fault := places_fault(places) or _players_fault(event, places):
        raise fault
    before, event.cut = event.cut, places
    event.save(update_fields=["cut"])
    for proposed in event.rounds.exclude(stage=""):
        proposed.matches.all().delete()
        proposed.delete()
    said: dict[str, Any] = {"before": {"places": before}, "after": {"places": places}}
    action = "cut_changed" if places else "cut_given_up"
    record(event.stream, action, author=by.account, role=by.role, reason=reason, **said)
    return event


def _players_fault(event: Event, places: int) -> RulesError | None:
    """Why there are too few players; before the seating more may still come."""
    return cut_refused(event, places, present(event).count()) if event.registration_closed_at else None
