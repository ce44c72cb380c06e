"""Scoring: how the score of a game is counted and how a game can end, for reports and their verification."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class WinCondition(StrEnum):
    """The condition under which a player wins a game by the score."""

    TARGET = "target"
    """The only player whose score has reached the target wins."""
    AHEAD = "ahead"
    """The player with the higher score wins; equal scores are a draw."""
    LEFT = "left"
    """The only player with anything left wins; it is a draw if no player has anything left."""
    OUTRIGHT = "outright"
    """An event on the table decides the game, whatever the score."""


@dataclass(frozen=True, slots=True)
class Ending:
    """One way for a game to end: its label, its win condition, and its clause."""

    label: str
    win_condition: WinCondition
    clause: str


def never_wins_immediately(variant: Any, end: str) -> bool:
    """Return False: in this game, no score ends a game in the middle of a turn."""
    return False


@dataclass(frozen=True, slots=True)
class Scoring:
    """Rules for the results that players report.

    ``unit`` is the short name of the points that are counted for each player, ``units`` the full name. ``win_text`` is
    a template with the ``target`` that explains how to win a game. ``time_text`` explains what counts when time is
    called. ``decider_text`` explains how a deciding game settles a match that needs a winner.

    ``endings`` are the ways in which a game can end by itself, by the reason of the outcome, the usual one first.
    ``time_clause`` is the clause that decides a game at time. ``target_field`` is the field of a variant with the
    score that wins, or "" if there is none. ``wins_immediately`` returns, for (variant, ending), whether reaching the
    target wins at that moment, so that no other ending is possible.
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
        """Return the score that wins a game of ``variant``; 0 if there is none."""
        return int(getattr(variant, self.target_field)) if self.target_field else 0

    def target_switch(self, target: int) -> dict[str, int]:
        """Return the switch that sets the winning score to ``target``; empty if the game has no target."""
        return {self.target_field: target} if self.target_field else {}
