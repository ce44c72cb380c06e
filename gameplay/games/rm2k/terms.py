"""The game's own terms: what a card may be, and the definition the rules work with (RM-1.*)."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from gameplay.engine.text.effects import CompiledCondition, CompiledEffect

CardType = Literal["user", "attach", "event", "challenge"]
Skill = Literal["roleplay", "otaku", "argue", "script", "gamer"]
Symbol = Literal["weapon", "familiar", "outfit", "program", "relic"]
Kind = Literal["attack", "multi_tech", "duel", "team", "personal"]
AnswerableKind = Literal["event", "ability", "challenge"]

PERMANENT_TYPES: frozenset[CardType] = frozenset({"user", "attach"})  # what stays in play once it is activated
SKILLS: tuple[Skill, ...] = get_args(Skill)
KINDS: frozenset[Kind] = frozenset(get_args(Kind))
KINDS_WITH_DEFENDER: frozenset[Kind] = frozenset({"attack", "multi_tech", "duel", "team"})  # the kinds with a Defender
KINDS_WITH_MANY_ATTACKERS: frozenset[Kind] = frozenset({"multi_tech", "team"})  # with any number of Attackers
KINDS_WITH_OWN_DEFENDERS: frozenset[Kind] = frozenset({"duel", "team"})  # whose Defenders their own player chooses

CompiledLevelBonus = Callable[[Any, int, int, int], int]
"""A compiled bonus of the table, the card it is printed on, a User and a skill's number."""

CompiledSideBonus = Callable[[Any, int, int], int]
"""A compiled bonus in a Challenge: of the table, the card it is printed on, a side."""


@dataclass(eq=False, slots=True)
class Card:
    """A card as the rules use it; shared by all its copies and never changed.

    ``skill`` is the number of the skill symbol in `SKILLS`, ``levels`` are by that number, 0 also
    for "-", and ``immune`` those with it. ``ordinary`` is an Event that needs nothing to answer.
    ``bonus`` is the Attacker's and the Defender's, or the Defense Value. ``answers`` is what a React may
    answer. ``ability`` is what a User can do for ``ability_cost`` lag; ``goal`` is its goal's condition and
    ``goal_vp`` what that gives, 0 for the game. ``here`` says that an Attach stays on its carrier.
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
    level_bonuses: tuple[CompiledLevelBonus, ...] = ()
    bandwidth_bonus: int = 0
    side_bonuses: tuple[CompiledSideBonus, ...] = ()
    triggers: dict[str, tuple[CompiledEffect, ...]] = field(default_factory=dict)
    printed: Any = None

    def __repr__(self) -> str:
        return self.ref
