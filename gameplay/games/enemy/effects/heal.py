"""Heal a wounded PC (ENE-8.10, 8.11)."""

from dataclasses import dataclass, field, replace

from gameplay.engine.core.asks import RuleGenerator, choose_card
from gameplay.engine.text.effects import CompiledEffect
from gameplay.games.enemy.effects.base import EnemyEffect
from gameplay.games.enemy.filters import Filter, possible_targets
from gameplay.games.enemy.table import EnemyTable, heal_pc


@dataclass(frozen=True)
class Heal(EnemyEffect, verb="heal"):
    """You choose a wounded PC that matches; it is healed."""

    what: Filter = field(default_factory=lambda: Filter(whose="yours"))

    def compile(self) -> CompiledEffect:
        matches = replace(self.what, type="pc", wounded=True).compile()

        def act(table: EnemyTable, seat: int, card: int) -> RuleGenerator:
            pc = yield from choose_card(seat, "heal", possible_targets(table, seat, matches), ("heal_for", card))
            if pc is not None:
                heal_pc(table, pc)

        return act

    def say(self, language: str) -> str:
        what = replace(self.what, type="pc", wounded=True).counted_text(language)
        return f"heal {what}" if language == "en" else f"{what}を回復する"
