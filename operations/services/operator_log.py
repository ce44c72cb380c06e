"""The log of the operators: one entry for each of their actions."""

from typing import Any

from gameplay.infrastructure.log import OPERATIONS_STREAM, append_entry
from gameplay.models import Account

OPERATOR = "operator"


def record_action(action: str, *, by: Account | None, reason: str = "", **fields: Any) -> None:
    """Append an entry, in the caller's transaction. ``by`` is None for the command line.

    The ``fields`` hold ids, not names, because names can be erased.
    """
    append_entry(OPERATIONS_STREAM, action, author=by, role=OPERATOR, after=fields, reason=reason)
