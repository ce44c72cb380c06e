"""What the faults of every game have in common: where they stand in what was written."""

import re
from collections.abc import Callable, Iterator

from gameplay.engine.adjudication.paper_log import WrittenEntry
from tests.instruments.reported_games.games import ReportedGame

FaultSite = tuple[int, str, tuple[str, ...]]
"""The number of an entry, the words that stand instead of it or before it, and the clauses that they break."""

FaultFinder = Callable[[ReportedGame], Iterator[FaultSite]]
"""Gives every place where a fault can be planted."""


class FaultRegistry(dict[str, tuple[bool, FaultFinder]]):
    """A game's faults by name, each with whether it stands instead of an entry."""

    def register(self, *, instead: bool) -> Callable[[FaultFinder], FaultFinder]:
        """Register a fault that stands ``instead`` of an entry, or else before it and in the turn of the one before."""

        def register(function: FaultFinder) -> FaultFinder:
            self[function.__name__] = (instead, function)
            return function

        return register


def entries_with(report: ReportedGame, *codes: str) -> Iterator[tuple[int, WrittenEntry]]:
    return ((at, entry) for at, entry in enumerate(report.entries) if entry.event[0] in codes)


def entry_text(entry: WrittenEntry) -> str:
    """The words of an entry without the name before it."""
    return entry.text.rpartition(": ")[2]


def raise_number(entry: WrittenEntry, before: str = "$") -> str:
    """The words of an entry, the number that stands before this raised by one."""
    return re.sub(rf"-?\d+(?={before})", lambda found: str(int(found[0]) + 1), entry.text)


def with_name(entry: WrittenEntry, words: str) -> str:
    """``words`` with the name before them that ``entry`` has."""
    return entry.text.removesuffix(entry_text(entry)) + words
