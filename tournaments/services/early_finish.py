"""An event ends before all of it is played, with the standings so far."""

from django.db import transaction

from gameplay.engine.core.errors import RulesError, _
from tournaments.models import Event
from tournaments.selectors.early_finish import FINISHED_EARLY, may_finish_early, unplayed
from tournaments.selectors.roles import Actor
from tournaments.services.aside import put_aside
from tournaments.services.event import end, hold, refuse_unexplained


class RoundsNotBegunError(RulesError):
    """Players still register, draft or build decks: there are no standings yet. If all have left, bots still draft."""

    code = "rounds_not_begun"
    sentence = _("There are no standings yet. An event can be finished early once all decks are in.")
    later = True


class NothingUnplayedError(RulesError):
    """Everything is played, so that the event ends as usual."""

    code = "nothing_unplayed"
    sentence = _("Everything is played. Finish the event as usual, without a reason.")
    later = True


class OtherRoundCompleteError(RulesError):
    """The last complete round is another one than was named; ``details`` give both, and that of the event as ``complete``."""

    code = "other_round_complete"
    sentence = _(
        "The last complete round is {complete} now, not {named}. Look at the standings again before you finish."
    )
    field = "after_round"
    later = True


@transaction.atomic
def finish_early(event: Event, *, reason: str, by: Actor, after_round: int | None = None) -> Event:
    """End ``event`` with the standings after its last complete round, and reveal its seed. Public.

    What was proposed or begun after that round is put aside with its results. ``after_round`` is the last complete round
    that was looked at, 0 for none; None means the present one. Raises ReasonNeededError, RoundsNotBegunError,
    NothingUnplayedError, OtherRoundCompleteError, EventFinishedError.
    """
    event = hold(event)
    refuse_unexplained(reason)
    if not may_finish_early(event):
        raise RoundsNotBegunError
    found = unplayed(event)
    if found is None:
        raise NothingUnplayedError
    if after_round not in (None, found.complete):
        raise OtherRoundCompleteError(complete=found.complete, named=after_round)
    put_aside(event, after=found.complete)
    told = {"rounds": found.complete, "planned": found.planned, "lost": found.lost}
    return end(event, FINISHED_EARLY, by=by, reason=reason, told=told)
