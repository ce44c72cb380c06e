r"""Lone surrogates: half a character, which JSON can write ("\ud800") and no file, page or database can hold."""

import re
from typing import Any

ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
SURROGATE = re.compile("[\ud800-\udfff]")
SURROGATE_MESSAGE = "it holds half a character (a lone surrogate), which is no text"


def find_lone_surrogate(data: Any, text: str | None = None) -> str | None:
    """Return the place in ``data``, read from JSON, of the first text with a lone surrogate, as in "players[0].name".

    None if there is no such text. ``text`` is the JSON itself, if it is at hand: it mostly shows that none can be there.
    """
    if text is not None and not ESCAPED_SURROGATE.search(text) and not SURROGATE.search(text):
        return None
    waiting: list[tuple[str, Any]] = [("", data)]
    while waiting:
        place, value = waiting.pop()
        if isinstance(value, str) and SURROGATE.search(value):
            return place
        if isinstance(value, dict):
            if any(isinstance(key, str) and SURROGATE.search(key) for key in value):
                return f"a name in {place}" if place else "a name"
            parts = [(f"{place}.{key}" if place else str(key), each) for key, each in value.items()]
            waiting += reversed(parts)
        elif isinstance(value, list):
            waiting += reversed([(f"{place}[{number}]", each) for number, each in enumerate(value)])
    return None
