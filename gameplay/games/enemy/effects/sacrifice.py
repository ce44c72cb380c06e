"""Have a player sacrifice a card of their own."""

from dataclasses import dataclass, replace

from gameplay.engine.core.asks import RuleGenerator, choose_card
from gameplay.engine.text.effects import CompiledEffect
from gameplay.games.enemy.effects.base import EnemyEffect, Who, affected_seats
from gameplay.games.enemy.filters import Filter, possible_targets
from gameplay.games.enemy.table import EnemyTable, sacrifice_card


@dataclass(frozen=True)
class Sacrifice(EnemyEffect, verb="sacrifice"):
    """``who`` chooses a matching card of their own in play and discards it (ENE-2.6)."""

    what: Filter
    who: Who = "opponent"

    def compile(self) -> CompiledEffect:
        matches, who = replace(self.what, whose="yours").compile(), self.who

        def act(table: EnemyTable, seat: int, card: int) -> RuleGenerator:
            for loser in affected_seats(table, seat, who):
                aims = [aim for aim in possible_targets(table, loser, matches) if aim not in table.attack]
                aim = yield from choose_card(loser, "sacrifice", aims, ("sacrifice_for", card))
                if aim is not None:
                    sacrifice_card(table, loser, aim)

        return act

    def say(self, language: str) -> str:
        if language == "ja":
            who = {"you": "", "opponent": "相手は", "each": "各プレイヤーは"}[self.who]
            return f"{who}自身の{self.what.target_text('ja')}を犠牲にする"
        who = {"you": "sacrifice", "opponent": "your opponent sacrifices", "each": "each player sacrifices"}[self.who]
        return f"{who} {self.what.target_text('en')}"
