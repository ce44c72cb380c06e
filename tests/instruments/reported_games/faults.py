"""Faults as players make them, each planted into what was written of a true game."""

from collections.abc import Iterator
from dataclasses import dataclass

from gameplay.engine.core.chance import Stream
from tests.instruments.reported_games import enemy, hagmi, rm2k
from tests.instruments.reported_games.games import Paper
from tests.instruments.reported_games.plants import Place, Plants

PLANTS: dict[str, Plants] = {"enemy": enemy.PLANTS, "hagmi": hagmi.PLANTS, "rm2k": rm2k.PLANTS}
"""What can be told wrongly of each game, so that what everybody sees shows it."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong, the game as it is told then, the number of the entry that cannot be, and the clauses of which
    one is to be named; ``instead`` of the entry that was there, or before it.
    """

    name: str
    paper: Paper
    entry: int
    clauses: tuple[str, ...]
    instead: bool


def faults(paper: Paper, stream: Stream) -> Iterator[Fault]:
    """One fault of each kind that can be planted in the game, at a place that ``stream`` draws."""
    for name, (instead, function) in PLANTS[paper.ruleset.name].items():
        if places := [place for place in function(paper) if not _told_later(paper, place)]:
            at, words, clauses = places[stream.below(len(places))]
            beside = paper.entries[at] if instead else paper.entries[at - 1]
            turn = beside.turn + (at == len(paper.entries))
            told = [*paper.entries[:at], beside._replace(words=words, turn=turn), *paper.entries[at + instead :]]
            yield Fault(name, paper.told(told), at, clauses, instead)


def _told_later(paper: Paper, place: Place) -> bool:
    """Whether the words are true of something later in the turn: then they are only misplaced."""
    at, words, _ = place
    beside = paper.entries[min(at, len(paper.entries) - 1)]
    return any(entry.words == words and entry.turn == beside.turn for entry in paper.entries[at:])
