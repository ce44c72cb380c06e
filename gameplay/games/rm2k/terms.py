"""The vocabulary of the game, and the definition of a card used by the rules (RM-1.*)."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from gameplay.engine.text.effects import CompiledCondition, CompiledEffect

CardType = Literal["user", "attach", "event", "challenge"]
Skill = Literal["roleplay", "otaku", "argue", "script", "gamer"]
Symbol = Literal["weapon", "familiar", "outfit", "program", "relic"]
Kind = Literal["attack", "multi_tech", "duel", "team", "personal"]
AnswerableKind = Literal["event", "ability", "challenge"]

PERMANENT_TYPES: frozenset[CardType] = frozenset({"user", "attach"})  # they enter play when activated
SKILLS: tuple[Skill, ...] = get_args(Skill)
KINDS: frozenset[Kind] = frozenset(get_args(Kind))
KINDS_WITH_DEFENDER: frozenset[Kind] = frozenset({"attack", "multi_tech", "duel", "team"})
KINDS_WITH_MANY_ATTACKERS: frozenset[Kind] = frozenset({"multi_tech", "team"})
KINDS_WITH_OWN_DEFENDERS: frozenset[Kind] = frozenset({"duel", "team"})  # the defending player chooses the Defenders

CompiledLevelBonus = Callable[[Any, int, int, int], int]
"""A compiled bonus: a function of the table, the source card, a User and the number of a skill."""

CompiledSideBonus = Callable[[Any, int, int], int]
"""A compiled bonus in a Challenge: a function of the table, the source card and a side."""


@dataclass(eq=False, slots=True)
class Card:
    """A card definition, shared by all copies and not changed once it is compiled.

    ``skill`` is the index of the skill symbol in `SKILLS`; ``levels`` are by this index, with 0 for "-", and ``immune``
    are the indexes with "-". ``is_ordinary`` is true for Events other than Reacts; ``answerable_kinds`` are the actions
    that a React can answer. ``challenge_bonuses`` are the Attacker Bonus and the Defender Bonus or Defense Value.

    ``ability_effects`` and ``ability_cost``, in lag, are the ability of a User. ``goal_vp`` are the VP for its goal, 0
    if it wins the game. ``stays_on_carrier`` is false for an Attach that goes to an opponent's User.
    """

    ref: str
    name: str
    type: CardType
    cost: int
    attributes: frozenset[str] = frozenset()
    skill: int | None = None
    bandwidth: int = 0
    levels: tuple[int, ...] = ()
    immune: frozenset[int | None] = frozenset()
    symbol: Symbol | None = None
    stays_on_carrier: bool = True
    kind: Kind | None = None
    challenge_bonuses: tuple[int, int] = (0, 0)
    answerable_kinds: frozenset[str] = frozenset()
    is_ordinary: bool = False
    effects: tuple[CompiledEffect, ...] = ()
    win_effects: tuple[CompiledEffect, ...] = ()
    lose_effects: tuple[CompiledEffect, ...] = ()
    ability_effects: tuple[CompiledEffect, ...] = ()
    ability_cost: int = 0
    goal_condition: CompiledCondition | None = None
    goal_vp: int = 0
    goal_takes_vp: bool = False
    level_bonuses: tuple[CompiledLevelBonus, ...] = ()
    bandwidth_bonus: int = 0
    side_bonuses: tuple[CompiledSideBonus, ...] = ()
    triggers: dict[str, tuple[CompiledEffect, ...]] = field(default_factory=dict)
    printed: Any = None

    def __repr__(self) -> str:
        return self.ref
