"""Strict parsing of printed cards and compilation into rules definitions (HAG-1.9 to 1.11)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from cards.printed import PrintedCard
from gameplay.engine.text.composite import compile_triggers
from gameplay.engine.text.effects import card_error, compile_effects, read_facts
from gameplay.games.hagmi import effects  # noqa: F401 - registers the verbs
from gameplay.games.hagmi.effects.abilities import Aura, Convoy, MainSkill, SelfBonus
from gameplay.games.hagmi.effects.base import Ability, HagmiEffect
from gameplay.games.hagmi.terms import ALL_TARGETS, Card, CompiledBonus, Kin, Range, Skill


@dataclass(frozen=True)
class Facts:
    """Facts of every card.

    ``do`` (of some types) resolves when the card is played; ``skills`` work while it is on the battlefield.
    """

    cost: int = 0
    skills: tuple[Ability, ...] = ()


@dataclass(frozen=True)
class WeaponFacts(Facts):
    """Facts of a weapon. ``targets`` is the attack area: 1 for SINGLE, N for MULTI-N; ``all`` is ALL (HAG-1.11)."""

    kin: Kin = "vehicle"
    consumption: int = 1
    firepower: int = 1
    armour: int = 1
    range: Range = "short"
    targets: int = 1
    all: bool = False


@dataclass(frozen=True)
class OrderFacts(Facts):
    do: tuple[HagmiEffect, ...] = ()


@dataclass(frozen=True)
class FacilityFacts(Facts):
    """Facts of a facility. ``armour`` is 0 if none is printed: then no damage destroys it (HAG-OP-9)."""

    do: tuple[HagmiEffect, ...] = ()
    armour: int = 0


@dataclass(frozen=True)
class PlanFacts(FacilityFacts):
    """Facts of a damage card or secret plan. ``stays``: it becomes a facility when it is played (HAG-7.3.10)."""

    stays: bool = False


FACTS: dict[str, type[Facts]] = {
    "weapon": WeaponFacts,
    "order": OrderFacts,
    "facility": FacilityFacts,
    "damage": PlanFacts,
    "secret": PlanFacts,
}


@lru_cache(maxsize=4096)
def facts(card: PrintedCard) -> Any:
    """Return the facts of a printed card. Raise CatalogueError with file, line and reason."""
    printed = read_facts(card, FACTS)
    if isinstance(printed, WeaponFacts) and (printed.armour < 1 or printed.targets < 1):
        raise card_error(card, f"{card.number}: armour and targets of a weapon must be at least 1")
    if any(isinstance(skill, MainSkill) and not (skill.fuel or skill.hand or skill.once) for skill in printed.skills):
        raise card_error(card, f"{card.number}: a skill that costs nothing must be once a turn")
    return printed


@lru_cache(maxsize=4096)
def definition(card: PrintedCard) -> Card:
    """Return a printed card compiled for the rules. Raise CatalogueError."""
    printed = facts(card)
    names = ("cost", "consumption", "firepower", "armour", "range", "targets", "kin", "stays")
    plain = {name: getattr(printed, name) for name in names if hasattr(printed, name)}
    if getattr(printed, "all", False):
        plain["targets"] = ALL_TARGETS
    if card.type == "facility":
        plain["stays"] = True
    skills: tuple[Ability, ...] = printed.skills
    return Card(
        ref=card.ref,
        name=card.name.en,
        type=card.type,  # type: ignore[arg-type]  # facts() has checked that it is in FACTS
        effects=compile_effects(getattr(printed, "do", ())),
        skills=tuple(
            Skill(skill.fuel, skill.hand, skill.once, compile_effects(skill.do))
            for skill in skills
            if isinstance(skill, MainSkill)
        ),
        triggers=compile_triggers(skills),
        firepower_bonuses=compile_bonuses(skills, "firepower"),
        armour_bonuses=compile_bonuses(skills, "armour"),
        convoy_dice=sum(skill.dice for skill in skills if isinstance(skill, Convoy)),
        printed=card,
        **plain,
    )


def compile_bonuses(skills: Sequence[Ability], name: str) -> tuple[CompiledBonus, ...]:
    """Return the bonuses to firepower or armour that the card has or gives."""
    bonus_skills = [skill for skill in skills if isinstance(skill, SelfBonus | Aura) and getattr(skill, name)]
    return tuple(skill.compile_bonus(getattr(skill, name)) for skill in bonus_skills)
