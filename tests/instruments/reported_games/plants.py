"""What the faults of every game have in common: where they stand in what was written."""

import re
from collections.abc import Callable, Iterator

from gameplay.engine.adjudication.log import Written
from tests.instruments.reported_games.games import Paper

Place = tuple[int, str, tuple[str, ...]]
"""The number of an entry, the words that stand instead of it or before it, and the clauses that they break."""

Plant = Callable[[Paper], Iterator[Place]]
"""Gives every place where a fault can be planted."""


class Plants(dict[str, tuple[bool, Plant]]):
    """A game's faults by name, each with whether it stands instead of an entry."""

    def plant(self, *, instead: bool) -> Callable[[Plant], Plant]:
        """Register a fault that stands ``instead`` of an entry, or else before it and in the turn of the one before."""

        def register(function: Plant) -> Plant:
            self[function.__name__] = (instead, function)
            return function

        return register


def each_of(paper: Paper, *codes: str) -> Iterator[tuple[int, Written]]:
    return ((at, entry) for at, entry in enumerate(paper.entries) if entry.event[0] in codes)


def said(entry: Written) -> str:
    """The words of an entry without the name before it."""
    return entry.words.rpartition(": ")[2]


def one_more(entry: Written, before: str = "$") -> str:
    """The words of an entry, the number that stands before this raised by one."""
    return re.sub(rf"-?\d+(?={before})", lambda found: str(int(found[0]) + 1), entry.words)


def named(entry: Written, words: str) -> str:
    """``words`` with the name before them that ``entry`` has."""
    return entry.words.removesuffix(said(entry)) + words
