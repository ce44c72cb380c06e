"""Choosing cards by a bot: raw strength, and the kinds of card a deck must have. House values."""

from collections.abc import Sequence

from cards.printed import PrintedCard
from gameplay.engine.bots.deckbuilding import RatingDraftBot
from gameplay.games.hagmi.printed import WeaponFacts, facts
from gameplay.games.hagmi.terms import BACKS

TYPE_SHARES = {"weapon": 0.45, "operation": 0.4, "damage": 0.13, "secret": 0.02}
"""The share of a deck that each kind of card makes up."""


def card_rating(card: PrintedCard) -> float:
    """What the card is worth by itself, above 0."""
    printed = facts(card)
    if isinstance(printed, WeaponFacts):
        reach = 1.0 + 0.3 * (3 if printed.all else min(printed.targets, 3) - 1)
        body = (
            printed.firepower * reach + 0.6 * printed.armour + {"long": 1.5, "middle": 0.7, "short": 0}[printed.range]
        )
        return float(max(1.0, body + 1.4 * len(printed.skills) - 0.8 * printed.cost - 0.9 * printed.consumption))
    return float(max(1.0, 5.0 + len(printed.skills) - 0.5 * printed.cost))


def synergy(card: PrintedCard, pool: Sequence[PrintedCard]) -> float:
    """What the card and those of the pool gain from each other: kin keeps together."""
    kin = getattr(facts(card), "kin", None)
    others = [getattr(facts(other), "kin", None) for other in pool]
    return 0.1 * others.count(kin) if kin else 0.0


DRAFT_BOT = RatingDraftBot(TYPE_SHARES, card_rating, synergy, lambda card: BACKS[card.type])
