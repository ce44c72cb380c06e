"""Choosing cards by a bot: raw strength, and the kinds of card a deck must have. House values."""

from collections.abc import Sequence

from cards.printed import PrintedCard
from gameplay.games.hagmi.printed import WeaponFacts, facts
from gameplay.games.hagmi.terms import BACKS

SHARES = {"weapon": 0.45, "operation": 0.4, "damage": 0.13, "secret": 0.02}
"""The share of a deck that each kind of card makes up."""


def pick(pool: Sequence[PrintedCard], pack: Sequence[PrintedCard]) -> int:
    """Return the place in ``pack`` of the card a bot takes that has ``pool``."""
    worths = [strength(card) * need(card, pool, max(len(pool), 12)) for card in pack]
    return worths.index(max(worths))


def build(pool: Sequence[PrintedCard], size: int, begun: Sequence[PrintedCard] = ()) -> list[PrintedCard]:
    """Return ``size`` cards of ``pool``: those ``begun`` with, then the one wanted most each time."""
    left, deck = sorted(pool, key=lambda card: (-strength(card), card.ref)), list(begun)
    for card in begun:
        left.remove(card)
    while left and len(deck) < size:
        best = max(left, key=lambda card: strength(card) * need(card, deck, size))
        left.remove(best)
        deck.append(best)
    return deck


def strength(card: PrintedCard) -> float:
    """What the card is worth by itself, above 0."""
    printed = facts(card)
    if isinstance(printed, WeaponFacts):
        reach = 1.0 + 0.3 * (3 if printed.all else min(printed.targets, 3) - 1)
        body = (
            printed.firepower * reach + 0.6 * printed.armour + {"long": 1.5, "middle": 0.7, "short": 0}[printed.range]
        )
        return float(max(1.0, body + len(printed.skills) - 0.8 * printed.cost - 0.9 * printed.consumption))
    return float(max(1.0, 5.0 + len(printed.skills) - 0.5 * printed.cost))


def company(card: PrintedCard, pool: Sequence[PrintedCard]) -> float:
    """What the card and those of the pool gain from each other: kin keeps together."""
    kin = getattr(facts(card), "kin", None)
    others = [getattr(facts(other), "kin", None) for other in pool]
    return 0.1 * others.count(kin) if kin else 0.0


def need(card: PrintedCard, pool: Sequence[PrintedCard], size: int) -> float:
    """How much the pool wants this kind of card: above 1 while there are too few."""
    back = BACKS[card.type]
    share = SHARES[back] * size
    have = sum(BACKS[other.type] == back for other in pool)
    return max(0.05, min(2.0, 1.0 + (share - have) / max(share, 1.0)))
