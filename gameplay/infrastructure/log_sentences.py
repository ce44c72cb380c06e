"""Puts entries of the log in words, in the reader's language.

Each app says what its actions are called, when it starts:
`register({"pick": _("Seat {seat} took a card; {left} are left in the pack.")})`, with the `_` of pure code.
A template may name the fields of ``after``, and `{before[...]}`, `{author}` and `{reason}`. The log keeps keys; what
the keys of a field are called is registered, too: `register_words({"level": {"warning": _("Warning")}})`.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from gameplay.models import LogEntry

_templates: dict[str, str] = {}
_terms: dict[str, dict[str, str]] = {}


class _DefaultFields(dict[str, Any]):
    def __missing__(self, name: str) -> str:
        return "?"  # an entry older than the template


def register_templates(templates: Mapping[str, str]) -> None:
    """Add templates by action. Raises ValueError if another app already means something else by one."""
    for action, template in templates.items():
        if _templates.setdefault(action, template) != template:
            raise ValueError(f"two sentences for {action}")


def register_terms(terms: Mapping[str, Mapping[str, str]]) -> None:
    """Add by field, as ``reason``, what its keys are called: templates without fields. Anything else there is said as it is."""
    for field, called in terms.items():
        _terms.setdefault(field, {}).update(called)


def render_entry(entry: LogEntry, *, author: str) -> str:
    """Return ``entry`` in words. ``author`` is the name its author goes by for whoever reads it."""
    template = _templates.get(entry.action)
    if template is None:
        return entry.action
    after = entry.after if isinstance(entry.after, dict) else {"after": entry.after}
    before = _DefaultFields(entry.before) if isinstance(entry.before, dict) else entry.before
    said = {field: _term(field, value) for field, value in {**after, "reason": entry.reason}.items()}
    return gettext(template).format_map(_DefaultFields(said, before=before, author=author))


def _term(field: str, value: Any) -> Any:
    words = _terms.get(field, {}).get(value) if isinstance(value, str) else None
    return gettext(words) if words else value
