"""Positions for tests, with a common list of invented cards."""

import json
from typing import Any

from gameplay.engine.core.game import Game
from gameplay.engine.core.position import parse_position
from gameplay.games import RULESETS
from tests.gameplay.games.enemy.cards import catalogue

CARDS: list[dict[str, Any]] = [
    {"number": "W", "name": {"en": "Wolf", "ja": "狼"}, "type": "monster", "strength": 6, "vp": 1, "storable": True},
    {"number": "K", "name": {"en": "King"}, "type": "monster", "strength": 9, "vp": 2, "unique": True},
    {"number": "H", "name": {"en": "Hound"}, "type": "monster", "strength": 1, "storable": True, "joins": [{}]},
    {"number": "C", "name": {"en": "Crumb"}, "type": "monster", "strength": 2, "vp": 0},
    {"number": "E", "name": {"en": "Elk"}, "type": "pc", "class": "long_arm", "strength": 4},
    {"number": "O", "name": {"en": "Orca"}, "type": "pc", "class": "twin_blade", "strength": 5},
    {"number": "S", "name": {"en": "Sword"}, "type": "item", "subtype": "weapon", "classes": ["twin_blade"]},
    {"number": "B", "name": {"en": "Blade"}, "type": "item", "subtype": "weapon"},
    {"number": "A", "name": {"en": "Again"}, "type": "event", "do": [{"play_again": 1}]},
    {"number": "F", "name": {"en": "Fog"}, "type": "field"},
    {"number": "G", "name": {"en": "Pet"}, "type": "grunty", "feed": {"what": {}}, "size": 2, "do": [{"draw": 1}]},
]


def position(alice: dict[str, Any] | None = None, bob: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    cards = [{"rarity": "common", "destiny": 0} | card for card in CARDS]
    base = {"format": "passleft-position-1", "ruleset": "enemy", "variant": "draft", "cards": cards, "step": "play"}
    return base | {"seats": [alice or {}, bob or {}]} | more


def load_game(*sides: dict[str, Any], **more: Any) -> Game:
    return parse_position(json.dumps(position(*sides, **more)), RULESETS, catalogue, file="p.json")
