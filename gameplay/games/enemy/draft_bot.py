"""Drafting and deck building by a bot: raw strength, what the deck still needs, what it can use.

Ratings are house values on one scale, about 1 to 10; they only have to order a pack.
"""

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cache
from typing import Any

from cards.printed import PrintedCard
from gameplay.engine.bots.deckbuilding import RatingDraftBot
from gameplay.games.enemy.conditions import Condition
from gameplay.games.enemy.filters import Filter
from gameplay.games.enemy.printed import Facts, ItemFacts, MonsterFacts, PcFacts, definition, facts
from gameplay.games.enemy.terms import WEIGHTS

TYPE_SHARES = {"monster": 0.46, "pc": 0.17, "item": 0.15, "action": 0.11, "event": 0.05, "field": 0.03, "grunty": 0.03}
"""The share of a good deck that each type makes up."""

COUNTED_CARDS = {"hidden": Filter(type="action"), "bears": Filter(type="item")}
"""What a condition wants that counts cards without naming them; any card may be hidden, actions with profit."""


def card_rating(card: PrintedCard) -> float:
    """What the card is worth by itself; its destiny counts in every fight that it does not take part in."""
    printed = facts(card)
    value: float = 1.5 * (printed.destiny - 4) + 0.8 * (len(printed.text) - len(printed.requires))
    return value + _stats_rating(printed)


def _stats_rating(printed: Facts) -> float:
    if isinstance(printed, MonsterFacts):
        return printed.strength + 3 * printed.vp - 1.5 + 0.9 * len(printed.reward) + 0.4 * printed.storable
    if isinstance(printed, PcFacts):
        return 1.2 * printed.strength + 1.3 * printed.tolerance + 0.8 * printed.speed
    if isinstance(printed, ItemFacts):
        for_all = not printed.classes and not printed.weights
        return 1.8 * printed.strength + 1.3 * printed.tolerance + printed.speed + 0.5 + 2 * for_all
    return 4.5


def synergy(card: PrintedCard, pool: Sequence[PrintedCard]) -> float:
    """What the card gains from the cards beside it, and they from it; for an item, who can bear it."""
    gain = min(3.5, sum(_pair_synergy(card, other) for other in pool))
    printed = facts(card)
    if isinstance(printed, ItemFacts) and (printed.classes or printed.weights):
        pcs = [facts(other) for other in pool if other.type == "pc"]
        bearers = sum(pc.class_ in printed.classes or WEIGHTS[pc.class_] in printed.weights for pc in pcs)
        gain += min(bearers, 3) - 1.0
    if isinstance(printed, ItemFacts) and printed.goblin:
        gain += 0.7 * len({other.ref for other in pool if getattr(facts(other), "goblin", False)} - {card.ref})
    return gain


@cache
def _pair_synergy(card: PrintedCard, other: PrintedCard) -> float:
    """What two cards are worth to each other: more to the one to be added, if it looks for the other."""
    return 0.5 * _benefits_from(card, other) + 0.25 * _benefits_from(other, card)


def _benefits_from(card: PrintedCard, other: PrintedCard) -> bool:
    """Whether the conditions and texts of ``card`` want ``other`` beside it."""
    return any(what.whose != "theirs" and _fits(what, other) for what in _filters_in(facts(card)))


def _filters_in(part: Any) -> Iterator[Filter]:
    """Every filter in the facts of a card, but those for cards it fights, and what else its conditions count."""
    if isinstance(part, Filter):
        yield part
    elif isinstance(part, tuple):
        for each in part:
            yield from _filters_in(each)
    elif is_dataclass(part):
        if isinstance(part, Condition):
            yield from (what for name, what in COUNTED_CARDS.items() if getattr(part, name) is not None)
        for field in fields(part):
            if field.name != "against":
                yield from _filters_in(getattr(part, field.name))


def _fits(what: Filter, card: PrintedCard) -> bool:
    """Whether the filter asks for something printed, and the card has it."""
    printed = replace(what, whose="any", wounded=None)
    return printed != Filter() and printed.compile_for_card()(definition(card))


DRAFT_BOT = RatingDraftBot(TYPE_SHARES, card_rating, synergy)
