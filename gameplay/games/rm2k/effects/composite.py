"""Verbs made of other verbs."""

from dataclasses import dataclass

from gameplay.engine.asks import ACCEPT, NO, YES, Ask, Rules
from gameplay.engine.effects import Act
from gameplay.games.rm2k.conditions import Condition
from gameplay.games.rm2k.effects.base import Rm2kEffect, perform
from gameplay.games.rm2k.table import Rm2kTable


def sequence(effects: tuple[Rm2kEffect, ...], language: str) -> str:
    """Several effects in one sentence."""
    return (", then " if language == "en" else "。その後、").join(effect.say(language) for effect in effects)


@dataclass(frozen=True)
class May(Rm2kEffect, verb="may"):
    """You may do all of it, or none."""

    do: tuple[Rm2kEffect, ...]

    def compile(self) -> Act:
        acts = tuple(effect.compile() for effect in self.do)

        def act(table: Rm2kTable, seat: int, card: int) -> Rules:
            if (yield Ask(seat, ACCEPT, (YES, NO), ("may", card))) == YES:
                yield from perform(acts, table, seat, card)

        return act

    def say(self, language: str) -> str:
        what = sequence(self.do, language)
        if language == "en":
            return f"you may {what}"
        return f"{what}ことができる" if len(self.do) == 1 else f"次を行うことができる。{what}"


@dataclass(frozen=True)
class If(Rm2kEffect, verb="if"):
    """Done only while the condition holds."""

    when: Condition
    do: tuple[Rm2kEffect, ...]

    def compile(self) -> Act:
        holds = self.when.compile()
        acts = tuple(effect.compile() for effect in self.do)

        def act(table: Rm2kTable, seat: int, card: int) -> Rules:
            if holds(table, seat, card):
                yield from perform(acts, table, seat, card)

        return act

    def say(self, language: str) -> str:
        when, what = self.when.say(language), sequence(self.do, language)
        return f"if {when}, {what}" if language == "en" else f"{when}場合、{what}"


@dataclass(frozen=True)
class Either(Rm2kEffect, verb="either"):
    """You choose one of two."""

    one: tuple[Rm2kEffect, ...]
    other: tuple[Rm2kEffect, ...]

    def compile(self) -> Act:
        sides = [tuple(effect.compile() for effect in side) for side in (self.one, self.other)]

        def act(table: Rm2kTable, seat: int, card: int) -> Rules:
            chosen = yield Ask(seat, ACCEPT, (("either", card, 1), ("either", card, 2)), ("either_for", card))
            yield from perform(sides[chosen[2] - 1], table, seat, card)

        return act

    def say(self, language: str) -> str:
        one, other = sequence(self.one, language), sequence(self.other, language)
        return f"choose one: {one}; or {other}" if language == "en" else f"「{one}」か「{other}」のどちらかを行う"
