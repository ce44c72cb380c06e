"""Renders log entries as sentences in the reader's language.

Each app registers the templates of its actions when it starts, marked with the `_` of gameplay.engine.core.errors:
`register_templates({"pick": _("Seat {seat} took a card; {left} are left in the pack.")})`. A template may use the
fields of ``after``, and `{before[...]}`, `{author}` and `{reason}`. The log stores keys. The words for the keys of a
field are registered, too: `register_terms({"level": {"warning": _("Warning")}})`.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from gameplay.models import LogEntry

_templates: dict[str, str] = {}
_terms: dict[str, dict[str, str]] = {}


class _DefaultFields(dict[str, Any]):
    def __missing__(self, name: str) -> str:
        return "?"  # the entry is older than the template


def register_templates(templates: Mapping[str, str]) -> None:
    """Register templates by action. Raise ValueError if an action already has a different template."""
    for action, template in templates.items():
        if _templates.setdefault(action, template) != template:
            raise ValueError(f"two templates for {action}")


def register_terms(terms: Mapping[str, Mapping[str, str]]) -> None:
    """Register the words for the keys of each field, such as ``level``. Other values are shown unchanged."""
    for field, words in terms.items():
        _terms.setdefault(field, {}).update(words)


def render_entry(entry: LogEntry, *, author: str) -> str:
    """Return ``entry`` as a sentence. ``author`` is the author's name as the reader may see it."""
    template = _templates.get(entry.action)
    if template is None:
        return entry.action
    after = entry.after if isinstance(entry.after, dict) else {"after": entry.after}
    before = _shown_fields(entry.before) if isinstance(entry.before, dict) else entry.before
    fields = _shown_fields({**after, "reason": entry.reason})
    return gettext(template).format_map(_DefaultFields(fields, before=before, author=author))


def _shown_fields(fields: Mapping[str, Any]) -> _DefaultFields:
    return _DefaultFields({field: _term(field, value) for field, value in fields.items()})


def _term(field: str, value: Any) -> Any:
    words = _terms.get(field, {}).get(value) if isinstance(value, str) else None
    return gettext(words) if words else value
