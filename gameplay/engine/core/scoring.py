"""What is counted in a game and what can end one, for whoever reports it and whoever doubts the report."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class WinCondition(StrEnum):
    """What says who has won a game that ended so."""

    TARGET = "target"
    """One player alone has as many as win."""
    AHEAD = "ahead"
    """One player has more; as many are a drawn game."""
    LEFT = "left"
    """One player is left; the other has none, and a drawn game means that nobody has any."""
    OUTRIGHT = "outright"
    """Something has happened on the table, however much is counted."""


@dataclass(frozen=True, slots=True)
class Ending:
    """One way for a game to end: what it is called, who wins then, and the clause that says so."""

    label: str
    win_condition: WinCondition
    clause: str


def never_wins_immediately(variant: Any, end: str) -> bool:
    """No number of points ends a game in the middle of a turn."""
    return False


@dataclass(frozen=True, slots=True)
class Scoring:
    """How a game is reported.

    ``unit`` is what is counted for each player, in short, ``units`` in full. ``won``, a template with the ``target``,
    says to players how a game is won, ``at_time`` what counts when time is called, ``decider`` how one more game decides
    a match that needs a winner. ``endings`` are the ways in which a game can end by itself, by the reason of its outcome,
    the usual one first; ``time`` is the clause by which it is decided at time. ``target`` is the field of a variant that
    says how many win, "" if no number does. ``at_once`` is whether reaching it wins at that moment, so that no other
    ending can be: (variant, ending) -> bool.
    """

    unit: str
    units: str
    win_text: str
    time_text: str
    decider_text: str
    endings: Mapping[str, Ending]
    time_clause: str
    target_field: str = ""
    wins_immediately: Callable[[Any, str], bool] = never_wins_immediately

    def target_of(self, variant: Any) -> int:
        """How many win a game of ``variant``; 0 if no number does."""
        return int(getattr(variant, self.target_field)) if self.target_field else 0

    def target_switch(self, target: int) -> dict[str, int]:
        """Return the switch that lets so many win; none where no number does."""
        return {self.target_field: target} if self.target_field else {}
