"""Drafting and deck building by a bot. No booster of this game is printed; a deck needs Users and Challenges."""

from collections.abc import Sequence

from cards.printed import PrintedCard
from gameplay.engine.builder import Builder
from gameplay.games.rm2k.printed import UserFacts, facts

SHAPE = {"user": 0.3, "attach": 0.2, "event": 0.2, "challenge": 0.3}
"""The share of a good deck that each type makes up."""


def strength(card: PrintedCard) -> float:
    """What the card is worth by itself; cheap is good."""
    printed = facts(card)
    wide = printed.bandwidth if isinstance(printed, UserFacts) else 0
    value: float = 6.0 + 1.5 * wide + len(printed.text) - 0.5 * printed.cost
    return value


def company(card: PrintedCard, pool: Sequence[PrintedCard]) -> float:
    """What the card gains from those beside it: shared attributes and skills."""
    mine = set(facts(card).attributes)
    return min(3.0, 0.3 * sum(bool(mine & set(facts(other).attributes)) for other in pool))


DRAFTER = Builder(SHAPE, strength, company)
