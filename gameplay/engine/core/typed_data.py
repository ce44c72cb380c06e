"""Strict conversion of plain data from files to the types of dataclass fields.

A field may be int (from 0), Signed, bool, str, Literal[...], another dataclass, a `CustomType`, or a tuple of these.
"""

import types
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Annotated, Any, Literal, Self, Union, get_args, get_origin, get_type_hints

from gameplay.engine.core.errors import Translatable, _

Signed = Annotated[int, "it may be negative"]
"""A number that may be negative, such as a penalty written as a bonus."""


class DataError(ValueError):
    """The data does not match the type; ``path`` is its path from the top, ``translatable`` the reason."""

    def __init__(self, path: str, reason: str, **details: object) -> None:
        self.path, self.translatable = path, Translatable(reason, **details)
        super().__init__(f"{path}: {self.reason}")

    @property
    def reason(self) -> str:
        return str(self.translatable)


class CustomType:
    """A type that defines its own form in files."""

    @classmethod
    def from_data(cls, data: object, path: str) -> Self:
        """Read ``data``. Raises DataError."""
        raise NotImplementedError


def read_value(kind: Any, data: Any, path: str) -> Any:
    """Read ``data`` as ``kind``, one of the possible types of a field. Raises DataError."""
    origin = get_origin(kind)
    if origin is Literal:
        return _one_of(get_args(kind), data, path)
    if origin is tuple:
        return _sequence(get_args(kind)[0], data, path)
    if origin in (Union, types.UnionType):
        if data is None:
            return None
        (inner,) = [arm for arm in get_args(kind) if arm is not type(None)]
        return read_value(inner, data, path)
    if isinstance(kind, type) and issubclass(kind, CustomType):
        return kind.from_data(data, path)
    if is_dataclass(kind):
        return read_fields(kind, data, path)
    plain = int if kind == Signed else kind
    if type(data) is not plain:
        raise DataError(path, _("{value!r} is not {type}"), value=data, type=plain.__name__)
    if kind is int and data < 0:
        raise DataError(path, _("{value} is below 0"), value=data)
    return data


def _one_of(values: tuple[Any, ...], data: Any, path: str) -> Any:
    if data not in values:
        allowed = ", ".join(map(str, values))
        raise DataError(path, _("{value!r} is not one of {allowed}"), value=data, allowed=allowed)
    return data


def _sequence(kind: Any, data: Any, path: str) -> tuple[Any, ...]:
    if not isinstance(data, list):
        data = [data]
    return tuple(
        read_value(kind, item, f"{path}[{index}]" if len(data) > 1 else path) for index, item in enumerate(data)
    )


@cache
def _field_types(kind: Any) -> dict[str, Any]:
    """Return the fields of ``kind`` by their name in a file: ``class_`` is written ``class``."""
    hints = get_type_hints(kind, include_extras=True)
    return {field.name.removesuffix("_"): (hints[field.name], field) for field in fields(kind)}


def read_fields(kind: Any, data: Any, path: str) -> Any:
    """Read a dataclass; a value that is not an object is the value of its first field. Raises DataError."""
    hints = _field_types(kind)
    if not isinstance(data, dict):
        if data is True and all(field.default is not MISSING for _type, field in hints.values()):
            data = {}  # { shuffle = true }: a verb without arguments
        elif hints:
            data = {next(iter(hints)): data}
        else:
            raise DataError(path, f"takes no value, not {data!r}")
    if unknown := sorted(set(data) - set(hints)):
        raise DataError(path, f"unknown {', '.join(unknown)}; there are {', '.join(hints)}")
    for name, (_type, field) in hints.items():
        if name not in data and field.default is MISSING and field.default_factory is MISSING:
            raise DataError(path, f"{name} is missing")
    return kind(
        **{hints[name][1].name: read_value(hints[name][0], value, f"{path}.{name}") for name, value in data.items()}
    )
