"""Card ratings of the draft bot. A deck needs Users and Challenges. The game has no booster packs."""

from collections.abc import Sequence

from cards.printed import PrintedCard
from gameplay.engine.bots.deckbuilding import RatingDraftBot
from gameplay.games.rm2k.printed import UserFacts, facts

TYPE_SHARES = {"user": 0.22, "attach": 0.16, "event": 0.2, "challenge": 0.42}
"""The share of a good deck for each type."""

GOOD_LEVEL = 3
"""The minimum level at which cards of a skill suit a User."""


def card_rating(card: PrintedCard) -> float:
    """Return the rating of a single card. Cheap cards and Challenges, which give VP, are rated higher."""
    printed = facts(card)
    bonus = 1.5 * printed.bandwidth if isinstance(printed, UserFacts) else 2.0 * (card.type == "challenge")
    value: float = 6.0 + bonus + len(printed.text) - 0.4 * printed.cost
    return value


def synergy(card: PrintedCard, pool: Sequence[PrintedCard]) -> float:
    """Return the bonus for Users in the pool that are good at the card's skill, or cards of the User's skills."""
    return min(6.0, 0.15 * sum(_pair_synergy(card, other) for other in pool))


def _pair_synergy(card: PrintedCard, other: PrintedCard) -> int:
    """Return how well a User and a card of a skill go together; negative if the User is immune."""
    if (card.type == "user") == (other.type == "user"):
        return 0
    user, skill = (facts(card), facts(other).skill) if card.type == "user" else (facts(other), facts(card).skill)
    return -2 if skill in user.immune else max(0, getattr(user, skill) - GOOD_LEVEL + 1)


DRAFT_BOT = RatingDraftBot(TYPE_SHARES, card_rating, synergy)
