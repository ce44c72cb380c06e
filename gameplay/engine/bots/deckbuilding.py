"""A bot for drafts and deck building.

It values a card by its rating, its synergy with the pool, and the demand for its type. Ratings are house values of
each game on one scale; only their order matters.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from cards.printed import PrintedCard

MIN_POOL_SIZE = 12  # smaller pools are rated as if they had this size: their gaps are not significant yet


def card_type(card: PrintedCard) -> str:
    return card.type


@dataclass(frozen=True, slots=True)
class RatingDraftBot:
    """The draft bot of one game.

    ``type_shares`` is the share of each category in a good deck, and ``category_of`` returns the category of a card.
    ``rating`` is the value of a card on its own, ``synergy`` what it and the cards around it gain from each other.
    """

    type_shares: Mapping[str, float]
    rating: Callable[[PrintedCard], float]
    synergy: Callable[[PrintedCard, Sequence[PrintedCard]], float]
    category_of: Callable[[PrintedCard], str] = card_type

    def pick(self, pool: Sequence[PrintedCard], pack: Sequence[PrintedCard]) -> int:
        """Return the index in ``pack`` of the best card for ``pool``."""
        values = [self.value(card, pool) for card in pack]
        return values.index(max(values))

    def build_deck(
        self, pool: Sequence[PrintedCard], size: int, initial: Sequence[PrintedCard] = ()
    ) -> list[PrintedCard]:
        """Return ``size`` cards of ``pool``: ``initial``, and then the best addition until the deck is full."""
        remaining, deck = sorted(pool, key=lambda card: (-self.rating(card), card.ref)), list(initial)
        for card in initial:
            remaining.remove(card)
        while remaining and len(deck) < size:
            context = deck if len(deck) > size // 2 else pool
            best = max(
                dict.fromkeys(remaining), key=lambda card: self.value(card, context) * self.demand(card, deck, size)
            )
            remaining.remove(best)
            deck.append(best)
        return deck

    def value(self, card: PrintedCard, pool: Sequence[PrintedCard]) -> float:
        """Return the value that ``card`` adds to ``pool``."""
        return (self.rating(card) + self.synergy(card, pool)) * self.demand(card, pool, max(len(pool), MIN_POOL_SIZE))

    def demand(self, card: PrintedCard, pool: Sequence[PrintedCard], size: int) -> float:
        """Return the demand for the card's category: above 1 if ``pool`` has too few of it, below 1 if too many."""
        category = self.category_of(card)
        share = self.type_shares[category]
        count = sum(self.category_of(other) == category for other in pool)
        return max(0.3, min(1.5, 1.0 + 0.5 * (share * size - count) / (share * size)))
