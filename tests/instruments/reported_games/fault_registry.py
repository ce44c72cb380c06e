"""The registry of the faults of a game, and helpers for them."""

import re
from collections.abc import Callable, Iterator

from gameplay.engine.adjudication.paper_log import WrittenEntry
from tests.instruments.reported_games.report import BotGameReport

FaultSite = tuple[int, str, tuple[str, ...]]
"""The number of an entry, the text that replaces it or is inserted before it, and the violated clauses."""

FaultFinder = Callable[[BotGameReport], Iterator[FaultSite]]
"""Yields all places where a fault can be injected."""


class FaultRegistry(dict[str, tuple[bool, FaultFinder]]):
    """The faults of a game by name, each with whether it replaces an entry."""

    def register(self, *, replaces_entry: bool) -> Callable[[FaultFinder], FaultFinder]:
        """Register a fault that replaces an entry, or is inserted before it, in the turn of the previous entry."""

        def register(function: FaultFinder) -> FaultFinder:
            self[function.__name__] = (replaces_entry, function)
            return function

        return register


def entries_with(report: BotGameReport, *codes: str) -> Iterator[tuple[int, WrittenEntry]]:
    return ((at, entry) for at, entry in enumerate(report.entries) if entry.event[0] in codes)


def entry_text(entry: WrittenEntry) -> str:
    """Return the text of an entry without the player's name."""
    return entry.text.rpartition(": ")[2]


def raise_number(entry: WrittenEntry, before: str = "$") -> str:
    """Return the text of an entry with the number in front of ``before`` raised by one."""
    return re.sub(rf"-?\d+(?={before})", lambda match: str(int(match[0]) + 1), entry.text)


def with_name(entry: WrittenEntry, words: str) -> str:
    """Return ``words`` after the player's name of ``entry``, if it has one."""
    return entry.text.removesuffix(entry_text(entry)) + words
