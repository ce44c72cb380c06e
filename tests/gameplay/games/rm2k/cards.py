"""Invented cards for tests, made of facts as in the catalogue."""

from typing import Any

from cards.printed import LocalizedText, PrintedCard
from gameplay.games.rm2k import RULESET
from gameplay.games.rm2k.terms import Card


def printed(name: str, type_: str, **facts: Any) -> PrintedCard:
    data = {"cost": 1} | facts
    return PrintedCard("rm2k", "T", name, LocalizedText(name), type_, "common", data)


def card(name: str, type_: str, **facts: Any) -> Card:
    """Return a card definition. Copies of a card are the same object, several times."""
    definition: Card = RULESET.definition(printed(name, type_, **facts))
    return definition


def user(name: str, bandwidth: int = 2, **facts: Any) -> Card:
    return card(name, "user", bandwidth=bandwidth, **facts)


def attach(name: str, *text: dict[str, Any], **facts: Any) -> Card:
    return card(name, "attach", text=list(text), **facts)


def event(name: str, *do: dict[str, Any], **facts: Any) -> Card:
    return card(name, "event", do=list(do), **facts)


def react(name: str, *do: dict[str, Any], **facts: Any) -> Card:
    return event(name, *do, **({"answers": ["event", "ability", "challenge"]} | facts))


def challenge(name: str, kind: str = "attack", **facts: Any) -> Card:
    return card(name, "challenge", kind=kind, **facts)


def goal(name: str, when: dict[str, Any], vp: int = 0, **facts: Any) -> Card:
    return user(name, goal={"when": when, "vp": vp}, **facts)


BLANK = user("Blank", 1, cost=9)
"""Fills hands and decks. It can be synced and has no effect."""
VP = {"score": 1}
"""An effect that shows in the score that it has happened."""
HURT = {"lag": {"what": {"type": "user", "whose": "theirs"}}}
KILL = {"delete": {"what": {"type": "user", "whose": "theirs"}}}
DRAIN = {"bandwidth": {"amount": -9, "forever": True, "what": {"type": "user", "whose": "theirs"}}}
"""Effects on a chosen opposing User: 1 lag, deletion, permanent loss of bandwidth."""
