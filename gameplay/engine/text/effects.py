"""Effects as strict data: they are read from card files into dataclasses; anything unknown is an error.

Each verb is one dataclass with two methods: `compile` returns a closure that applies the effect, and `say` returns its
text on the card. Behaviour and text of a card therefore cannot differ. A TOML table with one key names a verb::

    reward = [{ draw = 2 }]                          # the value of the first field
    reward = [{ discard = { who = "opponent" } }]    # fields by name

A field may be of any type that `core.typed_data` reads; anything else in the file raises `DataError`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from cards.printed import CatalogueError, PrintedCard
from gameplay.engine.core.asks import RuleGenerator
from gameplay.engine.core.typed_data import CustomType, DataError, read_fields, read_value

CompiledEffect = Callable[[Any, int, int], RuleGenerator]
"""A compiled effect: a rule with the arguments table, seat of the controller, and id of the source card."""

CompiledCondition = Callable[[Any, int, int], bool]
"""A compiled condition with the arguments table, seat of the controller, and id of the source card."""


@dataclass(frozen=True)
class Effect(CustomType):
    """The base class of a game's verbs: ``class Draw(GameEffect, verb="draw")``."""

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
        """Apply several effects in printed order; a game may override it to do more after each."""
        for act in acts:
            yield from act(table, seat, card)

    def compile(self) -> CompiledEffect:
        """Return a closure that applies the effect."""
        raise NotImplementedError

    def say(self, language: str) -> str:
        """Return the text on the card, without the full stop."""
        raise NotImplementedError


perform = Effect.perform


def compile_effects(effects: Iterable[Effect]) -> tuple[CompiledEffect, ...]:
    return tuple(text.compile() for text in effects)


def all_hold(tests: Sequence[CompiledCondition]) -> CompiledCondition:
    """Return a condition that holds if all of ``tests`` hold."""
    if len(tests) == 1:
        return tests[0]
    return lambda table, seat, card: all(test(table, seat, card) for test in tests)


# --- reading ----------------------------------------------------------------------------


def read_facts(card: PrintedCard, kinds: Mapping[str, type]) -> Any:
    """Read the facts of a printed card as the type that ``kinds`` has for its card type. Raises CatalogueError."""
    if card.type not in kinds:
        raise card_error(card, f"{card.number}: type {card.type!r} is not one of {', '.join(kinds)}")
    try:
        return read_value(kinds[card.type], dict(card.facts), card.number)
    except DataError as error:
        raise card_error(card, str(error)) from error


def verbs_in(text: Any) -> Iterator[tuple[str, Any]]:
    """Yield the verbs in the facts of a card with their arguments: they are keys at any depth. Other keys are, too."""
    if isinstance(text, Mapping):
        yield from text.items()
    for part in text.values() if isinstance(text, Mapping) else text if isinstance(text, list | tuple) else ():
        yield from verbs_in(part)


def card_error(card: PrintedCard, reason: str) -> CatalogueError:
    """Return an error about a card, with its file and line."""
    return CatalogueError(reason, file=card.file, line=card.line)
