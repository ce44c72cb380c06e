"""What the log tells of an event, in words."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext

from gameplay import sentences
from gameplay.models import LogEntry
from tournaments.models import Event

SIGNALS = frozenset({"table_moved"})  # they tell pages to look again, and nobody anything


@dataclass(frozen=True, slots=True)
class Told:
    """One entry of the log and its sentence."""

    at: datetime
    said: str
    entry: LogEntry


def told(streams: Sequence[str], *, actions: Collection[str] | None = None) -> list[Told]:
    """Return what ``streams`` tell, or only ``actions`` of it, the newest first. One query."""
    entries = LogEntry.objects.filter(stream__in=streams).exclude(action__in=SIGNALS)
    if actions is not None:
        entries = entries.filter(action__in=actions)
    return [
        Told(entry.at, sentences.sentence(entry, author=str(entry.author or gettext("The site"))), entry)
        for entry in entries.select_related("author").order_by("-at", "-number")
    ]


def streams_of(event: Event) -> list[str]:
    """Return the streams of ``event``, its desk and its matches. One query."""
    ids = event.rounds.filter(published_at__isnull=False, matches__isnull=False).values_list("matches", flat=True)
    return [event.stream, event.desk, *(f"match/{match}" for match in ids)]
