"""What counts of everything that was said about one match.

Players say what they played; the same score from both is the result, two scores are a
dispute. What staff or the game itself say is the result, whatever the players said.
Games lost by a penalty come on top of what was played, and may end the match by themselves.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from tournaments.rules.losses import Loss, counted, decided
from tournaments.rules.results import MatchResult, Side


class State(StrEnum):
    """How far a match is from a result that counts."""

    OPEN = "open"
    REPORTED = "reported"
    DISPUTED = "disputed"
    FINAL = "final"


@dataclass(frozen=True, slots=True)
class Statement:
    """One report; ``side`` is the player who made it, None for staff and the game itself."""

    number: int
    side: Side | None
    result: MatchResult


@dataclass(frozen=True, slots=True)
class Agreement:
    """``number`` is that of the newest statement, 0 without one; ``result`` is what it says or what counts.

    ``played`` is the same without the games that were lost by a penalty, ``losses`` are these.
    """

    state: State = State.OPEN
    number: int = 0
    played: MatchResult | None = None
    latest: tuple[Statement, ...] = ()
    losses: tuple[Loss, ...] = ()

    @property
    def result(self) -> MatchResult | None:
        return counted(self.played, self.losses)

    @property
    def final(self) -> bool:
        return self.state is State.FINAL

    def said_by(self, side: Side) -> MatchResult | None:
        """Return what the player on ``side`` said last, None if nothing."""
        return next((statement.result for statement in self.latest if statement.side is side), None)


def agree(statements: Iterable[Statement], losses: Sequence[Loss] = ()) -> Agreement:
    """Return what counts of ``statements``, given in their order, beside ``losses``."""
    found = _said(statements)
    if not losses:
        return found
    found = replace(found, losses=tuple(losses))
    return replace(found, state=State.FINAL) if decided(losses) else found


def _said(statements: Iterable[Statement]) -> Agreement:
    said: dict[Side, Statement] = {}
    found = Agreement()
    for statement in statements:
        if statement.side:
            said[statement.side] = statement
        if not (found.final and statement.side):
            found = _weighed(statement, said)
    return found


def _weighed(statement: Statement, said: dict[Side, Statement]) -> Agreement:
    latest = tuple(said.values())
    if statement.side is None:
        state = State.FINAL
    elif len(latest) < 2:
        state = State.REPORTED
    else:
        state = State.FINAL if len({each.result.score for each in latest}) == 1 else State.DISPUTED
    return Agreement(state, statement.number, statement.result, latest)
