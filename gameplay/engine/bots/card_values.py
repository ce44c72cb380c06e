"""Values of card effects for bots, as far as they are the same in every game."""

from collections.abc import Iterable
from functools import lru_cache, singledispatch
from typing import Any

from gameplay.engine.text.composite import Condition, Either, If, May
from gameplay.engine.text.effects import CompiledCondition, Effect


class EffectValues:
    """The value of effects, by verb. A game registers its own verbs (``@effect_values.register``); other verbs count 0.

    A composite verb has the value of the effects that it allows.
    """

    def __init__(self) -> None:
        self.value_of = singledispatch(_no_value)
        self.register = self.value_of.register
        self.register(If, self._if)
        self.register(May, self._may)
        self.register(Either, self._either)

    def __call__(self, effects: Iterable[Effect], table: Any, seat: int, card: int) -> float:
        """Return the value for ``seat`` of applying the ``effects`` of ``card`` now."""
        return sum(self.value_of(effect, table, seat, card) for effect in effects)

    def _if(self, effect: If, table: Any, seat: int, card: int) -> float:
        return self(effect.do, table, seat, card) if _compiled_condition(effect.when)(table, seat, card) else 0.0

    def _may(self, effect: May, table: Any, seat: int, card: int) -> float:
        return max(0.0, self(effect.do, table, seat, card))

    def _either(self, effect: Either, table: Any, seat: int, card: int) -> float:
        return max(self(effect.one, table, seat, card), self(effect.other, table, seat, card))


def _no_value(effect: Effect, table: Any, seat: int, card: int) -> float:
    return 0.0


@lru_cache(maxsize=1024)
def _compiled_condition(when: Condition) -> CompiledCondition:
    return when.compile()
