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
from gameplay.engine.core.asks import Rules
from gameplay.engine.core.typed_data import DataError, ReadsItself, read, read_fields

Act = Callable[[Any, int, int], Rules]
"""What a compiled effect is: a rule of the table, the seat it works for and its source card."""

Test = Callable[[Any, int, int], bool]
"""A compiled condition of the table, the controller's seat and the card it is printed on."""


@dataclass(frozen=True)
class Effect(ReadsItself):
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
    def perform(acts: Iterable[Act], table: Any, seat: int, card: int) -> Rules:
        """Do several effects in printed order; a game may have more to do after each."""
        for act in acts:
            yield from act(table, seat, card)

    def compile(self) -> Act:
        """Return the closure that does it."""
        raise NotImplementedError

    def say(self, language: str) -> str:
        """Return the words that stand on the card, without the full stop."""
        raise NotImplementedError


perform = Effect.perform


def compiled(texts: Iterable[Effect]) -> tuple[Act, ...]:
    return tuple(text.compile() for text in texts)


def all_of(tests: Sequence[Test]) -> Test:
    """The test that all of ``tests`` hold."""
    if len(tests) == 1:
        return tests[0]
    return lambda table, seat, card: all(test(table, seat, card) for test in tests)


# --- reading ----------------------------------------------------------------------------


def facts_of(card: PrintedCard, kinds: Mapping[str, type]) -> Any:
    """The facts of a printed card, read as what its type has in ``kinds``. Raises CatalogueError."""
    if card.type not in kinds:
        raise fault(card, f"{card.number}: type {card.type!r} is none of {', '.join(kinds)}")
    try:
        return read(kinds[card.type], dict(card.facts), card.number)
    except DataError as error:
        raise fault(card, str(error)) from error


def fault(card: PrintedCard, reason: str) -> CatalogueError:
    """What is wrong with a card, with its file and line."""
    return CatalogueError(reason, file=card.file, line=card.line)
