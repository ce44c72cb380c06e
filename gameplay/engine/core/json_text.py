"""Parsing of JSON from files and requests."""

import json
from typing import Any, TypeAlias

from cards.surrogates import find_lone_surrogate
from gameplay.engine.core.errors import Translatable, UnreadableError, _

JsonObject: TypeAlias = dict[str, Any]
"""A JSON object, as the json module reads and writes it."""

FAULTS = (
    _("Expecting value"),
    _("Expecting property name enclosed in double quotes"),
    _("Expecting ':' delimiter"),
    _("Expecting ',' delimiter"),
    _("Unterminated string starting at"),
    _("Invalid control character at"),
    _("Invalid \\escape"),
    _("Invalid \\uXXXX escape"),
    _("Extra data"),
    _("Illegal trailing comma before end of object"),
    _("Illegal trailing comma before end of array"),
    _("Unexpected UTF-8 BOM (decode using utf-8-sig)"),
)
"""The messages of Python's json module."""
SURROGATE = _("it contains a lone surrogate (half a character), which is not valid text")


def parse_json(text: str, *, file: str = "", **options: Any) -> Any:
    """Parse the JSON ``text``; ``options`` are passed to json.loads.

    Raises UnreadableError if it is not JSON, or contains lone surrogates, which cannot be encoded again.
    """
    try:
        data = json.loads(text, **options)
    except json.JSONDecodeError as error:
        place = Translatable(_("line {line}, column {column}"), line=error.lineno, column=error.colno)
        raise UnreadableError(error.msg.removesuffix(": "), file=file, place=place) from error
    except RecursionError as error:
        raise UnreadableError(_("lists and objects are nested too deeply"), file=file) from error
    except ValueError as error:
        reason = error.args[0] if isinstance(error.args[0], Translatable) else _("a number has too many digits")
        raise UnreadableError(reason, file=file) from error
    if (path := find_lone_surrogate(data, text)) is not None:
        raise UnreadableError(SURROGATE, file=file, place=path)
    return data
