"""Strength that a card gets or gives while it is in play."""

from dataclasses import dataclass

from gameplay.engine.core.typed_data import Signed
from gameplay.games.enemy.conditions import Condition, bearer_or_self
from gameplay.games.enemy.effects.base import Ability
from gameplay.games.enemy.filters import Filter, spottable_cards
from gameplay.games.enemy.table import EnemyTable
from gameplay.games.enemy.terms import CompiledAura, CompiledBonus


@dataclass(frozen=True)
class StrengthBonus(Ability, verb="bonus"):
    """This card, or the bearer of this item, gets ``amount`` strength while the condition holds.

    With ``each``, it gets that much for each matching card that can be spotted, up to ``most``.
    The card itself and its bearer do not count, unless items are counted.
    """

    amount: Signed
    when: Condition | None = None
    each: Filter | None = None
    most: int = 3

    def compile_bonus(self) -> CompiledBonus:
        count = self._counter()
        if self.when is None:
            return count
        holds = self.when.compile()
        return lambda table, card: count(table, card) if holds(table, table.owners[card], card) else 0

    def _counter(self) -> CompiledBonus:
        amount, most = self.amount, self.most
        if self.each is None:
            return lambda table, card: amount
        matches, others = self.each.compile(), self._excludes_itself

        def count(table: EnemyTable, card: int) -> int:
            seat = table.owners[card]
            not_counted = (card, bearer_or_self(table, card)) if others else ()
            number = sum(other not in not_counted and matches(table, seat, other) for other in spottable_cards(table))
            return min(amount * number, most)

        return count

    @property
    def _excludes_itself(self) -> bool:
        return self.each is not None and self.each.implied_type != "item" and self.each.whose != "theirs"

    def say(self, language: str) -> str:
        if language == "ja":
            return (f"{self.when.say('ja')}間、" if self.when else "") + self._gain_text("ja")
        return self._gain_text("en") + (f" while {self.when.say('en')}" if self.when else "")

    def _gain_text(self, language: str) -> str:
        gain = f"{self.amount:+d} strength" if language == "en" else f"戦力{self.amount:+d}"
        if self.each is None:
            return gain
        each = self.each.noun(language, other=self._excludes_itself)
        if language == "ja":
            return f"指定できる{each}ごとに{gain}(最大{self.most:+d})"
        return f"{gain} for each {each} you can spot, up to {self.most:+d}"


@dataclass(frozen=True)
class StrengthAura(Ability, verb="aura"):
    """Other cards in a fight that match get ``amount`` strength while this card is in play."""

    amount: Signed
    to: Filter
    when: Condition | None = None

    def compile_aura(self) -> CompiledAura:
        amount, matches = self.amount, self.to.compile()
        holds = self.when.compile() if self.when else None

        def aura(table: EnemyTable, source: int, target: int) -> int:
            seat = table.owners[source]
            if target in (source, bearer_or_self(table, source)) or not matches(table, seat, target):
                return 0
            return amount if holds is None or holds(table, seat, source) else 0

        return aura

    def say(self, language: str) -> str:
        to = self.to.noun(language, other=self.to.whose != "theirs")
        if language == "ja":
            return (f"{self.when.say('ja')}間、" if self.when else "") + f"{to}は戦力{self.amount:+d}"
        text = f"each {to} gets {self.amount:+d} strength"
        return text + (f" while {self.when.say('en')}" if self.when else "")
