"""The result of a match, game by game (DRF-4.3, ENE-X.4).

Victory points (VP) are counted in a game; match points are counted over matches.
"""

from dataclasses import dataclass
from enum import StrEnum


class MatchSide(StrEnum):
    """One of the two players of a match, in the order of its pairing."""

    A = "a"
    B = "b"

    @property
    def other(self) -> "MatchSide":
        return MatchSide.B if self is MatchSide.A else MatchSide.A


class GameEnd(StrEnum):
    """What can end a game of any ruleset; the other endings are its own (`gameplay.engine.core.scoring.Scoring`)."""

    TIME = "time"
    CONCESSION = "concession"
    PENALTY = "penalty"


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game: its winner, None if drawn, the VP of both (or what else its ruleset counts), and what ended it."""

    winner: MatchSide | None
    vp_a: int
    vp_b: int
    end: str = "vp"

    def vp(self, side: MatchSide) -> int:
        return self.vp_a if side is MatchSide.A else self.vp_b

    @property
    def leader(self) -> MatchSide | None:
        """Who has more VP, None if neither."""
        if self.vp_a == self.vp_b:
            return None
        return MatchSide.A if self.vp_a > self.vp_b else MatchSide.B


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The games of a match in order; ``agreed`` is a draw by agreement, without games.

    In a ``double_loss`` an official, or penalties, have let both lose the match, whatever was played.
    """

    games: tuple[GameResult, ...] = ()
    agreed: bool = False
    double_loss: bool = False

    def __str__(self) -> str:
        """The score as people write it: 2-1, or 1-1-1 with a drawn game."""
        a, b, drawn = self.score
        return f"{a}-{b}-{drawn}" if drawn else f"{a}-{b}"

    def won(self, side: MatchSide | None) -> int:
        """Return how many games ``side`` won; None counts the drawn ones."""
        return sum(game.winner is side for game in self.games)

    @property
    def score(self) -> tuple[int, int, int]:
        """Games won by a, by b, and drawn; a draw by agreement counts as 0-0-3 (MTR 2.4)."""
        return (0, 0, 3) if self.agreed else (self.won(MatchSide.A), self.won(MatchSide.B), self.won(None))

    @property
    def winner(self) -> MatchSide | None:
        """Who won more games; None for a drawn match (ENE-X.4), and for one that both lost."""
        games_a, games_b, _drawn = self.score
        if self.double_loss or games_a == games_b:
            return None
        return MatchSide.A if games_a > games_b else MatchSide.B
