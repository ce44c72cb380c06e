"""What is printed on each type of card, and how it becomes a definition.

A card's facts in the catalogue are read strictly into the dataclass of its type; the
texts are then compiled. See the README for the fields of each type.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from cards.printed import PrintedCard
from gameplay.engine.core.typed_data import Signed
from gameplay.engine.text.composite import compile_triggers
from gameplay.engine.text.effects import card_error, compile_effects, read_facts
from gameplay.games.rm2k import effects  # noqa: F401 - registers the verbs
from gameplay.games.rm2k.conditions import Condition
from gameplay.games.rm2k.effects.base import Ability, Rm2kEffect
from gameplay.games.rm2k.effects.bonus import BandwidthBonus, SideBonus, SkillBonus
from gameplay.games.rm2k.nouns import ATTRIBUTES
from gameplay.games.rm2k.terms import SKILLS, AnswerableKind, Card, Kind, Skill, Symbol


@dataclass(frozen=True)
class Facts:
    """What every card has (RM-1.3, 1.11)."""

    cost: int
    attributes: tuple[str, ...] = ()
    text: tuple[Ability, ...] = ()


@dataclass(frozen=True)
class Goal:
    """What a Main User is after; without ``vp`` it wins the game (RM-4.1.4, 4.1.5)."""

    when: Condition
    vp: int = 0


@dataclass(frozen=True)
class Use:
    """An ability: once a turn, for so much ``lag`` on its User."""

    do: tuple[Rm2kEffect, ...]
    lag: int = 1


@dataclass(frozen=True)
class UserFacts(Facts):
    """``immune`` are the skills in which it has "-" (RM-1.5, 1.6); in others 0 is its level unless one is given."""

    bandwidth: int = 1
    roleplay: Signed = 0
    otaku: Signed = 0
    argue: Signed = 0
    script: Signed = 0
    gamer: Signed = 0
    immune: tuple[Skill, ...] = ()
    use: Use | None = None
    goal: Goal | None = None


@dataclass(frozen=True)
class SkilledFacts(Facts):
    """``skill`` is what a User needs to carry the card (RM-1.10)."""

    skill: Skill = "roleplay"


@dataclass(frozen=True)
class AttachFacts(SkilledFacts):
    """``theirs``: it comes into play on an opponent's User instead of its carrier (RM-7.1.2)."""

    symbol: Symbol = "relic"
    theirs: bool = False


@dataclass(frozen=True)
class EventFacts(SkilledFacts):
    """``answers`` is what a React answers; an Event without is none (RM-1.2)."""

    answers: tuple[AnswerableKind, ...] = ()
    do: tuple[Rm2kEffect, ...] = ()


@dataclass(frozen=True)
class ChallengeFacts(SkilledFacts):
    """``defender`` is the Defender Bonus, of a Personal Challenge the Defense Value (RM-1.9, 8.1.6)."""

    kind: Kind = "attack"
    attacker: Signed = 0
    defender: Signed = 0
    win: tuple[Rm2kEffect, ...] = ()
    lose: tuple[Rm2kEffect, ...] = ()


FACTS: dict[str, type[Facts]] = {
    "user": UserFacts,
    "attach": AttachFacts,
    "event": EventFacts,
    "challenge": ChallengeFacts,
}


@lru_cache(maxsize=4096)
def facts(card: PrintedCard) -> Any:
    """The facts of a printed card, by its type. Raises CatalogueError with file, line and reason."""
    printed = read_facts(card, FACTS)
    if unknown := sorted(set(printed.attributes) - set(ATTRIBUTES)):
        raise card_error(card, f"{card.number}.attributes: {unknown[0]!r} is none of {', '.join(ATTRIBUTES)}")
    if isinstance(printed, UserFacts):
        for skill in printed.immune:
            if getattr(printed, skill):
                raise card_error(card, f"{card.number}.{skill}: a level beside an immunity")
    return printed


@lru_cache(maxsize=4096)
def definition(card: PrintedCard) -> Card:
    """Compile a printed card for the rules. Raises CatalogueError."""
    printed = facts(card)
    made = Card(
        ref=card.ref,
        name=card.name.en,
        type=card.type,  # type: ignore[arg-type]  # one of FACTS, as facts() has made sure
        cost=printed.cost,
        attributes=frozenset(printed.attributes),
        printed=card,
    )
    _compile_texts(made, printed.text)
    if isinstance(printed, UserFacts):
        _fill_user(made, printed)
    else:
        made.skill = SKILLS.index(printed.skill)
        _fill_other(made, printed)
    return made


def _compile_texts(made: Card, abilities: Sequence[Ability]) -> None:
    """What its text does while it is in play, or its Challenge is on; triggers by what they wait for, in order."""
    made.level_bonuses = tuple(each.compile_bonus() for each in abilities if isinstance(each, SkillBonus))
    made.bandwidth_bonus = sum(each.amount for each in abilities if isinstance(each, BandwidthBonus))
    made.side_bonuses = tuple(each.compile_bonus() for each in abilities if isinstance(each, SideBonus))
    made.triggers = compile_triggers(abilities)


def _fill_user(made: Card, printed: UserFacts) -> None:
    made.bandwidth = printed.bandwidth
    made.levels = tuple(getattr(printed, skill) for skill in SKILLS)
    made.immune = frozenset(SKILLS.index(skill) for skill in printed.immune)
    if printed.use:
        made.ability_effects, made.ability_cost = compile_effects(printed.use.do), printed.use.lag
    if printed.goal:
        made.goal_condition, made.goal_vp = printed.goal.when.compile(), printed.goal.vp


def _fill_other(made: Card, printed: Any) -> None:
    if isinstance(printed, AttachFacts):
        made.symbol, made.stays_on_carrier = printed.symbol, not printed.theirs
    elif isinstance(printed, EventFacts):
        made.answerable_kinds, made.effects = frozenset(printed.answers), compile_effects(printed.do)
        made.is_ordinary = not printed.answers
    elif isinstance(printed, ChallengeFacts):
        made.kind, made.challenge_bonuses = printed.kind, (printed.attacker, printed.defender)
        made.win_effects, made.lose_effects = compile_effects(printed.win), compile_effects(printed.lose)
