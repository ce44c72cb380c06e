"""Preventing the action that a React answers."""

from dataclasses import dataclass

from gameplay.engine.core.asks import RuleGenerator
from gameplay.engine.text.effects import CompiledEffect
from gameplay.games.rm2k.effects.base import Rm2kEffect
from gameplay.games.rm2k.table import Rm2kTable


@dataclass(frozen=True)
class Cancel(Rm2kEffect, verb="cancel"):
    """Prevent the Event, ability or Challenge that this React answers (RM-7.2.6)."""

    def compile(self) -> CompiledEffect:
        def act(table: Rm2kTable, seat: int, card: int) -> RuleGenerator:
            position = next((index for index, each in enumerate(table.stack) if each.card == card), 0)
            if position:
                table.stack[position - 1].cancelled = True
            return
            yield

        return act

    def say(self, language: str) -> str:
        return "それを無効にする" if language == "ja" else "prevent it"
