"""Effects as strict data: read from a card file into dataclasses, refused if unknown.

Each verb is one dataclass with two readers of its own: `compile` gives a closure that
acts, `say` gives the words on the card. What a card does and what it says therefore
cannot differ. A table with one key names a verb::

    reward = [{ draw = 2 }]                          # first field by itself
    reward = [{ discard = { who = "opponent" } }]    # fields by name

A field may be of any type that `core.typed_data` reads; anything else in the file raises `DataError`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from cards.printed import CatalogueError, PrintedCard
from gameplay.engine.core.asks import RuleGenerator
from gameplay.engine.core.typed_data import CustomType, DataError, read_fields, read_value

CompiledEffect = Callable[[Any, int, int], RuleGenerator]
"""What a compiled effect is: a rule of the table, the seat it works for and its source card."""

CompiledCondition = Callable[[Any, int, int], bool]
"""A compiled condition of the table, the controller's seat and the card it is printed on."""


@dataclass(frozen=True)
class Effect(CustomType):
    """The base of a game's verbs: ``class Draw(GameEffect, verb="draw")``."""

    verbs: ClassVar[dict[str, type["Effect"]]]

    def __init_subclass__(cls, *, verb: str = "") -> None:
        if verb:
            cls.verbs[verb] = cls
        else:
            cls.verbs = {}

    @classmethod
    def from_data(cls, data: object, path: str) -> Self:
        if not isinstance(data, dict) or len(data) != 1:
            raise DataError(path, "an effect is a table with one key, its verb")
        ((name, arguments),) = data.items()
        if name not in cls.verbs:
            raise DataError(path, f"no verb {name!r}; there are {', '.join(sorted(cls.verbs))}")
        effect = read_fields(cls.verbs[name], arguments, f"{path}.{name}")
        assert isinstance(effect, cls)
        return effect

    @staticmethod
    def perform(acts: Iterable[CompiledEffect], table: Any, seat: int, card: int) -> RuleGenerator:
        """Do several effects in printed order; a game may have more to do after each."""
        for act in acts:
            yield from act(table, seat, card)

    def compile(self) -> CompiledEffect:
        """Return the closure that does it."""
        raise NotImplementedError

    def say(self, language: str) -> str:
        """Return the words that stand on the card, without the full stop."""
        raise NotImplementedError


perform = Effect.perform


def compile_effects(effects: Iterable[Effect]) -> tuple[CompiledEffect, ...]:
    return tuple(text.compile() for text in effects)


def all_hold(tests: Sequence[CompiledCondition]) -> CompiledCondition:
    """The test that all of ``tests`` hold."""
    if len(tests) == 1:
        return tests[0]
    return lambda table, seat, card: all(test(table, seat, card) for test in tests)


# --- reading ----------------------------------------------------------------------------


def read_facts(card: PrintedCard, kinds: Mapping[str, type]) -> Any:
    """The facts of a printed card, read as what its type has in ``kinds``. Raises CatalogueError."""
    if card.type not in kinds:
        raise card_error(card, f"{card.number}: type {card.type!r} is none of {', '.join(kinds)}")
    try:
        return read_value(kinds[card.type], dict(card.facts), card.number)
    except DataError as error:
        raise card_error(card, str(error)) from error


def card_error(card: PrintedCard, reason: str) -> CatalogueError:
    """What is wrong with a card, with its file and line."""
    return CatalogueError(reason, file=card.file, line=card.line)
