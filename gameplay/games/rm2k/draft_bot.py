"""Drafting and deck building by a bot. No booster of this game is printed; a deck needs Users and Challenges."""

from collections.abc import Sequence

from cards.printed import PrintedCard
from gameplay.engine.bots.deckbuilding import RatingDraftBot
from gameplay.games.rm2k.printed import UserFacts, facts

TYPE_SHARES = {"user": 0.22, "attach": 0.16, "event": 0.2, "challenge": 0.42}
"""The share of a good deck that each type makes up."""

GOOD_LEVEL = 3
"""A level from which a User is worth cards of the skill."""


def card_rating(card: PrintedCard) -> float:
    """What the card is worth by itself; cheap is good, and only Challenges bring points."""
    printed = facts(card)
    good = 1.5 * printed.bandwidth if isinstance(printed, UserFacts) else 2.0 * (card.type == "challenge")
    value: float = 6.0 + good + len(printed.text) - 0.4 * printed.cost
    return value


def synergy(card: PrintedCard, pool: Sequence[PrintedCard]) -> float:
    """What the card gains from those beside it: Users that are good at its skill, and cards of that skill for Users."""
    return min(6.0, 0.15 * sum(_pair_synergy(card, other) for other in pool))


def _pair_synergy(card: PrintedCard, other: PrintedCard) -> int:
    """How well two cards go together: a level above what is usual, less where the User is immune."""
    if (card.type == "user") == (other.type == "user"):
        return 0
    user, skill = (facts(card), facts(other).skill) if card.type == "user" else (facts(other), facts(card).skill)
    return -2 if skill in user.immune else max(0, getattr(user, skill) - GOOD_LEVEL + 1)


DRAFT_BOT = RatingDraftBot(TYPE_SHARES, card_rating, synergy)
