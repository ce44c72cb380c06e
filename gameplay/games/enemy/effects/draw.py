"""Draw cards into the hand."""

from dataclasses import dataclass

from gameplay.engine.core.asks import RuleGenerator
from gameplay.engine.text.effects import CompiledEffect
from gameplay.games.enemy.effects.base import EnemyEffect, Who, affected_seats
from gameplay.games.enemy.table import EnemyTable
from gameplay.games.enemy.table import draw_card as draw_one


@dataclass(frozen=True)
class Draw(EnemyEffect, verb="draw"):
    """``who`` draws ``count`` cards, one at a time; an empty deck is reshuffled as usual (ENE-5.1)."""

    count: int = 1
    who: Who = "you"

    def compile(self) -> CompiledEffect:
        count, who = self.count, self.who

        def act(table: EnemyTable, seat: int, card: int) -> RuleGenerator:
            for player in affected_seats(table, seat, who):
                for _ in range(count):
                    draw_one(table, player)
            return
            yield

        return act

    def say(self, language: str) -> str:
        if language == "ja":
            return {"you": "", "opponent": "相手は", "each": "各プレイヤーは"}[self.who] + f"カードを{self.count}枚引く"
        cards = "a card" if self.count == 1 else f"{self.count} cards"
        return {"you": "draw ", "opponent": "your opponent draws ", "each": "each player draws "}[self.who] + cards
