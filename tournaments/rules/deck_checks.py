"""Rules of deck checks: how many decks to check, what differs from the deck list, and the time extension.

Decks are collections of card refs, one for each copy.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from math import ceil

DECKS_PER_CHECK = 10
"""One deck in this number should be checked."""
SETTLING_MINUTES = 3
"""Minutes added to the time of the check, for the players to return and shuffle."""


@dataclass(frozen=True, slots=True)
class DeckDifference:
    """The copies that are ``missing`` from a deck or ``extra`` in it, counted by ref."""

    missing: Mapping[str, int]
    extra: Mapping[str, int]

    def __bool__(self) -> bool:
        return bool(self.missing or self.extra)


def target_checks(decks: int) -> int:
    """Return how many of ``decks`` decks should be checked: a tenth, rounded up."""
    return ceil(decks / DECKS_PER_CHECK)


def deck_difference(registered: Iterable[str], found: Iterable[str]) -> DeckDifference:
    """Return the difference between the cards ``found`` and the cards ``registered`` (DRF-3.2, DRF-3.3)."""
    expected, actual = Counter(registered), Counter(found)
    return DeckDifference(dict(sorted((expected - actual).items())), dict(sorted((actual - expected).items())))


def proposed_extension(elapsed: timedelta, *, already_given: int = 0) -> int:
    """Return the extension in minutes to propose for a match whose deck check took ``elapsed``.

    ``already_given`` minutes, for a check of the other deck, are subtracted.
    """
    return max(0, ceil(elapsed / timedelta(minutes=1)) + SETTLING_MINUTES - already_given)
