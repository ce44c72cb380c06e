"""Checking a deck: how many of an event's, what is found in one, how much time it costs its match.

Decks are collections of refs, one a copy. ``now`` is always given; nothing here reads a clock.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from math import ceil

DECKS_PER_CHECK = 10
"""One deck of so many is to be checked."""
SETTLING_MINUTES = 3
"""Minutes a match gets beyond those the check took: to come back, to shuffle, to begin."""


@dataclass(frozen=True, slots=True)
class DeckDifference:
    """What is not as registered: copies that are ``missing``, by ref, and those that are too many, ``extra``."""

    missing: Mapping[str, int]
    extra: Mapping[str, int]

    def __bool__(self) -> bool:
        return bool(self.missing or self.extra)


def target_checks(decks: int) -> int:
    """Return how many of so many decks are to be checked: a tenth, and of any decks at least one."""
    return ceil(decks / DECKS_PER_CHECK)


def deck_difference(registered: Iterable[str], found: Iterable[str]) -> DeckDifference:
    """Return how what was ``found`` differs from what was ``registered`` (DRF-3.2, DRF-3.3)."""
    listed, there = Counter(registered), Counter(found)
    return DeckDifference(dict(sorted((listed - there).items())), dict(sorted((there - listed).items())))


def proposed_extension(elapsed: timedelta, *, already_given: int = 0) -> int:
    """Return the minutes to be proposed for a match whose deck check took ``elapsed``; ``given`` it has for one already."""
    return max(0, ceil(elapsed / timedelta(minutes=1)) + SETTLING_MINUTES - already_given)
