"""The entries of a record: outcomes of chance, answers, external entries, and corrections."""

from typing import TYPE_CHECKING, TypeAlias, TypeGuard

from gameplay.engine.core.asks import Option

if TYPE_CHECKING:
    from gameplay.engine.core.correction import Correction

Entry: TypeAlias = "int | Option | Correction"

CONCEDE = "concede"
TAKE_BACK = "take_back"
TIME = "time"
STOP = "stopped"
EXTERNAL_CODES = (CONCEDE, TIME, TAKE_BACK, STOP)
"""The codes of entries that do not answer a question."""


def is_choice(entry: Entry) -> bool:
    """Return whether ``entry`` is an answer or an outcome of chance, and not an external entry or a correction."""
    return type(entry) is int or is_answer(entry)


def is_answer(entry: Entry) -> TypeGuard[Option]:
    """Return whether ``entry`` answers an ask."""
    return isinstance(entry, tuple) and entry[0] not in EXTERNAL_CODES
