"""Wound a PC by a card text; tolerance does not prevent it (ENE-OP-19)."""

from dataclasses import dataclass, field, replace

from gameplay.engine.core.asks import RuleGenerator, choose_card
from gameplay.engine.text.effects import CompiledEffect
from gameplay.games.enemy.effects.base import EnemyEffect
from gameplay.games.enemy.filters import Filter, possible_targets
from gameplay.games.enemy.table import EnemyTable, wound_pc


@dataclass(frozen=True)
class Wound(EnemyEffect, verb="wound"):
    """You choose a matching PC; it is wounded, or destroyed if it was already wounded (ENE-8.12)."""

    what: Filter = field(default_factory=lambda: Filter(whose="theirs"))

    def compile(self) -> CompiledEffect:
        matches = replace(self.what, type="pc").compile()

        def act(table: EnemyTable, seat: int, card: int) -> RuleGenerator:
            pc = yield from choose_card(seat, "wound", possible_targets(table, seat, matches), ("wound_for", card))
            if pc is not None:
                wound_pc(table, pc)

        return act

    def say(self, language: str) -> str:
        what = replace(self.what, type="pc").counted_text(language)
        return f"wound {what}" if language == "en" else f"{what}を負傷させる"
