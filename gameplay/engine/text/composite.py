"""Composite verbs, which contain other verbs and are the same in every game.

A game subclasses each of them with the types of its own effects and conditions, which the reader of card files needs
to know::

    @dataclass(frozen=True)
    class May(GameEffect, composite.May, verb="may"):
        do: tuple[GameEffect, ...]
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from gameplay.engine.core.asks import ACCEPT, NO, YES, Ask, RuleGenerator
from gameplay.engine.text.effects import CompiledCondition, CompiledEffect, Effect, compile_effects
from gameplay.engine.text.wording import Sayable, effects_text

VERB_ENDINGS = "うくぐすつぬぶむる"  # the endings of Japanese verbs that ことができる may follow


class Condition(Sayable, Protocol):
    """The condition of an effect."""

    def compile(self) -> CompiledCondition: ...

    def __hash__(self) -> int: ...


@dataclass(frozen=True)
class May(Effect):
    """You may do all of it, or none."""

    do: tuple[Effect, ...]

    def compile(self) -> CompiledEffect:
        acts, perform = compile_effects(self.do), self.perform

        def act(table: Any, seat: int, card: int) -> RuleGenerator:
            if (yield Ask(seat, ACCEPT, (YES, NO), ("may", card))) == YES:
                yield from perform(acts, table, seat, card)

        return act

    def say(self, language: str) -> str:
        effects = effects_text(self.do, language)
        if language == "en":
            return f"you may {effects}"
        single = len(self.do) == 1 and effects[-1] in VERB_ENDINGS
        return f"{effects}ことができる" if single else f"次を行うことができる。{effects}"


@dataclass(frozen=True)
class If(Effect):
    """Done only while the condition holds."""

    when: Condition
    do: tuple[Effect, ...]

    def compile(self) -> CompiledEffect:
        holds, acts, perform = self.when.compile(), compile_effects(self.do), self.perform

        def act(table: Any, seat: int, card: int) -> RuleGenerator:
            if holds(table, seat, card):
                yield from perform(acts, table, seat, card)

        return act

    def say(self, language: str) -> str:
        when, effects = self.when.say(language), effects_text(self.do, language)
        return f"if {when}, {effects}" if language == "en" else f"{when}場合、{effects}"


@dataclass(frozen=True)
class Either(Effect):
    """You choose one of two."""

    one: tuple[Effect, ...]
    other: tuple[Effect, ...]

    def compile(self) -> CompiledEffect:
        sides, perform = (compile_effects(self.one), compile_effects(self.other)), self.perform

        def act(table: Any, seat: int, card: int) -> RuleGenerator:
            chosen = yield Ask(seat, ACCEPT, (("either", card, 1), ("either", card, 2)), ("either_for", card))
            yield from perform(sides[chosen[2] - 1], table, seat, card)

        return act

    def say(self, language: str) -> str:
        one, other = effects_text(self.one, language), effects_text(self.other, language)
        return f"choose one: {one}; or {other}" if language == "en" else f"「{one}」か「{other}」のどちらかを行う"


@dataclass(frozen=True)
class Trigger(Effect):
    """A triggered ability: when ``happens`` occurs and the condition holds, its effects are applied.

    ``moment_phrases`` contains the English and the Japanese phrase for each event; ``if_type`` is the game's own `If`.
    """

    happens: str
    do: tuple[Effect, ...]
    when: Condition | None = None

    moment_phrases: ClassVar[Mapping[Any, tuple[str, str]]]
    if_type: ClassVar[type[If]]

    def conditional_effects(self) -> tuple[Effect, ...]:
        return (self.if_type(self.when, self.do),) if self.when else self.do

    def say(self, language: str) -> str:
        moment, effects = self.moment_phrases[self.happens], effects_text(self.conditional_effects(), language)
        return f"{moment[0]}, {effects}" if language == "en" else f"{moment[1]}、{effects}"


def compile_triggers(abilities: Iterable[Effect]) -> dict[str, tuple[CompiledEffect, ...]]:
    """Return the compiled triggered abilities among ``abilities`` by event, in printed order."""
    compiled: dict[str, tuple[CompiledEffect, ...]] = {}
    for ability in abilities:
        if isinstance(ability, Trigger):
            compiled[ability.happens] = compiled.get(ability.happens, ()) + compile_effects(
                ability.conditional_effects()
            )
    return compiled
