"""Invented cards for tests, made of facts as in the catalogue."""

from typing import Any

from cards.printed import LocalizedText, PrintedCard
from gameplay.games.hagmi import RULESET
from gameplay.games.hagmi.terms import Card


def printed(name: str, type_: str, **facts: Any) -> PrintedCard:
    """Return a printed card with these facts."""
    return PrintedCard("hagmi", "T", name, LocalizedText(name), type_, "common", facts)


def card(name: str, type_: str, **facts: Any) -> Card:
    """Return a card definition. Use the same object for copies."""
    definition: Card = RULESET.definition(printed(name, type_, **facts))
    return definition


def weapon(name: str, firepower: int = 1, armour: int = 1, **facts: Any) -> Card:
    """Return a weapon without skills, with cost 0 and consumption 1."""
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
"""Fills hands and serves as fuel. It costs more than any player can pay."""

HULK = weapon("Hulk", 0, 1, cost=9)
"""A weapon that is too expensive to produce."""

SCRATCH = damage("Scratch")
"""A damage card that does nothing."""
