"""The result of a match, game by game (DRF-4.3, ENE-X.4).

Victory points (VP) are scored in a game, match points by winning or drawing matches.
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
    """Endings of games in all rulesets; each ruleset defines more (`gameplay.engine.core.scoring.Scoring`)."""

    TIME = "time"
    CONCESSION = "concession"
    PENALTY = "penalty"


@dataclass(frozen=True, slots=True)
class GameResult:
    """A game: its winner, None for a draw, the VP of both players (or what its ruleset counts), and its ending."""

    winner: MatchSide | None
    vp_a: int
    vp_b: int
    end: str = "vp"

    def vp(self, side: MatchSide) -> int:
        return self.vp_a if side is MatchSide.A else self.vp_b

    @property
    def leader(self) -> MatchSide | None:
        """The player with more VP, None if they are equal."""
        if self.vp_a == self.vp_b:
            return None
        return MatchSide.A if self.vp_a > self.vp_b else MatchSide.B


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The games of a match in order; ``agreed`` is an intentional draw, without games.

    In a ``double_loss`` both players lose the match regardless of the games, by an official or by penalties.
    """

    games: tuple[GameResult, ...] = ()
    agreed: bool = False
    double_loss: bool = False

    def __str__(self) -> str:
        """Return the score as players write it: 2-1, or 1-1-1 with a drawn game."""
        a, b, drawn = self.score
        return f"{a}-{b}-{drawn}" if drawn else f"{a}-{b}"

    def won(self, side: MatchSide | None) -> int:
        """Return the number of games that ``side`` won; None counts the drawn games."""
        return sum(game.winner is side for game in self.games)

    @property
    def score(self) -> tuple[int, int, int]:
        """Games won by a, by b, and drawn; an intentional draw counts as 0-0-3 (MTR 2.4)."""
        if self.agreed:
            return 0, 0, 3
        winners = [game.winner for game in self.games]
        return winners.count(MatchSide.A), winners.count(MatchSide.B), winners.count(None)

    @property
    def winner(self) -> MatchSide | None:
        """The player who won more games; None for a drawn match (ENE-X.4) and for a double loss."""
        games_a, games_b, _drawn = self.score
        if self.double_loss or games_a == games_b:
            return None
        return MatchSide.A if games_a > games_b else MatchSide.B
