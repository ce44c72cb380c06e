"""Effects as strict data: read from a card file into dataclasses, refused if unknown.

Each verb is one dataclass with two readers of its own: `compile` gives a closure that
acts, `say` gives the words on the card. What a card does and what it says therefore
cannot differ. A table with one key names a verb::

    reward = [{ draw = 2 }]                          # first field by itself
    reward = [{ discard = { who = "opponent" } }]    # fields by name

A field may be int (from 0), Signed, bool, str, Literal[...], another dataclass, an Effect, or a
tuple of these; anything else in the file raises `EffectError`.
"""

import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from cards.printed import CatalogueError, PrintedCard
from gameplay.engine.core.asks import Rules

Act = Callable[[Any, int, int], Rules]
"""What a compiled effect is: a rule of the table, the seat it works for and its source card."""

Test = Callable[[Any, int, int], bool]
"""A compiled condition of the table, the controller's seat and the card it is printed on."""

Signed = Annotated[int, "it may be negative"]
"""A number of which less than nothing makes sense: a bonus that is a loss."""

D = TypeVar("D")


class EffectError(ValueError):
    """Effect data that no verb understands; ``path`` leads to it inside the card."""

    def __init__(self, path: str, reason: str) -> None:
        self.path, self.reason = path, reason
        super().__init__(f"{path}: {reason}")


@dataclass(frozen=True)
class Effect:
    """The base of a game's verbs: ``class Draw(GameEffect, verb="draw")``."""

    verbs: ClassVar[dict[str, type["Effect"]]]

    def __init_subclass__(cls, *, verb: str = "") -> None:
        if verb:
            cls.verbs[verb] = cls
        else:
            cls.verbs = {}

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
    except EffectError as error:
        raise fault(card, str(error)) from error


def fault(card: PrintedCard, reason: str) -> CatalogueError:
    """What is wrong with a card, with its file and line."""
    return CatalogueError(reason, file=card.file, line=card.line)


def read(kind: Any, data: Any, path: str) -> Any:
    """Read ``data`` as ``kind``, a type a field may have. Raises EffectError."""
    origin = get_origin(kind)
    if origin is Literal:
        return _one_of(get_args(kind), data, path)
    if origin is tuple:
        return _several(get_args(kind)[0], data, path)
    if origin in (Union, types.UnionType):
        if data is None:
            return None
        (inner,) = [arm for arm in get_args(kind) if arm is not type(None)]
        return read(inner, data, path)
    if isinstance(kind, type) and issubclass(kind, Effect):
        return _verb(kind, data, path)
    if is_dataclass(kind):
        return _fields(kind, data, path)
    plain = int if kind == Signed else kind
    if type(data) is not plain:
        raise EffectError(path, f"{data!r} is not {plain.__name__}")
    if kind is int and data < 0:
        raise EffectError(path, f"{data} is less than nothing")
    return data


def _one_of(values: tuple[Any, ...], data: Any, path: str) -> Any:
    if data not in values:
        raise EffectError(path, f"{data!r} is none of {', '.join(map(str, values))}")
    return data


def _several(kind: Any, data: Any, path: str) -> tuple[Any, ...]:
    if not isinstance(data, list):
        data = [data]
    return tuple(read(kind, item, f"{path}[{place}]" if len(data) > 1 else path) for place, item in enumerate(data))


def _verb(base: type[Effect], data: Any, path: str) -> Effect:
    if not isinstance(data, dict) or len(data) != 1:
        raise EffectError(path, "an effect is a table with one key, its verb")
    ((name, arguments),) = data.items()
    if name not in base.verbs:
        raise EffectError(path, f"no verb {name!r}; there are {', '.join(sorted(base.verbs))}")
    effect = _fields(base.verbs[name], arguments, f"{path}.{name}")
    assert isinstance(effect, Effect)
    return effect


@cache
def _hints(kind: Any) -> dict[str, Any]:
    """The fields of ``kind`` by the name they have in a file: ``class_`` is written ``class``."""
    hints = get_type_hints(kind, include_extras=True)
    return {field.name.removesuffix("_"): (hints[field.name], field) for field in fields(kind)}


def _fields(kind: Any, data: Any, path: str) -> Any:
    """Read a dataclass; a value that is no table stands for its first field."""
    hints = _hints(kind)
    if not isinstance(data, dict):
        if data is True and all(field.default is not MISSING for _, field in hints.values()):
            data = {}  # { shuffle = true }: nothing to say beyond the verb
        elif hints:
            data = {next(iter(hints)): data}
        else:
            raise EffectError(path, f"takes no value, not {data!r}")
    if unknown := sorted(set(data) - set(hints)):
        raise EffectError(path, f"unknown {', '.join(unknown)}; there are {', '.join(hints)}")
    for name, (_, field) in hints.items():
        if name not in data and field.default is MISSING and field.default_factory is MISSING:
            raise EffectError(path, f"{name} is missing")
    return kind(**{hints[name][1].name: read(hints[name][0], value, f"{path}.{name}") for name, value in data.items()})
