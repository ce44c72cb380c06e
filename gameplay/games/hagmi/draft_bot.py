"""Card ratings of the draft bot, and the card types a deck needs. The values are our own."""

from collections.abc import Sequence

from cards.printed import PrintedCard
from gameplay.engine.bots.deckbuilding import RatingDraftBot
from gameplay.games.hagmi.printed import WeaponFacts, facts
from gameplay.games.hagmi.terms import BACKS

TYPE_SHARES = {"weapon": 0.45, "operation": 0.4, "damage": 0.13, "secret": 0.02}
"""The share of a deck for each kind of card."""


def card_rating(card: PrintedCard) -> float:
    """Return the rating of a single card, above 0."""
    printed = facts(card)
    if isinstance(printed, WeaponFacts):
        reach = 1.0 + 0.3 * (3 if printed.all else min(printed.targets, 3) - 1)
        body = (
            printed.firepower * reach + 0.6 * printed.armour + {"long": 1.5, "middle": 0.7, "short": 0}[printed.range]
        )
        return float(max(1.0, body + 1.4 * len(printed.skills) - 0.8 * printed.cost - 0.9 * printed.consumption))
    return float(max(1.0, 5.0 + len(printed.skills) - 0.5 * printed.cost))


def synergy(card: PrintedCard, pool: Sequence[PrintedCard]) -> float:
    """Return a bonus for each card of the same kin in the pool."""
    kin = getattr(facts(card), "kin", None)
    others = [getattr(facts(other), "kin", None) for other in pool]
    return 0.1 * others.count(kin) if kin else 0.0


DRAFT_BOT = RatingDraftBot(TYPE_SHARES, card_rating, synergy, lambda card: BACKS[card.type])
