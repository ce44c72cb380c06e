"""The vocabulary of the game: card types and attributes, and the definition of a card.

Source: the card anatomy of the full game (ENE-1.8 to 1.20).
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from gameplay.engine.text.effects import CompiledCondition, CompiledEffect

CardType = Literal["monster", "pc", "item", "action", "event", "field", "grunty"]
Element = Literal["wood", "earth", "fire", "water", "darkness", "thunder"]
PcClass = Literal["twin_blade", "long_arm", "wavemaster", "heavy_blade", "heavy_axeman", "blademaster"]
Weight = Literal["light", "medium", "heavy"]
Moment = Literal["fight", "attack", "destiny", "play"]
Subtype = Literal["weapon", "armor", "helm", "boots", "shield", "accessory"]

WEIGHTS: dict[PcClass, Weight] = {  # ENE-1.20: implied by the class, not printed
    "twin_blade": "light",
    "wavemaster": "light",
    "long_arm": "medium",
    "blademaster": "medium",
    "heavy_blade": "heavy",
    "heavy_axeman": "heavy",
}
GRUNTY_SIZE = 5  # ENE-11.5: the maximum number of cards under a Grunty
GOBLIN_BONUS = (0, 0, 1, 1, 2)  # ENE-9.5: by the number of goblin items borne

CompiledBonus = Callable[[Any, int], int]
"""A compiled strength bonus: a function of the table and the card with the bonus."""

FeedCondition = Callable[[Any, int, str], bool]
"""A compiled feed condition: a function of the table, a card and the event that happens to it."""

CompiledAura = Callable[[Any, int, int], int]
"""A compiled aura: a function of the table, the card with the aura and the card in the fight."""


@dataclass(eq=False, slots=True)
class Card:
    """The definition of a card for the rules; shared by all its copies and never changed.

    ``strength``, ``tolerance``, ``speed`` and ``vp`` are the printed numbers. ``bearer_test`` says
    whether a PC may bear this item. ``size`` is the size that a Grunty needs for its effect.
    Compiled texts are empty if none are printed.
    """

    ref: str
    name: str
    type: CardType
    destiny: int
    element: Element | None = None
    strength: int = 0
    tolerance: int = 0
    speed: int = 0
    level: int = 0
    size: int = 0
    vp: int = 0
    species: str = ""
    unique: bool = False
    storable: bool = False
    class_: PcClass | None = None
    subtype: Subtype | None = None
    goblin: bool = False
    bearer_test: Callable[["Card"], bool] | None = None
    requirements: tuple[CompiledCondition, ...] = ()
    join_conditions: tuple[CompiledCondition, ...] = ()
    moment: Moment | None = None
    effects: tuple[CompiledEffect, ...] = ()
    rewards: tuple[CompiledEffect, ...] = ()
    bonuses: tuple[CompiledBonus, ...] = ()
    auras: tuple[CompiledAura, ...] = ()
    feed_condition: FeedCondition | None = None
    triggers: dict[str, tuple[CompiledEffect, ...]] = field(default_factory=dict)
    printed: Any = None

    def __repr__(self) -> str:
        return self.ref
