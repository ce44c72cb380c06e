"""The verbs, conditions and filters that a card file may use, as a document: what each does, and its fields.

``VERBS.md`` is this document as it was written last, by ``python -m tests.gameplay.games.enemy.test_documents``.
"""

import inspect
import types
from collections.abc import Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from gameplay.engine.effects import Effect
from gameplay.games.enemy import printed  # noqa: F401 - registers the verbs
from gameplay.games.enemy.conditions import Buried, Condition, Spot
from gameplay.games.enemy.effects.base import Ability, EnemyEffect
from gameplay.games.enemy.feeding import Feed
from gameplay.games.enemy.filters import Filter

HEAD = """# What a text can say

Written by `python -m tests.gameplay.games.enemy.test_documents` from the definitions themselves, and held to them.

In a card file a verb is a table with one key, `{ draw = { count = 2 } }`; a value that is no table stands for the
first field, `{ draw = 2 }`, and `true` for nothing to say, `{ spare = true }`. A list may stand where several may.
"""

PARTS: dict[str, type] = {
    "condition": Condition,
    "spot": Spot,
    "buried": Buried,
    "filter": Filter,
    "feed": Feed,
}


def document() -> str:
    """Return the whole document."""
    sections = [
        ("What happens once (`do`, `reward`, inside other verbs)", EnemyEffect.verbs),
        ("What holds or waits while its card is in play (`text`)", Ability.verbs),
        ("What their fields are made of", PARTS),
    ]
    return "\n".join([HEAD, *(line for title, kinds in sections for line in _section(title, kinds))])


def _section(title: str, kinds: dict[str, Any]) -> Iterator[str]:
    yield f"## {title}\n"
    for name, kind in sorted(kinds.items()):
        yield f"### `{name}`\n"
        yield f"{inspect.cleandoc(kind.__doc__ or '').replace('``', '`')}\n"
        if rows := [_row(each, get_type_hints(kind)[each.name]) for each in fields(kind)]:
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
    return {int: "a number", bool: "`true` or `false`", str: "words"}[hint]


def _default(field: Field[Any]) -> str:
    if field.default_factory is not MISSING:
        made = field.default_factory()
        told = [f"{each.name} = {_toml(getattr(made, each.name))}" for each in fields(made)]
        told = [text for text in told if not text.endswith(("= None", '= "any"'))]
        return f"`{{ {', '.join(told)} }}`" if told else "`{}`"
    if field.default is MISSING:
        return "must be there"
    return "" if field.default is None else f"`{_toml(field.default)}`"


def _toml(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower() if isinstance(value, bool) else str(value)
