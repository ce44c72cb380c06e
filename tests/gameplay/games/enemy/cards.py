"""Invented cards, from facts as the catalogue writes them, to try one rule at a time."""

from collections.abc import Iterable
from typing import Any

from cards.printed import LocalizedText, PrintedCard, bundled_card_sets
from gameplay.games.enemy import RULESET
from gameplay.games.enemy.terms import Card


def catalogue(game: str) -> Iterable[list[PrintedCard]]:
    """Every card of the sets that come along, in one group."""
    yield [card for card_set in bundled_card_sets(game) for card in card_set.cards]


def printed(name: str, type_: str, **facts: Any) -> PrintedCard:
    """A printed card; ``class_`` is the fact "class"."""
    data = {"destiny": 0} | {key.rstrip("_"): value for key, value in facts.items()}
    return PrintedCard("enemy", "T", name, LocalizedText(name), type_, "common", data)


def card(name: str, type_: str, **facts: Any) -> Card:
    """A card as the rules use it. Copies of a card are one object named several times."""
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
    """A card that does nothing but count ``number`` when it is drawn for destiny."""
    return monster(f"Destiny {number}", vp=0, destiny=number)


BLANK = monster("Blank", vp=0)
"""Fills hands and decks. It can be played, and changes nothing that a test looks at."""
