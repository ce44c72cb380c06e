"""Wound a PC by a card text; tolerance does not help (ENE-OP-19)."""

from dataclasses import dataclass, field, replace

from gameplay.engine.core.asks import Rules, choose
from gameplay.engine.text.effects import Act
from gameplay.games.enemy.effects.base import EnemyEffect
from gameplay.games.enemy.filters import Filter, in_play
from gameplay.games.enemy.table import EnemyTable
from gameplay.games.enemy.table import wound as wound_pc


@dataclass(frozen=True)
class Wound(EnemyEffect, verb="wound"):
    """You choose a matching PC; it is wounded, or destroyed if it was (ENE-8.12)."""

    what: Filter = field(default_factory=lambda: Filter(whose="theirs"))

    def compile(self) -> Act:
        matches = replace(self.what, type="pc").compile()

        def act(table: EnemyTable, seat: int, card: int) -> Rules:
            pc = yield from choose(seat, "wound", in_play(table, seat, matches), ("wound_for", card))
            if pc is not None:
                wound_pc(table, pc)

        return act

    def say(self, language: str) -> str:
        what = replace(self.what, type="pc").some(language)
        return f"wound {what}" if language == "en" else f"{what}を負傷させる"
