"""Abilities that work while a card is on the battlefield: triggers, skills and bonuses."""

from dataclasses import dataclass
from typing import Literal

from gameplay.engine.core.typed_data import Signed
from gameplay.engine.text import composite
from gameplay.engine.text.wording import effects_text
from gameplay.games.hagmi.conditions import Condition
from gameplay.games.hagmi.effects.base import Ability, HagmiEffect
from gameplay.games.hagmi.effects.composite import If
from gameplay.games.hagmi.effects.condition import gain_text
from gameplay.games.hagmi.filters import Filter
from gameplay.games.hagmi.table import HagmiTable
from gameplay.games.hagmi.terms import CompiledBonus

TriggerEvent = Literal[
    "produced",
    "you_produce",
    "attacks",
    "guards",
    "counters",
    "hits",
    "destroyed",
    "supplied",
    "you_are_hit",
    "standby",
    "each_standby",
    "end",
    "each_end",
]

TRIGGER_PHRASES: dict[TriggerEvent, tuple[str, str]] = {
    "produced": ("when this unit is produced", "このユニットが生産された時"),
    "you_produce": ("when you produce another weapon", "自分が他の兵装を生産した時"),
    "attacks": ("when this unit declares an attack", "このユニットが攻撃宣言した時"),
    "guards": ("when this unit guards", "このユニットが守護した時"),
    "counters": ("when this unit counters", "このユニットが反撃した時"),
    "hits": ("when this unit's attack damages a player", "このユニットの攻撃がプレイヤーにダメージを与えた時"),
    "destroyed": ("when this card is destroyed", "このカードが破壊された時"),
    "supplied": ("when this unit is resupplied", "このユニットが補給された時"),
    "you_are_hit": ("when you take damage", "自分がダメージを受けた時"),
    "standby": ("at the start of your standby step", "自分のスタンバイステップ開始時に"),
    "each_standby": ("at the start of each standby step", "各スタンバイステップ開始時に"),
    "end": ("at the end of your turn", "自分のターン終了時"),
    "each_end": ("at the end of each turn", "各ターン終了時"),
}


@dataclass(frozen=True)
class Trigger(Ability, composite.Trigger, verb="on"):
    """When ``happens`` occurs, these effects resolve if the condition holds (HAG-4.5.5)."""

    happens: TriggerEvent
    do: tuple[HagmiEffect, ...]
    when: Condition | None = None

    moment_phrases = TRIGGER_PHRASES
    if_type = If


@dataclass(frozen=True)
class MainSkill(Ability, verb="skill"):
    """A skill with timing: main (HAG-4.5).

    It costs fuel of the unit and cards from hand. With ``once`` it can be used once a turn.
    """

    do: tuple[HagmiEffect, ...]
    fuel: int = 0
    hand: int = 0
    once: bool = False

    def say(self, language: str) -> str:
        english = language == "en"
        costs = [(self.fuel, "fuel", "燃料"), (self.hand, "from hand", "手札")]
        cost = " + ".join(f"{value} {name}" for value, name, _ in costs if value)
        if not english:
            cost = "+".join(f"{name}{value}" for value, _, name in costs if value)
        once = ("once a turn" if english else "ターンに1度") if self.once else ""
        terms = (", " if english else "、").join(part for part in (cost, once) if part)
        head = f"Main ({terms})" if english else f"タイミング:メイン({terms})"
        return f"{head}: {effects_text(self.do, language)}"


@dataclass(frozen=True)
class SelfBonus(Ability, verb="bonus"):
    """This card has this much more (or less) firepower and armour while the condition holds."""

    firepower: Signed = 0
    armour: Signed = 0
    when: Condition | None = None

    def compile_bonus(self, amount: int) -> CompiledBonus:
        holds = self.when.compile() if self.when else None

        def bonus(table: HagmiTable, seat: int, source: int, target: int) -> int:
            return amount if source == target and (holds is None or holds(table, seat, source)) else 0

        return bonus

    def say(self, language: str) -> str:
        gains = gain_text(self.firepower, self.armour, language)
        if language == "ja":
            return (f"{self.when.say('ja')}間、" if self.when else "") + f"このユニットは{gains}"
        return f"this unit has {gains}" + (f" while {self.when.say('en')}" if self.when else "")


@dataclass(frozen=True)
class Aura(Ability, verb="aura"):
    """Other matching cards have this much more (or less) firepower and armour."""

    to: Filter
    firepower: Signed = 0
    armour: Signed = 0

    def compile_bonus(self, amount: int) -> CompiledBonus:
        matches = self.to.compile_card_test()

        def bonus(table: HagmiTable, seat: int, source: int, target: int) -> int:
            return amount if source != target and matches(table, seat, target) else 0

        return bonus

    def say(self, language: str) -> str:
        """Return the text with the placeholder "{other}", because only a card of the same kind says "other"."""
        gains = gain_text(self.firepower, self.armour, language)
        return (
            f"{self.to.group_text(language)}は{gains}"
            if language == "ja"
            else f"{self.to.group_text(language)} have {gains}"
        )


@dataclass(frozen=True)
class Convoy(Ability, verb="convoy"):
    """The logistics of your draw step has this many more (or fewer) dice (HAG-3.4.9)."""

    dice: Signed

    def say(self, language: str) -> str:
        if language == "ja":
            return f"自分のドローステップの兵站の値を{self.dice:+d}する"
        return f"logistics is {abs(self.dice)} {'higher' if self.dice > 0 else 'lower'} in your draw step"
