"""The kinds of entries of a record that are not corrections: outcomes of chance, answers, and external entries."""

from typing import Any

CONCEDE = "concede"
TAKE_BACK = "take_back"
TIME = "time"
EXTERNAL_CODES = (CONCEDE, TIME, TAKE_BACK)
"""The codes of entries that do not answer a question."""


def is_choice(entry: Any) -> bool:
    """Return whether ``entry`` is an answer or an outcome of chance, and not an external entry or a correction."""
    return type(entry) is int or is_answer(entry)


def is_answer(entry: Any) -> bool:
    """Return whether ``entry`` answers an ask."""
    return isinstance(entry, tuple) and entry[0] not in EXTERNAL_CODES
