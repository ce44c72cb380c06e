"""Replaces the names of a person in texts that people have written."""

import re
from collections.abc import Callable, Iterable

WIDE = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
"""Scripts without spaces between words: a name ends where a particle begins."""
LETTER = rf"[^\W{WIDE}]"


def name_eraser(names: Iterable[str], alias: str) -> Callable[[str], str]:
    """Return a function that replaces whole ``names`` in a text by ``alias``, without regard to case.

    "Alice" is not found in "Alicel" or in "Alice (2)", which is another player.
    """
    known = sorted({name for name in names if name}, key=len, reverse=True)
    if not known:
        return str
    pattern = re.compile("|".join(map(_whole_name, known)), re.IGNORECASE)
    return lambda text: pattern.sub(lambda _found: alias, text)


def _whole_name(name: str) -> str:
    start = rf"(?<!{LETTER})" if re.match(LETTER, name[0]) else ""
    end = rf"(?!{LETTER})" if re.match(LETTER, name[-1]) else ""
    return rf"{start}{re.escape(name)}{end}(?! \(\d+\))"
