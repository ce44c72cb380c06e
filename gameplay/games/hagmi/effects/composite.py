"""Verbs that contain other verbs."""

from dataclasses import dataclass

from gameplay.engine.core.asks import RuleGenerator
from gameplay.engine.text import composite
from gameplay.engine.text.effects import CompiledEffect, compile_effects, perform
from gameplay.engine.text.wording import effects_text
from gameplay.games.hagmi.conditions import Condition
from gameplay.games.hagmi.effects.base import HagmiEffect
from gameplay.games.hagmi.start_phase import roll_die
from gameplay.games.hagmi.table import HagmiTable


@dataclass(frozen=True)
class May(HagmiEffect, composite.May, verb="may"):
    """You may do all of it or none of it."""

    do: tuple[HagmiEffect, ...]


@dataclass(frozen=True)
class If(HagmiEffect, composite.If, verb="if"):
    """Do it only if the condition holds."""

    when: Condition
    do: tuple[HagmiEffect, ...]


@dataclass(frozen=True)
class Either(HagmiEffect, composite.Either, verb="either"):
    """Choose one of two."""

    one: tuple[HagmiEffect, ...]
    other: tuple[HagmiEffect, ...]


@dataclass(frozen=True)
class Roll(HagmiEffect, verb="roll"):
    """Roll a die: on 1 to 3 do one thing, on 4 to 6 the other (HAG-1.15)."""

    low: tuple[HagmiEffect, ...]
    high: tuple[HagmiEffect, ...]

    def compile(self) -> CompiledEffect:
        low, high = compile_effects(self.low), compile_effects(self.high)

        def act(table: HagmiTable, seat: int, card: int) -> RuleGenerator:
            yield from perform(low if roll_die(table, seat) <= 3 else high, table, seat, card)

        return act

    def say(self, language: str) -> str:
        low, high = effects_text(self.low, language), effects_text(self.high, language)
        if language == "ja":
            return f"ダイスを1つ振る。1・2・3なら「{low}」、4・5・6なら「{high}」"
        return f"roll a die: on 1 to 3, {low}; on 4 to 6, {high}"
