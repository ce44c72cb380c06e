"""Parsing of JSON from files and requests."""

import json
from typing import Any, TypeAlias

from cards.surrogates import SURROGATE_MESSAGE, find_lone_surrogate
from gameplay.engine.core.errors import UnreadableError

JsonObject: TypeAlias = dict[str, Any]
"""A JSON object, as the json module reads and writes it."""


def parse_json(text: str, *, file: str = "", **options: Any) -> Any:
    """Parse the JSON ``text``; ``options`` are passed to json.loads.

    Raises UnreadableError if it is not JSON, or contains lone surrogates, which cannot be encoded again.
    """
    try:
        data = json.loads(text, **options)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise UnreadableError(error.msg, file=file, place=place) from error
    except (RecursionError, ValueError) as error:
        raise UnreadableError(str(error), file=file) from error
    if (path := find_lone_surrogate(data, text)) is not None:
        raise UnreadableError(SURROGATE_MESSAGE, file=file, place=path)
    return data
