"""Invented cards, from facts as the catalogue writes them, to try one rule at a time."""

from typing import Any

from cards.printed import LocalizedText, PrintedCard
from gameplay.games.hagmi import RULESET
from gameplay.games.hagmi.terms import Card


def printed(name: str, type_: str, **facts: Any) -> PrintedCard:
    """A printed card with these facts."""
    return PrintedCard("hagmi", "T", name, LocalizedText(name), type_, "common", facts)


def card(name: str, type_: str, **facts: Any) -> Card:
    """A card as the rules use it. Copies of a card are one object named several times."""
    definition: Card = RULESET.definition(printed(name, type_, **facts))
    return definition


def weapon(name: str, firepower: int = 1, armour: int = 1, **facts: Any) -> Card:
    """A weapon without skills that costs nothing; its consumption is 1."""
    return card(name, "weapon", firepower=firepower, armour=armour, **facts)


def order(name: str, *do: dict[str, Any], **facts: Any) -> Card:
    return card(name, "order", do=list(do), **facts)


def facility(name: str, *skills: dict[str, Any], **facts: Any) -> Card:
    return card(name, "facility", skills=list(skills), **facts)


def damage(name: str, *do: dict[str, Any], **facts: Any) -> Card:
    return card(name, "damage", do=list(do), **facts)


def secret(name: str, *do: dict[str, Any], **facts: Any) -> Card:
    return card(name, "secret", do=list(do), **facts)


SCRAP = order("Scrap", cost=9)
"""Fills hands and lies under weapons: it costs more than anybody has."""

HULK = weapon("Hulk", 0, 1, cost=9)
"""A weapon that nobody can produce."""

SCRATCH = damage("Scratch")
"""A damage card that does nothing."""
