"""Heal a wounded PC (ENE-8.10, 8.11)."""

from dataclasses import dataclass, field, replace

from gameplay.engine.core.asks import Rules, choose
from gameplay.engine.text.effects import Act
from gameplay.games.enemy.effects.base import EnemyEffect
from gameplay.games.enemy.filters import Filter, in_play
from gameplay.games.enemy.table import EnemyTable
from gameplay.games.enemy.table import heal as heal_pc


@dataclass(frozen=True)
class Heal(EnemyEffect, verb="heal"):
    """You choose a wounded PC that matches; it is healthy again."""

    what: Filter = field(default_factory=lambda: Filter(whose="yours"))

    def compile(self) -> Act:
        matches = replace(self.what, type="pc", wounded=True).compile()

        def act(table: EnemyTable, seat: int, card: int) -> Rules:
            pc = yield from choose(seat, "heal", in_play(table, seat, matches), ("heal_for", card))
            if pc is not None:
                heal_pc(table, pc)

        return act

    def say(self, language: str) -> str:
        what = replace(self.what, type="pc", wounded=True).some(language)
        return f"heal {what}" if language == "en" else f"{what}を回復する"
