"""Typical mistakes of players, injected into the log of a true game."""

from collections.abc import Iterator
from dataclasses import dataclass

from gameplay.engine.core.chance import RandomStream
from tests.gameplay.games.kits import kit_of
from tests.instruments.reported_games.fault_registry import FaultSite
from tests.instruments.reported_games.report import BotGameReport


@dataclass(frozen=True, slots=True)
class InjectedFault:
    """A fault: its name, the report with it, the number of the impossible entry, and the expected clauses.

    Any one of the ``clauses`` may be named. ``replaces_entry`` is false if the fault was inserted before that entry.
    """

    name: str
    report: BotGameReport
    entry: int
    clauses: tuple[str, ...]
    replaces_entry: bool


def inject_faults(report: BotGameReport, stream: RandomStream) -> Iterator[InjectedFault]:
    """Yield one fault of each kind that is possible in the game, at a random place from ``stream``."""
    for name, (replaces_entry, find_sites) in kit_of(report.ruleset.name).faults.items():
        if sites := [site for site in find_sites(report) if not _is_true_later(report, site)]:
            at, words, clauses = sites[stream.below(len(sites))]
            model = report.entries[at] if replaces_entry else report.entries[at - 1]
            turn = model.turn + (at == len(report.entries))
            fault = model._replace(text=words, turn=turn)
            entries = [*report.entries[:at], fault, *report.entries[at + replaces_entry :]]
            yield InjectedFault(name, report.with_entries(entries), at, clauses, replaces_entry)


def _is_true_later(report: BotGameReport, site: FaultSite) -> bool:
    """Return whether the same entry follows later in the turn, so that the fault would only be misplaced."""
    at, words, _ = site
    model = report.entries[min(at, len(report.entries) - 1)]
    return any(entry.text == words and entry.turn == model.turn for entry in report.entries[at:])
