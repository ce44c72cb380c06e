"""Make a player sacrifice a card."""

from dataclasses import dataclass, replace

from gameplay.engine.core.asks import RuleGenerator, choose_card
from gameplay.engine.text.effects import CompiledEffect
from gameplay.games.enemy.effects.base import EnemyEffect, Who, affected_seats
from gameplay.games.enemy.filters import Filter, possible_targets
from gameplay.games.enemy.table import EnemyTable, sacrifice_card


@dataclass(frozen=True)
class Sacrifice(EnemyEffect, verb="sacrifice"):
    """``who`` chooses a matching card of their own in play and sacrifices it (ENE-2.6)."""

    what: Filter
    who: Who = "opponent"

    def compile(self) -> CompiledEffect:
        matches, who = replace(self.what, whose="yours").compile(), self.who

        def act(table: EnemyTable, seat: int, card: int) -> RuleGenerator:
            for player in affected_seats(table, seat, who):
                targets = [each for each in possible_targets(table, player, matches) if each not in table.attack]
                target = yield from choose_card(player, "sacrifice", targets, ("sacrifice_for", card))
                if target is not None:
                    sacrifice_card(table, player, target)

        return act

    def say(self, language: str) -> str:
        if language == "ja":
            who = {"you": "", "opponent": "相手は", "each": "各プレイヤーは"}[self.who]
            return f"{who}自身の{self.what.target_text('ja')}を犠牲にする"
        who = {"you": "sacrifice", "opponent": "your opponent sacrifices", "each": "each player sacrifices"}[self.who]
        return f"{who} {self.what.target_text('en')}"
