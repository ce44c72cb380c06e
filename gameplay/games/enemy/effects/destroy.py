"""Destroy a card in play, or a hidden card."""

from dataclasses import dataclass
from typing import Literal

from gameplay.engine.core.asks import RuleGenerator, choose_card
from gameplay.engine.text.effects import CompiledEffect
from gameplay.games.enemy.effects.base import EnemyEffect
from gameplay.games.enemy.filters import Filter, possible_targets
from gameplay.games.enemy.table import EnemyTable, destroy_card, opponent_of


@dataclass(frozen=True)
class Destroy(EnemyEffect, verb="destroy"):
    """You choose a matching card in play, neither attacking nor in a score pile; it is destroyed (ENE-2.6)."""

    what: Filter

    def compile(self) -> CompiledEffect:
        matches = self.what.compile()

        def act(table: EnemyTable, seat: int, card: int) -> RuleGenerator:
            targets = [each for each in possible_targets(table, seat, matches) if each not in table.attack]
            target = yield from choose_card(seat, "destroy", targets, ("destroy_for", card))
            if target is not None:
                destroy_card(table, target)

        return act

    def say(self, language: str) -> str:
        return (
            f"destroy {self.what.target_text('en')}" if language == "en" else f"{self.what.target_text('ja')}を破壊する"
        )


@dataclass(frozen=True)
class DestroyHidden(EnemyEffect, verb="destroy_hidden"):
    """You choose a hidden card without seeing it; it is destroyed."""

    whose: Literal["yours", "theirs"] = "theirs"

    def compile(self) -> CompiledEffect:
        whose = self.whose

        def act(table: EnemyTable, seat: int, card: int) -> RuleGenerator:
            owner = seat if whose == "yours" else opponent_of(table, seat)
            target = yield from choose_card(seat, "destroy_hidden", table.hidden[owner], ("destroy_for", card))
            if target is not None:
                destroy_card(table, target)

        return act

    def say(self, language: str) -> str:
        if language == "ja":
            return f"{'自分' if self.whose == 'yours' else '相手'}の伏せ札1枚を破壊する"
        whose = "your" if self.whose == "yours" else "your opponent's"
        return f"destroy one of {whose} hidden cards"
