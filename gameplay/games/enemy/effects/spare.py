"""Prevent the wound of a lost fight."""

from dataclasses import dataclass

from gameplay.engine.core.asks import RuleGenerator
from gameplay.engine.text.effects import CompiledEffect
from gameplay.games.enemy.effects.base import EnemyEffect
from gameplay.games.enemy.table import EnemyTable

ANY_MARGIN = 1000


@dataclass(frozen=True)
class Spare(EnemyEffect, verb="spare"):
    """If the fighting PC loses this fight, by any margin, it is not wounded; it still loses (ENE-16.2.6)."""

    def compile(self) -> CompiledEffect:
        def act(table: EnemyTable, seat: int, card: int) -> RuleGenerator:
            if table.fight is not None:
                table.fight.tolerance += ANY_MARGIN
                table.events.append(("spared", table.fight.pc))
            return
            yield

        return act

    def say(self, language: str) -> str:
        if language == "ja":
            return "戦っているPCはこの戦闘に負けても負傷しない"
        return "the fighting PC is not wounded if it loses this fight"
