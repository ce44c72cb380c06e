"""Change the strength of one side until the end of the fight."""

from dataclasses import dataclass

from gameplay.engine.core.asks import RuleGenerator
from gameplay.engine.core.typed_data import Signed
from gameplay.engine.text.effects import CompiledEffect
from gameplay.games.enemy.conditions import Condition
from gameplay.games.enemy.effects.base import EnemyEffect
from gameplay.games.enemy.table import EnemyTable, opponent_of


@dataclass(frozen=True)
class Strengthen(EnemyEffect, verb="strengthen"):
    """Your side of the current fight gets ``amount`` strength, or ``more`` instead if the condition holds.

    The effect lasts until the end of the fight (ENE-16.4); outside a fight it does nothing.
    With a negative ``amount``, the opposing side loses strength.
    """

    amount: Signed
    more: Signed | None = None
    when: Condition | None = None

    def compile(self) -> CompiledEffect:
        amount = self.amount
        more = amount if self.more is None else self.more
        holds = self.when.compile() if self.when else None

        def act(table: EnemyTable, seat: int, card: int) -> RuleGenerator:
            fight = table.fight
            if fight is not None:
                gain = more if holds is not None and holds(table, seat, card) else amount
                side = seat if gain > 0 else opponent_of(table, seat)
                fight.bonus[int(side == table.active)] += gain
                table.events.append(("strengthened", side, gain))
            return
            yield

        return act

    def say(self, language: str) -> str:
        base = self._gain_text(language, self.amount)
        if self.when is None or self.more is None:
            return base
        when = self.when.say(language)
        if language == "ja":
            return f"{base}。{when}場合、代わりに戦力{self.more:+d}"
        return f"{base}, or {self.more:+d} if {when}"

    def _gain_text(self, language: str, amount: int) -> str:
        if language == "ja":
            return f"{'自分' if amount > 0 else '相手'}側の戦力{amount:+d}"
        return f"{'your' if amount > 0 else 'the opposing'} side gets {amount:+d} strength"
