"""Drafting and deck building by a bot: raw strength, what the deck still needs, what it can use.

Ratings are house values on one scale, about 1 to 10; they only have to order a pack.
"""

from collections import Counter
from collections.abc import Sequence

from cards.printed import PrintedCard
from gameplay.games.enemy.conditions import Condition
from gameplay.games.enemy.filters import Filter
from gameplay.games.enemy.printed import Facts, ItemFacts, MonsterFacts, PcFacts, facts
from gameplay.games.enemy.terms import WEIGHTS

SHAPE = {"monster": 0.46, "pc": 0.17, "item": 0.17, "action": 0.14, "event": 0.06}
"""The share of a good deck that each type makes up; field and Grunty come as they are."""


def pick(pool: Sequence[PrintedCard], pack: Sequence[PrintedCard]) -> int:
    """Return the place in ``pack`` of the card a bot takes that has drafted ``pool``."""
    worths = [worth(card, pool) for card in pack]
    return worths.index(max(worths))


def build(pool: Sequence[PrintedCard], size: int) -> list[PrintedCard]:
    """Return ``size`` cards of ``pool``: the best addition each time, until the deck is full."""
    left, deck = sorted(pool, key=lambda card: (-strength(card), card.ref)), list[PrintedCard]()
    while left and len(deck) < size:
        best = max(left, key=lambda card: worth(card, deck if len(deck) > size // 2 else pool) * need(card, deck, size))
        left.remove(best)
        deck.append(best)
    return deck


def worth(card: PrintedCard, pool: Sequence[PrintedCard]) -> float:
    """What ``card`` adds to ``pool``: its strength, its company, the gap it fills."""
    return (strength(card) + company(card, pool)) * need(card, pool, max(len(pool), 12))


def strength(card: PrintedCard) -> float:
    """What the card is worth by itself."""
    printed = facts(card)
    texts = 0.8 * len(printed.text) - 0.8 * len(printed.requires)
    if isinstance(printed, MonsterFacts):
        return printed.strength + 1.5 * printed.vp + 0.9 * len(printed.reward) + 0.4 * printed.storable + texts
    if isinstance(printed, PcFacts):
        return 1.2 * printed.strength + 1.3 * printed.tolerance + 0.8 * printed.speed + texts
    if isinstance(printed, ItemFacts):
        return 1.8 * printed.strength + 1.3 * printed.tolerance + printed.speed + 1 + texts
    return 4.5 + texts


def company(card: PrintedCard, pool: Sequence[PrintedCard]) -> float:
    """What the card gains from the cards beside it: what it can spot or join, who can bear it."""
    printed = facts(card)
    gain = sum(_partners(condition, pool) for condition in _conditions(printed))
    if isinstance(printed, ItemFacts) and (printed.classes or printed.weights):
        pcs = [facts(other) for other in pool if other.type == "pc"]
        bearers = sum(pc.class_ in printed.classes or WEIGHTS[pc.class_] in printed.weights for pc in pcs)
        gain += min(bearers, 3) - 1.0
    return gain


def need(card: PrintedCard, pool: Sequence[PrintedCard], size: int) -> float:
    """How much the pool wants this type: above 1 while there are too few, below 1 with too many."""
    share = SHAPE.get(card.type)
    if share is None:
        return 0.8
    have = Counter(other.type for other in pool)[card.type]
    return max(0.3, min(1.5, 1.0 + 0.5 * (share * size - have) / (share * size)))


def _conditions(printed: Facts) -> list[Condition]:
    found = list(printed.requires) + list(getattr(printed, "joins", ()))
    return found + [when for ability in printed.text if isinstance(when := getattr(ability, "when", None), Condition)]


def _partners(condition: Condition, pool: Sequence[PrintedCard]) -> float:
    """A little for each card of the pool that helps to meet the condition, up to 1.5."""
    wanted = [condition.beside] if condition.beside else []
    wanted += [condition.spot.what] if condition.spot else []
    return sum(min(1.5, 0.3 * sum(_fits(what, card) for card in pool)) for what in wanted)


def _fits(what: Filter, card: PrintedCard) -> bool:
    printed = facts(card)
    names = ("element", "species", "class_", "subtype")
    return what.type in (None, card.type) and all(
        (wanted := getattr(what, name)) is None or getattr(printed, name, None) == wanted for name in names
    )
