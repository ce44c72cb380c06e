"""Strict parsing of printed cards and compilation into rules definitions.

The facts of a card in the catalogue are read into the dataclass of its type, then its texts are compiled. See the
README for the fields of each type.
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
    """Facts of every card (RM-1.3, 1.11)."""

    cost: int
    attributes: tuple[str, ...] = ()
    text: tuple[Ability, ...] = ()


@dataclass(frozen=True)
class Goal:
    """The goal of a Main User. Without ``vp`` it wins the game (RM-4.1.4, 4.1.5).

    If it ``takes`` them, the VP are those of an opponent, as far as that player has them.
    """

    when: Condition
    vp: int = 0
    takes: bool = False


@dataclass(frozen=True)
class Use:
    """An ability: once a turn, for ``lag`` on its User."""

    do: tuple[Rm2kEffect, ...]
    lag: int = 1


@dataclass(frozen=True)
class UserFacts(Facts):
    """Facts of a User. ``immune`` are the skills with "-" (RM-1.5, 1.6); other levels are 0 unless given."""

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
    """Facts of a card with a skill symbol (RM-1.10)."""

    skill: Skill = "roleplay"


@dataclass(frozen=True)
class AttachFacts(SkilledFacts):
    """Facts of an Attach. ``theirs``: it goes to an opponent's User instead of its carrier (RM-7.1.2)."""

    symbol: Symbol = "relic"
    theirs: bool = False


@dataclass(frozen=True)
class EventFacts(SkilledFacts):
    """Facts of an Event. A React names what it ``answers`` (RM-1.2)."""

    answers: tuple[AnswerableKind, ...] = ()
    do: tuple[Rm2kEffect, ...] = ()


@dataclass(frozen=True)
class ChallengeFacts(SkilledFacts):
    """Facts of a Challenge.

    ``defender`` is the Defender Bonus, or the Defense Value of a Personal Challenge (RM-1.9, 8.1.6).
    """

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
    """Return the facts of a printed card. Raise CatalogueError with file, line and reason."""
    printed = read_facts(card, FACTS)
    if unknown := sorted(set(printed.attributes) - set(ATTRIBUTES)):
        raise card_error(card, f"{card.number}.attributes: {unknown[0]!r} is not one of {', '.join(ATTRIBUTES)}")
    if isinstance(printed, UserFacts):
        for skill in printed.immune:
            if getattr(printed, skill):
                raise card_error(card, f"{card.number}.{skill}: a level for a skill with an immunity")
    return printed


@lru_cache(maxsize=4096)
def definition(card: PrintedCard) -> Card:
    """Return a printed card compiled for the rules. Raise CatalogueError."""
    printed = facts(card)
    card_definition = Card(
        ref=card.ref,
        name=card.name.en,
        type=card.type,  # type: ignore[arg-type]  # facts() has checked that it is in FACTS
        cost=printed.cost,
        attributes=frozenset(printed.attributes),
        printed=card,
    )
    _compile_texts(card_definition, printed.text)
    if isinstance(printed, UserFacts):
        _fill_user(card_definition, printed)
    else:
        card_definition.skill = SKILLS.index(printed.skill)
        _fill_other(card_definition, printed)
    return card_definition


def _compile_texts(card: Card, abilities: Sequence[Ability]) -> None:
    """Set bonuses and triggers, which work while the card is in play or its Challenge is in progress."""
    card.level_bonuses = tuple(each.compile_bonus() for each in abilities if isinstance(each, SkillBonus))
    card.bandwidth_bonus = sum(each.amount for each in abilities if isinstance(each, BandwidthBonus))
    card.side_bonuses = tuple(each.compile_bonus() for each in abilities if isinstance(each, SideBonus))
    card.triggers = compile_triggers(abilities)


def _fill_user(card: Card, printed: UserFacts) -> None:
    card.bandwidth = printed.bandwidth
    card.levels = tuple(getattr(printed, skill) for skill in SKILLS)
    card.immune = frozenset(SKILLS.index(skill) for skill in printed.immune)
    if printed.use:
        card.ability_effects, card.ability_cost = compile_effects(printed.use.do), printed.use.lag
    if printed.goal:
        card.goal_condition, card.goal_vp = printed.goal.when.compile(), printed.goal.vp
        card.goal_takes_vp = printed.goal.takes


def _fill_other(card: Card, printed: Any) -> None:
    if isinstance(printed, AttachFacts):
        card.symbol, card.stays_on_carrier = printed.symbol, not printed.theirs
    elif isinstance(printed, EventFacts):
        card.answerable_kinds, card.effects = frozenset(printed.answers), compile_effects(printed.do)
        card.is_ordinary = not printed.answers
    elif isinstance(printed, ChallengeFacts):
        card.kind, card.challenge_bonuses = printed.kind, (printed.attacker, printed.defender)
        card.win_effects, card.lose_effects = compile_effects(printed.win), compile_effects(printed.lose)
