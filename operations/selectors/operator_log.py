"""The log of the operators' actions as sentences."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext

from gameplay.infrastructure import log_sentences
from gameplay.infrastructure.log import OPERATIONS_STREAM
from gameplay.models import Account, LogEntry
from operations.sentences import COMMAND_LINE

MAX_ENTRIES = 50


@dataclass(frozen=True, slots=True)
class OperatorAction:
    """An action and its sentence, with the present names of the accounts."""

    at: datetime
    sentence: str


def operator_actions(limit: int = MAX_ENTRIES) -> list[OperatorAction]:
    """Return the newest actions, the latest first. Two queries."""
    newest = LogEntry.objects.filter(stream=OPERATIONS_STREAM).select_related("author").order_by("-number")
    entries = list(newest[:limit])
    named = {entry.after["account"] for entry in entries if entry.after and "account" in entry.after}
    handles = {
        str(pk): handle for pk, handle in Account.objects.filter(pk__in=map(UUID, named)).values_list("pk", "handle")
    }
    return [OperatorAction(entry.at, _sentence(entry, handles)) for entry in entries]


def _sentence(entry: LogEntry, handles: dict[str, str]) -> str:
    if isinstance(entry.after, dict) and "account" in entry.after:
        entry.after = entry.after | {"account": handles.get(entry.after["account"], "?")}
    return log_sentences.render_entry(entry, author=str(entry.author or gettext(COMMAND_LINE)))
