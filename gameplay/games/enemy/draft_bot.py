"""Bot policy for drafting and deck building: card ratings, shares of card types, and synergies.

Ratings are our own values on a scale of about 1 to 10. Only their order within a pack matters.
"""

from collections.abc import Callable, Iterator, Sequence
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
"""The share of each card type in a good deck."""

COUNTED_CARDS = {"hidden": Filter(type="action"), "bears": Filter(type="item")}
"""What to draft for conditions that count cards without naming them. Any card may be hidden, but actions profit."""


def card_rating(card: PrintedCard) -> float:
    """Return the rating of a card by itself; its destiny counts in every fight that it does not take part in."""
    printed = facts(card)
    value: float = 1.5 * (printed.destiny - 4) + 0.8 * (len(printed.text) - len(printed.requires))
    return value + _stats_rating(printed)


def _stats_rating(printed: Facts) -> float:
    if isinstance(printed, MonsterFacts):
        return printed.strength + 3 * printed.vp - 1.5 + 0.9 * len(printed.reward) + 0.4 * printed.storable
    if isinstance(printed, PcFacts):
        return 1.2 * printed.strength + 1.3 * printed.tolerance + 0.8 * printed.speed
    if isinstance(printed, ItemFacts):
        any_bearer = not printed.classes and not printed.weights
        return 1.8 * printed.strength + 1.3 * printed.tolerance + printed.speed + 0.5 + 2 * any_bearer
    return 4.5


def synergy(card: PrintedCard, pool: Sequence[PrintedCard]) -> float:
    """Return the synergy of a card with a pool, in both directions; for an item, its legal bearers count too."""
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
    """Return the synergy of two cards; a benefit for the card to be added counts double."""
    return 0.5 * _benefits_from(card, other) + 0.25 * _benefits_from(other, card)


def _benefits_from(card: PrintedCard, other: PrintedCard) -> bool:
    """Return whether ``other`` matches a filter in the conditions and texts of ``card``."""
    return any(matches(definition(other)) for matches in _profiting_filters(card))


@cache
def _profiting_filters(card: PrintedCard) -> tuple[Callable[[Any], bool], ...]:
    """Return the filters in the conditions and texts of ``card`` that require something printed of an own card."""
    own = (what for what in _filters_in(facts(card)) if what.whose != "theirs")
    printed = (replace(what, whose="any", wounded=None) for what in own)
    return tuple(what.compile_for_card() for what in printed if what != Filter())


def _filters_in(part: Any) -> Iterator[Filter]:
    """Yield every filter in the facts of a card, except those for cards it fights, and filters for counted cards."""
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


DRAFT_BOT = RatingDraftBot(TYPE_SHARES, card_rating, synergy)
