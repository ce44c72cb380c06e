"""An event as it was played: who entered, and who met whom in which round with what result.

Standings and pairings are computed from this and nothing else. Whoever reads it from a
file or a database has made sure that it agrees with itself.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Entry:
    """One player in an event; rounds are counted from 1."""

    id: str
    name: str = ""
    entered_round: int = 1
    dropped_after_round: int | None = None
    disqualified: bool = False

    def plays_in(self, number: int) -> bool:
        """Whether this player is to be paired in round ``number``."""
        dropped = self.dropped_after_round is not None and self.dropped_after_round < number
        return self.entered_round <= number and not dropped and not self.disqualified


@dataclass(frozen=True, slots=True)
class Match:
    """Two players in one round: games won by each, and games drawn."""

    a: str
    b: str
    games_a: int
    games_b: int
    games_drawn: int = 0
    table: int | None = None


@dataclass(frozen=True, slots=True)
class Round:
    """A played round. ``missed`` lost the match without a game, as a late entry does."""

    number: int
    matches: tuple[Match, ...]
    byes: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tournament:
    """All there is to know: entries, announced rounds, pods in seat order if any, played rounds.

    ``apart`` are pairs of players who must not meet: a family, or a judge's order. With
    ``power_pairing`` the last announced round pairs the first of the standings with the
    second, the third with the fourth, and so on.
    """

    entries: tuple[Entry, ...]
    planned_rounds: int
    pods: tuple[tuple[str, ...], ...] = ()
    rounds: tuple[Round, ...] = ()
    apart: tuple[tuple[str, str], ...] = ()
    power_pairing: bool = False

    @property
    def next_round(self) -> int:
        return len(self.rounds) + 1
