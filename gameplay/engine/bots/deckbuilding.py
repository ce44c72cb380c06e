"""A bot at the draft and at deck building: what a card is worth, its company, the gap it fills.

Ratings are house values of each game on one scale; they only have to order cards.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from cards.printed import PrintedCard

FEW = 12  # a pool of fewer cards is looked at as one of so many: its gaps say little yet


def type_of(card: PrintedCard) -> str:
    return card.type


@dataclass(frozen=True, slots=True)
class Builder:
    """The bot of one game.

    ``shape`` is the share of a good deck that each kind of card makes up, ``kind`` tells of which kind a card is.
    ``strength`` is what a card is worth by itself, ``company`` what it gains from the cards beside it, and they from it.
    """

    shape: Mapping[str, float]
    strength: Callable[[PrintedCard], float]
    company: Callable[[PrintedCard, Sequence[PrintedCard]], float]
    kind: Callable[[PrintedCard], str] = type_of

    def pick(self, pool: Sequence[PrintedCard], pack: Sequence[PrintedCard]) -> int:
        """Return the place in ``pack`` of the card a bot takes that has drafted ``pool``."""
        worths = [self.worth(card, pool) for card in pack]
        return worths.index(max(worths))

    def build(self, pool: Sequence[PrintedCard], size: int, begun: Sequence[PrintedCard] = ()) -> list[PrintedCard]:
        """Return ``size`` cards of ``pool``: to those ``begun`` with the best addition each time, until the deck is full."""
        left, deck = sorted(pool, key=lambda card: (-self.strength(card), card.ref)), list(begun)
        for card in begun:
            left.remove(card)
        while left and len(deck) < size:
            beside = deck if len(deck) > size // 2 else pool
            best = max(dict.fromkeys(left), key=lambda card: self.worth(card, beside) * self.need(card, deck, size))
            left.remove(best)
            deck.append(best)
        return deck

    def worth(self, card: PrintedCard, pool: Sequence[PrintedCard]) -> float:
        """What ``card`` adds to ``pool``."""
        return (self.strength(card) + self.company(card, pool)) * self.need(card, pool, max(len(pool), FEW))

    def need(self, card: PrintedCard, pool: Sequence[PrintedCard], size: int) -> float:
        """How much the pool wants this kind of card: above 1 while there are too few, below 1 with too many."""
        kind = self.kind(card)
        share = self.shape[kind]
        have = sum(self.kind(other) == kind for other in pool)
        return max(0.3, min(1.5, 1.0 + 0.5 * (share * size - have) / (share * size)))
