"""The game's own terms: what a card may be, and the definition the rules work with.

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

RANGES: tuple[Range, ...] = ("long", "middle", "short")  # HAG-1.10: who strikes first
AILMENTS: tuple[Ailment, ...] = ("down", "jammed", "cut_off")
ALL_TARGETS = 0  # HAG-5.2.5: as the number of targets
COMMON_OWNER = -1  # the owner of a card that belongs to a pile of everybody

BACKS = {"weapon": "weapon", "order": "operation", "facility": "operation", "damage": "damage", "secret": "secret"}
"""From which deck a card comes, by its type; the back tells (HAG-1.1 to 1.6)."""

CompiledBonus = Callable[[Any, int, int, int], int]
"""A compiled bonus of the table, whose it is, the card it is printed on and the card that it is for."""


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill with timing: main, and what each use costs: fuel of its unit, cards of the hand (HAG-4.5)."""

    fuel: int
    hand: int
    once: bool
    acts: tuple[CompiledEffect, ...]


@dataclass(eq=False, slots=True)
class Card:
    """A card as the rules use it; shared by all its copies and never changed.

    ``targets`` is the attack area: 1 for SINGLE, N for MULTI-N, `ALL`. ``armour`` is 0 where none is printed.
    ``stays``: it remains on the battlefield when it has been played. ``triggers`` are by what they wait for.
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
        """The deck it comes from: "weapon", "operation", "damage" or "secret"."""
        return BACKS[self.type]

    def __repr__(self) -> str:
        return self.ref
