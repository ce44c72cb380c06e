"""Strength that a card has, or gives, while it is in play."""

from dataclasses import dataclass

from gameplay.games.enemy.conditions import Condition, bearer_or_self
from gameplay.games.enemy.effects.base import Ability
from gameplay.games.enemy.filters import Filter
from gameplay.games.enemy.table import EnemyTable
from gameplay.games.enemy.terms import Aura, Bonus


@dataclass(frozen=True)
class StrengthBonus(Ability, verb="bonus"):
    """This card, or the bearer of this item, has ``amount`` strength while the condition holds."""

    amount: int
    when: Condition | None = None

    def bonus(self) -> Bonus:
        amount = self.amount
        if self.when is None:
            return lambda table, card: amount
        holds = self.when.compile()
        return lambda table, card: amount if holds(table, table.owners[card], card) else 0

    def say(self, language: str) -> str:
        if language == "ja":
            return (f"{self.when.say('ja')}間、" if self.when else "") + f"戦力{self.amount:+d}"
        return f"{self.amount:+d} strength" + (f" while {self.when.say('en')}" if self.when else "")


@dataclass(frozen=True)
class StrengthAura(Ability, verb="aura"):
    """Other cards in a fight that match have ``amount`` strength while this card is in play."""

    amount: int
    to: Filter
    when: Condition | None = None

    def aura(self) -> Aura:
        amount, matches = self.amount, self.to.compile()
        holds = self.when.compile() if self.when else None

        def aura(table: EnemyTable, source: int, target: int) -> int:
            seat = table.owners[source]
            if target in (source, bearer_or_self(table, source)) or not matches(table, seat, target):
                return 0
            return amount if holds is None or holds(table, seat, source) else 0

        return aura

    def say(self, language: str) -> str:
        if language == "ja":
            return (
                f"{self.when.say('ja')}間、" if self.when else ""
            ) + f"他の{self.to.noun('ja')}は戦力{self.amount:+d}"
        text = f"each other {self.to.noun('en')} gets {self.amount:+d} strength"
        return text + (f" while {self.when.say('en')}" if self.when else "")
