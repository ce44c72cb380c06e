r"""Lone surrogates: JSON can encode them ("\ud800"), but no file, page or database can store them."""

import re
from typing import Any

ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
SURROGATE = re.compile("[\ud800-\udfff]")
SURROGATE_MESSAGE = "it contains a lone surrogate (half a character), which is not valid text"


def find_lone_surrogate(data: Any, text: str | None = None) -> str | None:
    """Return the path of the first string with a lone surrogate in JSON ``data``, as in "players[0].name", or None.

    ``text`` is the JSON text, if it is available: usually a search in it shows that there are no surrogates.
    """
    if text is not None and not ESCAPED_SURROGATE.search(text) and not SURROGATE.search(text):
        return None
    stack: list[tuple[str, Any]] = [("", data)]
    while stack:
        place, value = stack.pop()
        if isinstance(value, str) and SURROGATE.search(value):
            return place
        if isinstance(value, dict):
            for key, each in reversed(value.items()):
                if isinstance(key, str) and SURROGATE.search(key):
                    return f"a name in {place}" if place else "a name"
                stack.append((f"{place}.{key}" if place else str(key), each))
        elif isinstance(value, list):
            stack += reversed([(f"{place}[{number}]", each) for number, each in enumerate(value)])
    return None
