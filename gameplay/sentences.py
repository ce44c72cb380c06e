"""Puts entries of the log in words, in the reader's language.

Each app says what its actions are called, when it starts:
`register({"pick": _("Seat {seat} took a card; {left} are left in the pack.")})`, with the `_` of pure code.
A template may name the fields of ``after``, and `{before[...]}`, `{author}` and `{reason}`.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from gameplay.models import LogEntry

_templates: dict[str, str] = {}


class _Fields(dict[str, Any]):
    def __missing__(self, name: str) -> str:
        return "?"  # an entry older than the template


def register(sentences: Mapping[str, str]) -> None:
    """Add templates by action. Raises ValueError if another app already means something else by one."""
    for action, template in sentences.items():
        if _templates.setdefault(action, template) != template:
            raise ValueError(f"two sentences for {action}")


def sentence(entry: LogEntry, *, author: str) -> str:
    """Return ``entry`` in words. ``author`` is the name its author goes by for whoever reads it."""
    template = _templates.get(entry.action)
    if template is None:
        return entry.action
    after = entry.after if isinstance(entry.after, dict) else {"after": entry.after}
    before = _Fields(entry.before) if isinstance(entry.before, dict) else entry.before
    return gettext(template).format_map(_Fields(after, before=before, author=author, reason=entry.reason))
