"""Faults as players make them, each planted into what was written of a true game."""

from collections.abc import Iterator
from dataclasses import dataclass

from gameplay.engine.core.chance import RandomStream
from tests.instruments.reported_games import enemy, hagmi, rm2k
from tests.instruments.reported_games.fault_registry import FaultRegistry, FaultSite
from tests.instruments.reported_games.games import ReportedGame

FAULTS_BY_GAME: dict[str, FaultRegistry] = {"enemy": enemy.FAULTS, "hagmi": hagmi.FAULTS, "rm2k": rm2k.FAULTS}
"""What can be told wrongly of each game, so that what everybody sees shows it."""


@dataclass(frozen=True, slots=True)
class InjectedFault:
    """What is wrong, the game as it is told then, the number of the entry that cannot be, and the clauses of which
    one is to be named; ``instead`` of the entry that was there, or before it.
    """

    name: str
    report: ReportedGame
    entry: int
    clauses: tuple[str, ...]
    replaces_entry: bool


def inject_faults(report: ReportedGame, stream: RandomStream) -> Iterator[InjectedFault]:
    """One fault of each kind that can be planted in the game, at a place that ``stream`` draws."""
    for name, (instead, function) in FAULTS_BY_GAME[report.ruleset.name].items():
        if places := [place for place in function(report) if not _is_true_later(report, place)]:
            at, words, clauses = places[stream.below(len(places))]
            beside = report.entries[at] if instead else report.entries[at - 1]
            turn = beside.turn + (at == len(report.entries))
            told = [*report.entries[:at], beside._replace(text=words, turn=turn), *report.entries[at + instead :]]
            yield InjectedFault(name, report.with_entries(told), at, clauses, instead)


def _is_true_later(report: ReportedGame, site: FaultSite) -> bool:
    """Whether the words are true of something later in the turn: then they are only misplaced."""
    at, words, _ = site
    beside = report.entries[min(at, len(report.entries) - 1)]
    return any(entry.text == words and entry.turn == beside.turn for entry in report.entries[at:])
