"""An event as it was played: who entered, and who met whom in which round with what result.

Standings and pairings are computed from this and nothing else. Whoever reads it from a
file or a database has made sure that it agrees with itself.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EventEntry:
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
class PlayedMatch:
    """Two players in one round: games won by each, and games drawn.

    In a ``double_loss`` both have lost the match; the games they have played count as played.
    """

    a: str
    b: str
    games_a: int
    games_b: int
    games_drawn: int = 0
    table: int | None = None
    double_loss: bool = False

    @property
    def winner(self) -> str | None:
        """Who has won the match; None if it was drawn or lost by both."""
        if self.double_loss or self.games_a == self.games_b:
            return None
        return self.a if self.games_a > self.games_b else self.b


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A played round. ``missed`` lost the match without a game, as a late entry does."""

    number: int
    matches: tuple[PlayedMatch, ...]
    byes: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TopCut:
    """Single elimination after the announced rounds, whose numbers go on from theirs: a bracket of ``size``, its seeds
    from the first on, its rounds. In these a match without games is still to be played, and byes go on without one.
    ``kept`` are the numbers of rounds that stayed as they were paired although a result before them was corrected since.
    ``ended_early`` after its last round, the stages that are left are not played.
    """

    size: int
    seeds: tuple[str, ...]
    rounds: tuple[PlayedRound, ...] = ()
    kept: tuple[int, ...] = ()
    ended_early: bool = False


@dataclass(frozen=True, slots=True)
class Tournament:
    """All there is to know: entries, announced rounds, pods in seat order if any, played rounds,
    the rule set's code.

    Rounds are paired inside the pods, or ``across`` the event; its pods have their own standings all the same. Of a top
    cut the ``rounds`` say nothing; ``cut`` does, once it has begun. ``apart`` are pairs of players who must not meet: a
    family, or a judge's order. With
    ``power_pairing`` the last announced round pairs the first of the standings with the
    second, the third with the fourth, and so on.
    """

    entries: tuple[EventEntry, ...]
    planned_rounds: int
    pods: tuple[tuple[str, ...], ...] = ()
    rounds: tuple[PlayedRound, ...] = ()
    ruleset: str = "mtr"
    apart: tuple[tuple[str, str], ...] = ()
    power_pairing: bool = False
    across: bool = False
    cut: TopCut | None = None

    @property
    def groups(self) -> tuple[tuple[str, ...] | None, ...]:
        """Those who are paired with one another: the players of each pod, or None for the whole field."""
        return (None,) if self.across or not self.pods else self.pods

    @property
    def next_round(self) -> int:
        return len(self.rounds) + 1

    @property
    def left_players(self) -> list[str]:
        """Those who dropped before the last announced round, or were disqualified: they do not complete the event."""
        return [
            entry.id
            for entry in self.entries
            if entry.disqualified
            or (entry.dropped_after_round is not None and entry.dropped_after_round < self.planned_rounds)
        ]
