"""Drafting and deck building by a bot. No booster of this game is printed; a deck needs Users and Challenges."""

from collections import Counter
from collections.abc import Sequence

from cards.printed import PrintedCard
from gameplay.games.rm2k.printed import UserFacts, facts

SHAPE = {"user": 0.3, "attach": 0.2, "event": 0.2, "challenge": 0.3}
"""The share of a good deck that each type makes up."""


def pick(pool: Sequence[PrintedCard], pack: Sequence[PrintedCard]) -> int:
    """Return the place in ``pack`` of the card a bot takes that has drafted ``pool``."""
    worths = [worth(card) * need(card, pool, max(len(pool), 12)) for card in pack]
    return worths.index(max(worths))


def build(pool: Sequence[PrintedCard], size: int, begun: Sequence[PrintedCard] = ()) -> list[PrintedCard]:
    """Return ``size`` cards of ``pool``, those ``begun`` with among them: the best addition each time."""
    left, deck = sorted(pool, key=lambda card: (-worth(card), card.ref)), list(begun)
    for card in begun:
        left.remove(card)
    while left and len(deck) < size:
        best = max(left, key=lambda card: worth(card) * need(card, deck, size))
        left.remove(best)
        deck.append(best)
    return deck


def worth(card: PrintedCard) -> float:
    """What the card is worth by itself; cheap is good."""
    printed = facts(card)
    wide = printed.bandwidth if isinstance(printed, UserFacts) else 0
    value: float = 6.0 + 1.5 * wide + len(printed.text) - 0.5 * printed.cost
    return value


def company(card: PrintedCard, pool: Sequence[PrintedCard]) -> float:
    """What the card gains from those beside it: shared attributes and skills."""
    mine = set(facts(card).attributes)
    return min(3.0, 0.3 * sum(bool(mine & set(facts(other).attributes)) for other in pool))


def need(card: PrintedCard, pool: Sequence[PrintedCard], size: int) -> float:
    """How much the pool wants this type: above 1 while there are too few, below 1 with too many."""
    wanted = SHAPE[card.type] * size
    have = Counter(other.type for other in pool)[card.type]
    return max(0.3, min(1.5, 1.0 + 0.5 * (wanted - have) / wanted))
