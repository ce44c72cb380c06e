"""What counts of everything that was said about one match.

Players say what they played; the same score from both is the result, two scores are a
dispute. What staff or the game itself say is the result, whatever the players said.
Games lost by a penalty come on top of what was played, and may end the match by themselves.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from tournaments.rules.penalty_losses import PenaltyLoss, add_losses, is_decided_by_losses
from tournaments.rules.results import MatchResult, MatchSide


class ReportState(StrEnum):
    """How far a match is from a result that counts."""

    OPEN = "open"
    REPORTED = "reported"
    DISPUTED = "disputed"
    FINAL = "final"


@dataclass(frozen=True, slots=True)
class Statement:
    """One report; ``side`` is the player who made it, None for staff and the game itself."""

    number: int
    side: MatchSide | None
    result: MatchResult


@dataclass(frozen=True, slots=True)
class Agreement:
    """``number`` is that of the newest statement, 0 without one; ``result`` is what it says or what counts.

    ``played`` is the same without the games that were lost by a penalty, ``losses`` are these.
    """

    state: ReportState = ReportState.OPEN
    number: int = 0
    played: MatchResult | None = None
    latest: tuple[Statement, ...] = ()
    losses: tuple[PenaltyLoss, ...] = ()

    @property
    def result(self) -> MatchResult | None:
        return add_losses(self.played, self.losses)

    @property
    def is_final(self) -> bool:
        return self.state is ReportState.FINAL

    def reported_by(self, side: MatchSide) -> MatchResult | None:
        """Return what the player on ``side`` said last, None if nothing."""
        return next((statement.result for statement in self.latest if statement.side is side), None)


def agreement_of(statements: Iterable[Statement], losses: Sequence[PenaltyLoss] = ()) -> Agreement:
    """Return what counts of ``statements``, given in their order, beside ``losses``."""
    found = _agree_on_reports(statements)
    if not losses:
        return found
    found = replace(found, losses=tuple(losses))
    return replace(found, state=ReportState.FINAL) if is_decided_by_losses(losses) else found


def _agree_on_reports(statements: Iterable[Statement]) -> Agreement:
    said: dict[MatchSide, Statement] = {}
    found = Agreement()
    for statement in statements:
        if statement.side:
            said[statement.side] = statement
        if not (found.is_final and statement.side):
            found = _agreement_after(statement, said)
    return found


def _agreement_after(statement: Statement, said: dict[MatchSide, Statement]) -> Agreement:
    latest = tuple(said.values())
    if statement.side is None:
        state = ReportState.FINAL
    elif len(latest) < 2:
        state = ReportState.REPORTED
    else:
        state = ReportState.FINAL if len({each.result.score for each in latest}) == 1 else ReportState.DISPUTED
    return Agreement(state, statement.number, statement.result, latest)
