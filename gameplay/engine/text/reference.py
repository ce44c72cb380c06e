"""The verbs, conditions and filters that a game's card files may use, as a document: what each does, and its fields."""

import inspect
import types
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from gameplay.engine.core.typed_data import Signed
from gameplay.engine.text.effects import Effect

HEADER = """# What a text can say

Written by `python -m tests.gameplay.games.test_documents` from the definitions themselves, and held to them.

In a card file a verb is a table with one key, `{ draw = { count = 2 } }`; a value that is no table stands for the
first field, `{ draw = 2 }`, and `true` for nothing to say, `{ spare = true }`. A list may stand where several may.
"""


def verb_reference(verbs: Mapping[str, Mapping[str, type]], facts: Iterable[type]) -> str:
    """Return what a game's cards can say: its ``verbs`` by the title under which they stand, then what these are made of.

    ``facts`` are what cards of each type have, some of which are made of the same.
    """
    kinds = [*facts, *(kind for found in verbs.values() for kind in found.values())]
    made_of = {part.__name__.lower(): part for part in _nested_types(kinds)}
    sections = [*verbs.items(), ("What their fields are made of", made_of)]
    return "\n".join([HEADER, *(line for title, found in sections for line in _section(title, found))])


def _nested_types(kinds: Iterable[type]) -> Iterator[type]:
    """The definitions that fields of ``kinds`` hold and that are no verbs, and what those hold in turn."""
    for kind in kinds:
        held = [part for hint in _hints(kind).values() for part in _dataclasses_in(hint)]
        yield from held
        yield from _nested_types(held)


def _hints(kind: Any) -> dict[str, Any]:
    """The types of the fields of ``kind``, by name."""
    found = get_type_hints(kind, include_extras=True)
    return {field.name: found[field.name] for field in fields(kind)}


def _dataclasses_in(hint: Any) -> Iterator[type]:
    if isinstance(hint, type) and is_dataclass(hint) and not issubclass(hint, Effect):
        yield hint
    for each in get_args(hint):
        yield from _dataclasses_in(each)


def _section(title: str, kinds: Mapping[str, Any]) -> Iterator[str]:
    yield f"## {title}\n"
    for name, kind in sorted(kinds.items()):
        yield f"### `{name}`\n"
        yield f"{inspect.cleandoc(kind.__doc__ or '').replace('``', '`')}\n"
        hints = _hints(kind)
        if rows := [_row(each, hints[each.name]) for each in fields(kind)]:
            yield "\n".join(["| field | value | default |", "|---|---|---|", *rows, ""])


def _row(field: Field[Any], hint: Any) -> str:
    return f"| `{field.name.rstrip('_')}` | {_value(hint)} | {_default(field)} |"


def _value(hint: Any) -> str:
    """What may be written for a field of this type."""
    if get_origin(hint) is Literal:
        return ", ".join(f'`"{value}"`' for value in get_args(hint))
    if get_origin(hint) is tuple:
        return f"one or more: {_value(get_args(hint)[0])}"
    if get_origin(hint) in (Union, types.UnionType):
        return _value(next(arm for arm in get_args(hint) if arm is not type(None)))
    if isinstance(hint, type) and issubclass(hint, Effect):
        return "a verb"
    if isinstance(hint, type) and is_dataclass(hint):
        return f"a {hint.__name__.lower()}"
    return {int: "a number", Signed: "a number, below 0 too", bool: "`true` or `false`", str: "words"}[hint]


def _default(field: Field[Any]) -> str:
    default = field.default if field.default_factory is MISSING else field.default_factory()
    if default is MISSING:
        return "must be there"
    return "" if default in (None, ()) else f"`{_toml(default)}`"


def _toml(value: Any) -> str:
    """How ``value`` is written in a card file; of a definition only what it asks for."""
    if is_dataclass(value):
        told = [(each.name, getattr(value, each.name)) for each in fields(value)]
        asked = [f"{name} = {_toml(each)}" for name, each in told if each not in (None, "any")]
        return f"{{ {', '.join(asked)} }}" if asked else "{}"
    return f'"{value}"' if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else str(value)
