"""An event ends before all of it is played, with the standings so far."""

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
    sentence = _("There are no standings yet. An event can be finished early once all decks are in.")
    is_state_conflict = True


class NothingUnplayedError(RulesError):
    """Everything is played, so that the event ends as usual."""

    code = "nothing_unplayed"
    sentence = _("Everything is played. Finish the event as usual, without a reason.")
    is_state_conflict = True


class OtherRoundCompleteError(RulesError):
    """The last complete round is another one than was named; ``details`` give both, and that of the event as ``complete``."""

    code = "other_round_complete"
    sentence = _(
        "The last complete round is {complete} now, not {named}. Look at the standings again before you finish."
    )
    field = "after_round"
    is_state_conflict = True


@transaction.atomic
def finish_early(event: Event, *, reason: str, by: Actor, after_round: int | None = None) -> Event:
    """End ``event`` with the standings after its last complete round, and reveal its seed. Public.

    What was proposed or begun after that round is put aside with its results. ``after_round`` is the last complete round
    that was looked at, 0 for none; None means the present one. Raises ReasonNeededError, RoundsNotBegunError,
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
    told = {"rounds": found.complete_rounds, "planned": found.planned_rounds, "lost": found.lost_results}
    return end_event(event, FINISHED_EARLY_ACTION, by=by, reason=reason, log_data=told)
