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
from gameplay.engine.text.composite import triggers
from gameplay.engine.text.effects import compiled, facts_of, fault
from gameplay.games.rm2k import effects  # noqa: F401 - registers the verbs
from gameplay.games.rm2k.conditions import Condition
from gameplay.games.rm2k.effects.base import Ability, Rm2kEffect
from gameplay.games.rm2k.effects.bonus import Level, Side, Width
from gameplay.games.rm2k.terms import SKILLS, Answered, Card, Kind, Skill, Symbol
from gameplay.games.rm2k.words import ATTRIBUTES


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

    answers: tuple[Answered, ...] = ()
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
    printed = facts_of(card, FACTS)
    if unknown := sorted(set(printed.attributes) - set(ATTRIBUTES)):
        raise fault(card, f"{card.number}.attributes: {unknown[0]!r} is none of {', '.join(ATTRIBUTES)}")
    if isinstance(printed, UserFacts):
        for skill in printed.immune:
            if getattr(printed, skill):
                raise fault(card, f"{card.number}.{skill}: a level beside an immunity")
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
    _texts(made, printed.text)
    if isinstance(printed, UserFacts):
        _user(made, printed)
    else:
        made.skill = SKILLS.index(printed.skill)
        _others(made, printed)
    return made


def _texts(made: Card, abilities: Sequence[Ability]) -> None:
    """What its text does while it is in play, or its Challenge is on; triggers by what they wait for, in order."""
    made.level_bonuses = tuple(each.level() for each in abilities if isinstance(each, Level))
    made.bandwidth_bonus = sum(each.amount for each in abilities if isinstance(each, Width))
    made.edges = tuple(each.edge() for each in abilities if isinstance(each, Side))
    made.triggers = triggers(abilities)


def _user(made: Card, printed: UserFacts) -> None:
    made.bandwidth = printed.bandwidth
    made.levels = tuple(getattr(printed, skill) for skill in SKILLS)
    made.immune = frozenset(SKILLS.index(skill) for skill in printed.immune)
    if printed.use:
        made.ability, made.ability_cost = compiled(printed.use.do), printed.use.lag
    if printed.goal:
        made.goal, made.goal_vp = printed.goal.when.compile(), printed.goal.vp


def _others(made: Card, printed: Any) -> None:
    if isinstance(printed, AttachFacts):
        made.symbol, made.here = printed.symbol, not printed.theirs
    elif isinstance(printed, EventFacts):
        made.answers, made.effects = frozenset(printed.answers), compiled(printed.do)
        made.ordinary = not printed.answers
    elif isinstance(printed, ChallengeFacts):
        made.kind, made.bonus = printed.kind, (printed.attacker, printed.defender)
        made.wins, made.loses = compiled(printed.win), compiled(printed.lose)
