"""JSON that people or programs hand in: files, and what they paste."""

import json
from typing import Any, TypeAlias

from cards.surrogates import SURROGATE_MESSAGE, find_lone_surrogate
from gameplay.engine.core.errors import UnreadableError

JsonObject: TypeAlias = dict[str, Any]
"""An object of JSON, as the json module reads and writes it."""


def parse_json(text: str, *, file: str = "", **options: Any) -> Any:
    """Return what the JSON ``text`` says; ``options`` are those of json.loads.

    Raises UnreadableError for anything else, and for text with lone surrogates, which nothing can write again.
    """
    try:
        data = json.loads(text, **options)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise UnreadableError(error.msg, file=file, place=place) from error
    except (RecursionError, ValueError) as error:
        raise UnreadableError(str(error), file=file) from error
    if (found := find_lone_surrogate(data, text)) is not None:
        raise UnreadableError(SURROGATE_MESSAGE, file=file, place=found)
    return data
