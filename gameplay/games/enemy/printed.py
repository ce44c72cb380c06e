"""The printed facts of each card type, and their compilation into definitions.

A card's facts in the catalogue are parsed strictly into the dataclass of its type, then
its texts are compiled. See the README for the fields of each type.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal

from cards.printed import PrintedCard
from gameplay.engine.core.typed_data import Signed
from gameplay.engine.text.composite import compile_triggers
from gameplay.engine.text.effects import compile_effects, read_facts
from gameplay.games.enemy import effects  # noqa: F401 - registers the verbs
from gameplay.games.enemy.conditions import Condition
from gameplay.games.enemy.effects.base import Ability, EnemyEffect
from gameplay.games.enemy.effects.bonus import StrengthAura, StrengthBonus
from gameplay.games.enemy.feeding import Feed
from gameplay.games.enemy.terms import WEIGHTS, Card, Element, Moment, PcClass, Subtype, Weight


@dataclass(frozen=True)
class Facts:
    """The fields of every card. ``source`` is "house" if no source gives the numbers."""

    destiny: int
    element: Element | None = None
    source: Literal["house"] | None = None
    requires: tuple[Condition, ...] = ()
    text: tuple[Ability, ...] = ()


@dataclass(frozen=True)
class MonsterFacts(Facts):
    """``joins`` are the conditions for joining an attack from the portal; ``reward`` is explained in ENE-14.4."""

    strength: int = 0
    vp: int = 1
    species: str = ""
    storable: bool = False
    unique: bool = False
    joins: tuple[Condition, ...] = ()
    reward: tuple[EnemyEffect, ...] = ()


@dataclass(frozen=True)
class PcFacts(Facts):
    class_: PcClass = "twin_blade"
    level: int = 1
    strength: int = 0
    tolerance: int = 0
    speed: int = 0


@dataclass(frozen=True)
class ItemFacts(Facts):
    """``classes`` and ``weights`` name the legal bearers; empty means every PC (ENE-9.2). Strength may be negative."""

    subtype: Subtype = "weapon"
    level: int = 1
    strength: Signed = 0
    tolerance: int = 0
    speed: int = 0
    goblin: bool = False
    classes: tuple[PcClass, ...] = ()
    weights: tuple[Weight, ...] = ()


@dataclass(frozen=True)
class ActionFacts(Facts):
    """``moment`` is when the action may be flipped (ENE-10.5)."""

    moment: Moment = "fight"
    do: tuple[EnemyEffect, ...] = ()


@dataclass(frozen=True)
class EventFacts(Facts):
    do: tuple[EnemyEffect, ...] = ()


@dataclass(frozen=True)
class FieldFacts(Facts):
    pass


@dataclass(frozen=True)
class GruntyFacts(Facts):
    """``feed`` is when the Grunty may be fed (ENE-11.4), ``size`` is the size that its effect needs (ENE-11.6)."""

    feed: Feed = field(default_factory=Feed)
    size: int = 1
    do: tuple[EnemyEffect, ...] = ()


FACTS: dict[str, type[Facts]] = {
    "monster": MonsterFacts,
    "pc": PcFacts,
    "item": ItemFacts,
    "action": ActionFacts,
    "event": EventFacts,
    "field": FieldFacts,
    "grunty": GruntyFacts,
}


@lru_cache(maxsize=4096)
def facts(card: PrintedCard) -> Any:
    """Return the facts of a printed card, by its type. Raises CatalogueError with file, line and reason."""
    return read_facts(card, FACTS)


@lru_cache(maxsize=4096)
def definition(card: PrintedCard) -> Card:
    """Return the definition of a printed card, with compiled texts. Raises CatalogueError."""
    printed = facts(card)
    names = ("destiny", "element", "strength", "tolerance", "speed", "level", "vp", "species", "unique", "storable")
    plain = {
        name: getattr(printed, name)
        for name in (*names, "class_", "subtype", "goblin", "moment", "size")
        if hasattr(printed, name)
    }
    abilities: tuple[Ability, ...] = printed.text
    return Card(
        ref=card.ref,
        name=card.name.en,
        type=card.type,  # type: ignore[arg-type]  # one of FACTS, as checked by facts()
        requirements=tuple(condition.compile() for condition in printed.requires),
        join_conditions=tuple(condition.compile() for condition in getattr(printed, "joins", ())),
        effects=compile_effects(getattr(printed, "do", ())),
        rewards=compile_effects(getattr(printed, "reward", ())),
        bonuses=tuple(ability.compile_bonus() for ability in abilities if isinstance(ability, StrengthBonus)),
        auras=tuple(ability.compile_aura() for ability in abilities if isinstance(ability, StrengthAura)),
        triggers=compile_triggers(abilities),
        feed_condition=printed.feed.compile() if isinstance(printed, GruntyFacts) else None,
        bearer_test=bearer_test(printed) if isinstance(printed, ItemFacts) else None,
        printed=card,
        **plain,
    )


def bearer_test(item: ItemFacts) -> Callable[[Card], bool] | None:
    """Return a test for legal bearers, or None if every PC is legal."""
    if not item.classes and not item.weights:
        return None
    return lambda pc: pc.class_ in item.classes or (pc.class_ is not None and WEIGHTS[pc.class_] in item.weights)
