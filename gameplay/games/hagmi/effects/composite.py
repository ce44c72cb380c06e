"""Verbs made of other verbs."""

from dataclasses import dataclass

from gameplay.engine.asks import ACCEPT, NO, YES, Ask, Rules
from gameplay.engine.effects import Act
from gameplay.games.hagmi.conditions import Condition
from gameplay.games.hagmi.effects.base import HagmiEffect
from gameplay.games.hagmi.table import HagmiTable
from gameplay.games.hagmi.triggers import perform


def sequence(effects: tuple[HagmiEffect, ...], language: str) -> str:
    """Several effects in one sentence."""
    return (", then " if language == "en" else "。その後、").join(effect.say(language) for effect in effects)


@dataclass(frozen=True)
class May(HagmiEffect, verb="may"):
    """You may do all of it, or none."""

    do: tuple[HagmiEffect, ...]

    def compile(self) -> Act:
        acts = tuple(effect.compile() for effect in self.do)

        def act(table: HagmiTable, seat: int, card: int) -> Rules:
            if (yield Ask(seat, ACCEPT, (YES, NO), ("may", card))) == YES:
                yield from perform(acts, table, seat, card)

        return act

    def say(self, language: str) -> str:
        what = sequence(self.do, language)
        return f"you may {what}" if language == "en" else f"次を行うことができる。{what}"


@dataclass(frozen=True)
class If(HagmiEffect, verb="if"):
    """Done only while the condition holds."""

    when: Condition
    do: tuple[HagmiEffect, ...]

    def compile(self) -> Act:
        holds, acts = self.when.compile(), tuple(effect.compile() for effect in self.do)

        def act(table: HagmiTable, seat: int, card: int) -> Rules:
            if holds(table, seat, card):
                yield from perform(acts, table, seat, card)

        return act

    def say(self, language: str) -> str:
        when, what = self.when.say(language), sequence(self.do, language)
        return f"if {when}, {what}" if language == "en" else f"{when}場合、{what}"


@dataclass(frozen=True)
class Either(HagmiEffect, verb="either"):
    """You choose one of two."""

    one: tuple[HagmiEffect, ...]
    other: tuple[HagmiEffect, ...]

    def compile(self) -> Act:
        sides = [tuple(effect.compile() for effect in side) for side in (self.one, self.other)]

        def act(table: HagmiTable, seat: int, card: int) -> Rules:
            chosen = yield Ask(seat, ACCEPT, (("either", card, 1), ("either", card, 2)), ("either_for", card))
            yield from perform(sides[chosen[2] - 1], table, seat, card)

        return act

    def say(self, language: str) -> str:
        one, other = sequence(self.one, language), sequence(self.other, language)
        return f"choose one: {one}; or {other}" if language == "en" else f"「{one}」か「{other}」のどちらかを行う"


@dataclass(frozen=True)
class Roll(HagmiEffect, verb="roll"):
    """Roll a die: 1 to 3 do one thing, 4 to 6 another (HAG-1.15)."""

    low: tuple[HagmiEffect, ...]
    high: tuple[HagmiEffect, ...]

    def compile(self) -> Act:
        low, high = (tuple(effect.compile() for effect in side) for side in (self.low, self.high))

        def act(table: HagmiTable, seat: int, card: int) -> Rules:
            die = table.chance.number(6) + 1
            table.events.append(("rolled", seat, die))
            yield from perform(low if die <= 3 else high, table, seat, card)

        return act

    def say(self, language: str) -> str:
        low, high = sequence(self.low, language), sequence(self.high, language)
        if language == "ja":
            return f"ダイスを1つ振る。1・2・3なら「{low}」、4・5・6なら「{high}」"
        return f"roll a die: on 1 to 3, {low}; on 4 to 6, {high}"
