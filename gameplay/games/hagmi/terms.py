"""The vocabulary of the game, and the definition of a card used by the rules.

Source: the components of the game (HAG-1.1 to 1.12).
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from gameplay.engine.text.effects import CompiledEffect

CardType = Literal["weapon", "order", "facility", "damage", "secret"]
Range = Literal["long", "middle", "short"]
Kin = Literal["vehicle", "aircraft", "vessel", "infantry", "emplacement", "machine"]
Ailment = Literal["down", "jammed", "cut_off"]

RANGES: tuple[Range, ...] = ("long", "middle", "short")  # HAG-1.10: in the order of strikes
AILMENTS: tuple[Ailment, ...] = ("down", "jammed", "cut_off")
ALL_TARGETS = 0  # HAG-5.2.5: the value of `Card.targets` for ALL
COMMON_OWNER = -1  # the owner of a card of a common deck

BACKS = {"weapon": "weapon", "order": "operation", "facility": "operation", "damage": "damage", "secret": "secret"}
"""The deck of a card by its type; the card back shows it (HAG-1.1 to 1.6)."""

CompiledBonus = Callable[[Any, int, int, int], int]
"""A compiled bonus: a function of the table, the controller's seat, the source card and the affected card."""


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill with timing: main, and its cost in fuel of its unit and cards from hand (HAG-4.5)."""

    fuel: int
    hand: int
    once: bool
    acts: tuple[CompiledEffect, ...]


@dataclass(eq=False, slots=True)
class Card:
    """An immutable card definition, shared by all copies.

    ``targets`` is the attack area: 1 for SINGLE, N for MULTI-N, `ALL_TARGETS` for ALL. ``armour`` is 0 if none is
    printed. ``stays``: the card remains on the battlefield when it is played. ``triggers`` are by event.
    """

    ref: str
    name: str
    type: CardType
    cost: int = 0
    consumption: int = 0
    firepower: int = 0
    armour: int = 0
    range: Range = "short"
    targets: int = 1
    kin: Kin | None = None
    stays: bool = False
    effects: tuple[CompiledEffect, ...] = ()
    skills: tuple[Skill, ...] = ()
    triggers: dict[str, tuple[CompiledEffect, ...]] = field(default_factory=dict)
    firepower_bonuses: tuple[CompiledBonus, ...] = ()
    armour_bonuses: tuple[CompiledBonus, ...] = ()
    convoy_dice: int = 0
    printed: Any = None

    @property
    def back(self) -> str:
        """The deck it belongs to: "weapon", "operation", "damage" or "secret"."""
        return BACKS[self.type]

    def __repr__(self) -> str:
        return self.ref
