"""Look at concealed cards."""

from dataclasses import dataclass
from typing import Literal

from gameplay.engine.core.asks import RuleGenerator
from gameplay.engine.text.effects import CompiledEffect
from gameplay.games.enemy.effects.base import EnemyEffect
from gameplay.games.enemy.table import EnemyTable, opponent_of


@dataclass(frozen=True)
class Look(EnemyEffect, verb="look"):
    """You look at your opponent's hand or at all of their hidden cards. They are shown only to you."""

    at: Literal["hand", "hidden"]

    def compile(self) -> CompiledEffect:
        at = self.at

        def act(table: EnemyTable, seat: int, card: int) -> RuleGenerator:
            owner = opponent_of(table, seat)
            for seen in table.hand[owner] if at == "hand" else table.hidden[owner]:
                table.events.append(("looked", seat, seen))
            return
            yield

        return act

    def say(self, language: str) -> str:
        if language == "ja":
            return "相手の手札を見る" if self.at == "hand" else "相手の伏せ札をすべて見る"
        return "look at your opponent's hand" if self.at == "hand" else "look at your opponent's hidden cards"
