"""Finish an event early, with the standings so far."""

from django.db import transaction

from gameplay.engine.core.errors import RulesError, _
from tournaments.models import Event
from tournaments.selectors.early_finish import FINISHED_EARLY_ACTION, may_finish_early, unplayed_rounds
from tournaments.selectors.roles import Actor
from tournaments.services.event import end_event, lock_event, refuse_without_reason
from tournaments.services.round_cancellation import cancel_rounds


class RoundsNotBegunError(RulesError):
    """Players still register, draft or build decks: there are no standings yet. If all have left, bots still draft."""

    code = "rounds_not_begun"
    sentence = _("There are no standings yet. An event can be finished early once all decks are submitted.")
    is_state_conflict = True


class NothingUnplayedError(RulesError):
    """All rounds are played, so the event ends normally."""

    code = "nothing_unplayed"
    sentence = _("All rounds are played. Finish the event normally, without a reason.")
    is_state_conflict = True


class OtherRoundCompleteError(RulesError):
    """The last complete round is not the named one; ``details`` give both, the event's as ``complete``."""

    code = "other_round_complete"
    sentence = _("The last complete round is now {complete}, not {named}. Check the standings again before you finish.")
    field = "after_round"
    is_state_conflict = True


@transaction.atomic
def finish_early(event: Event, *, reason: str, by: Actor, after_round: int | None = None) -> Event:
    """Finish ``event`` with the standings after its last complete round, and reveal its seed. This is public.

    Later rounds, proposed or begun, are cancelled with their results. ``after_round`` is the last complete round as the
    caller saw it, 0 for none; None skips the check. Raises ReasonNeededError, RoundsNotBegunError,
    NothingUnplayedError, OtherRoundCompleteError, EventFinishedError.
    """
    event = lock_event(event)
    refuse_without_reason(reason)
    if not may_finish_early(event):
        raise RoundsNotBegunError
    found = unplayed_rounds(event)
    if found is None:
        raise NothingUnplayedError
    if after_round not in (None, found.complete_rounds):
        raise OtherRoundCompleteError(complete=found.complete_rounds, named=after_round)
    cancel_rounds(event, after=found.complete_rounds)
    data = {"rounds": found.complete_rounds, "planned": found.planned_rounds, "lost": found.lost_results}
    return end_event(event, FINISHED_EARLY_ACTION, by=by, reason=reason, log_data=data)
