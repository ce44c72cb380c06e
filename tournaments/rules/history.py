"""The history of an event: entries, rounds, matches and results.

Standings and pairings are computed from this alone. Code that builds it from a file or the database has validated it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class EventEntry:
    """A player in an event; rounds are numbered from 1."""

    id: str
    name: str = ""
    entered_round: int = 1
    dropped_after_round: int | None = None
    disqualified: bool = False

    def plays_in(self, number: int) -> bool:
        """Return whether this player is paired in round ``number``."""
        dropped = self.dropped_after_round is not None and self.dropped_after_round < number
        return self.entered_round <= number and not dropped and not self.disqualified


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match: the games won by each player, and the games drawn.

    In a ``double_loss`` both players lose the match; the games count as played.
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
        """The winner of the match; None for a draw or a double loss."""
        if self.double_loss or self.games_a == self.games_b:
            return None
        return self.a if self.games_a > self.games_b else self.b


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A played round. Players in ``missed`` lost the match without a game, as a late entry does."""

    number: int
    matches: tuple[PlayedMatch, ...]
    byes: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TopCut:
    """A single-elimination bracket of ``size`` after the announced rounds; its round numbers continue theirs.

    ``seeds`` are in order, the first seed first. A match without games is still to be played; players with a bye
    advance. ``kept`` has the numbers of rounds whose pairings were kept although an earlier result was corrected.
    If ``ended_early``, the stages after the last of the ``rounds`` are not played.
    """

    size: int
    seeds: tuple[str, ...]
    rounds: tuple[PlayedRound, ...] = ()
    kept: tuple[int, ...] = ()
    ended_early: bool = False


@dataclass(frozen=True, slots=True)
class Tournament:
    """The complete history of a tournament.

    ``planned_rounds`` is the number of announced rounds; ``pods`` are in seat order; ``ruleset`` is the code of the
    tie-break rules. Rounds are paired inside the pods, or ``across`` the event; pods have their own standings in both
    cases. The rounds of a top cut are in ``cut``, not in ``rounds``. ``apart`` has the pairing exclusions: members of a
    family, or a judge's order. With ``power_pairing`` the last announced round pairs the first player in the standings
    with the second, the third with the fourth, and so on.
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
        """The groups that are paired separately: the players of each pod, or None for the whole field."""
        return (None,) if self.across or not self.pods else self.pods

    @property
    def next_round(self) -> int:
        return len(self.rounds) + 1

    @property
    def with_missed_rounds(self) -> "Tournament":
        """The same tournament, in which late entries have missed every round before they entered."""
        late = [entry for entry in self.entries if entry.entered_round > 1]
        return replace(self, rounds=tuple(_with_missed(played, late) for played in self.rounds)) if late else self

    @property
    def left_players(self) -> list[str]:
        """The players who dropped before the last announced round or were disqualified."""
        return [
            entry.id
            for entry in self.entries
            if entry.disqualified
            or (entry.dropped_after_round is not None and entry.dropped_after_round < self.planned_rounds)
        ]


def _with_missed(played: PlayedRound, late: Iterable[EventEntry]) -> PlayedRound:
    missed = [entry.id for entry in late if entry.entered_round > played.number and entry.id not in played.missed]
    return replace(played, missed=(*played.missed, *missed)) if missed else played
