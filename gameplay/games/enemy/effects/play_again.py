"""Allow another play this turn (ENE-6.5)."""

from dataclasses import dataclass

from gameplay.engine.core.asks import RuleGenerator
from gameplay.engine.text.effects import CompiledEffect
from gameplay.games.enemy.effects.base import EnemyEffect
from gameplay.games.enemy.table import EnemyTable


@dataclass(frozen=True)
class PlayAgain(EnemyEffect, verb="play_again"):
    """You may make ``count`` more plays this turn, if it is your turn."""

    count: int = 1

    def compile(self) -> CompiledEffect:
        count = self.count

        def act(table: EnemyTable, seat: int, card: int) -> RuleGenerator:
            if seat == table.active:
                table.plays_left += count
                table.events.append(("plays_again", seat, count))
            return
            yield

        return act

    def say(self, language: str) -> str:
        if language == "ja":
            return f"このターンさらに{self.count}回プレイできる"
        return "make another play this turn" if self.count == 1 else f"make {self.count} more plays this turn"
