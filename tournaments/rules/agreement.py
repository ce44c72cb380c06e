"""Derive the result of a match from its reports.

If both players report the same score, it is the result; different scores are a dispute. A report by staff or by the
game itself is final and overrides the players. Games lost by a penalty are added to the games played, and may decide
the match by themselves.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from tournaments.rules.penalty_losses import PenaltyLoss, add_losses, is_decided_by_losses
from tournaments.rules.results import MatchResult, MatchSide


class ReportState(StrEnum):
    """The state of the reports of a match."""

    OPEN = "open"
    REPORTED = "reported"
    DISPUTED = "disputed"
    FINAL = "final"


@dataclass(frozen=True, slots=True)
class Statement:
    """A report of a result; ``side`` is the player who made it, None for staff and the game itself."""

    number: int
    side: MatchSide | None
    result: MatchResult


@dataclass(frozen=True, slots=True)
class Agreement:
    """The result of a match as far as it is known from its reports.

    ``number`` is the number of the newest statement, 0 without one. ``result`` includes the games lost by a penalty,
    which are listed in ``losses``; ``played`` does not. ``latest`` has the last statement of each player.
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
        """Return the result that the player on ``side`` reported last, None without a report."""
        return next((statement.result for statement in self.latest if statement.side is side), None)


def agreement_of(statements: Iterable[Statement], losses: Sequence[PenaltyLoss] = ()) -> Agreement:
    """Return the agreement on ``statements``, in the order they were made, with ``losses`` by penalties."""
    agreement = _agree_on_reports(statements)
    if not losses:
        return agreement
    agreement = replace(agreement, losses=tuple(losses))
    return replace(agreement, state=ReportState.FINAL) if is_decided_by_losses(losses) else agreement


def _agree_on_reports(statements: Iterable[Statement]) -> Agreement:
    latest_by_side: dict[MatchSide, Statement] = {}
    agreement = Agreement()
    for statement in statements:
        if statement.side:
            latest_by_side[statement.side] = statement
        if not (agreement.is_final and statement.side):
            agreement = _agreement_after(statement, latest_by_side)
    return agreement


def _agreement_after(statement: Statement, latest_by_side: dict[MatchSide, Statement]) -> Agreement:
    latest = tuple(latest_by_side.values())
    if statement.side is None:
        state = ReportState.FINAL
    elif len(latest) < 2:
        state = ReportState.REPORTED
    else:
        state = ReportState.FINAL if len({each.result.score for each in latest}) == 1 else ReportState.DISPUTED
    return Agreement(state, statement.number, statement.result, latest)
