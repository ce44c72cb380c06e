"""Give the fighting PC tolerance until the end of the fight."""

from dataclasses import dataclass

from gameplay.engine.core.asks import RuleGenerator
from gameplay.engine.text.effects import CompiledEffect
from gameplay.games.enemy.effects.base import EnemyEffect
from gameplay.games.enemy.table import EnemyTable


@dataclass(frozen=True)
class Toughen(EnemyEffect, verb="toughen"):
    """The fighting PC gets ``amount`` tolerance until the end of the fight (ENE-16.2.1)."""

    amount: int

    def compile(self) -> CompiledEffect:
        amount = self.amount

        def act(table: EnemyTable, seat: int, card: int) -> RuleGenerator:
            if table.fight is not None:
                table.fight.tolerance += amount
                table.events.append(("toughened", table.fight.pc, amount))
            return
            yield

        return act

    def say(self, language: str) -> str:
        if language == "ja":
            return f"戦っているPCの耐久{self.amount:+d}"
        return f"the fighting PC gets {self.amount:+d} tolerance"
