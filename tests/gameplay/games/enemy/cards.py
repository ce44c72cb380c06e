"""Invented cards with catalogue facts, for tests of single rules."""

from collections.abc import Iterable
from typing import Any

from cards.printed import LocalizedText, PrintedCard, bundled_card_sets
from gameplay.games.enemy import RULESET
from gameplay.games.enemy.terms import Card


def catalogue(game: str) -> Iterable[list[PrintedCard]]:
    """Yield every card of the bundled sets, as one group."""
    yield [card for card_set in bundled_card_sets(game) for card in card_set.cards]


def printed(name: str, type_: str, **facts: Any) -> PrintedCard:
    """Return a printed card; ``class_`` becomes the fact "class"."""
    data = {"destiny": 0} | {key.rstrip("_"): value for key, value in facts.items()}
    return PrintedCard("enemy", "T", name, LocalizedText(name), type_, "common", data)


def card(name: str, type_: str, **facts: Any) -> Card:
    """Return the definition of a card. Copies of a card are the same object."""
    definition: Card = RULESET.definition(printed(name, type_, **facts))
    return definition


def monster(name: str, strength: int = 0, **facts: Any) -> Card:
    return card(name, "monster", strength=strength, **facts)


def pc(name: str, strength: int = 0, **facts: Any) -> Card:
    return card(name, "pc", strength=strength, **facts)


def item(name: str, strength: int = 0, **facts: Any) -> Card:
    return card(name, "item", strength=strength, **facts)


def action(name: str, *do: dict[str, Any], **facts: Any) -> Card:
    return card(name, "action", do=list(do), **facts)


def event(name: str, *do: dict[str, Any], **facts: Any) -> Card:
    return card(name, "event", do=list(do), **facts)


def field(name: str, **facts: Any) -> Card:
    return card(name, "field", **facts)


def destiny(number: int) -> Card:
    """Return a card whose only use is its destiny ``number``."""
    return monster(f"Destiny {number}", vp=0, destiny=number)


BLANK = monster("Blank", vp=0)
"""A card that fills hands and decks. It can be played and has no effect on the tests."""
