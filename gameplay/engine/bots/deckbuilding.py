"""A bot at the draft and at deck building: what a card is worth, its company, the gap it fills.

Ratings are house values of each game on one scale; they only have to order cards.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from cards.printed import PrintedCard

MIN_POOL_SIZE = 12  # a pool of fewer cards is looked at as one of so many: its gaps say little yet


def card_type(card: PrintedCard) -> str:
    return card.type


@dataclass(frozen=True, slots=True)
class RatingDraftBot:
    """The bot of one game.

    ``shape`` is the share of a good deck that each kind of card makes up, ``kind`` tells of which kind a card is.
    ``strength`` is what a card is worth by itself, ``company`` what it gains from the cards beside it, and they from it.
    """

    type_shares: Mapping[str, float]
    rating: Callable[[PrintedCard], float]
    synergy: Callable[[PrintedCard, Sequence[PrintedCard]], float]
    category_of: Callable[[PrintedCard], str] = card_type

    def pick(self, pool: Sequence[PrintedCard], pack: Sequence[PrintedCard]) -> int:
        """Return the place in ``pack`` of the card a bot takes that has drafted ``pool``."""
        worths = [self.value(card, pool) for card in pack]
        return worths.index(max(worths))

    def build_deck(
        self, pool: Sequence[PrintedCard], size: int, initial: Sequence[PrintedCard] = ()
    ) -> list[PrintedCard]:
        """Return ``size`` cards of ``pool``: to those ``begun`` with the best addition each time, until the deck is full."""
        left, deck = sorted(pool, key=lambda card: (-self.rating(card), card.ref)), list(initial)
        for card in initial:
            left.remove(card)
        while left and len(deck) < size:
            beside = deck if len(deck) > size // 2 else pool
            best = max(dict.fromkeys(left), key=lambda card: self.value(card, beside) * self.demand(card, deck, size))
            left.remove(best)
            deck.append(best)
        return deck

    def value(self, card: PrintedCard, pool: Sequence[PrintedCard]) -> float:
        """What ``card`` adds to ``pool``."""
        return (self.rating(card) + self.synergy(card, pool)) * self.demand(card, pool, max(len(pool), MIN_POOL_SIZE))

    def demand(self, card: PrintedCard, pool: Sequence[PrintedCard], size: int) -> float:
        """How much the pool wants this kind of card: above 1 while there are too few, below 1 with too many."""
        kind = self.category_of(card)
        share = self.type_shares[kind]
        have = sum(self.category_of(other) == kind for other in pool)
        return max(0.3, min(1.5, 1.0 + 0.5 * (share * size - have) / (share * size)))
