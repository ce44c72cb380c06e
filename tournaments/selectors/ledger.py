"""What the log tells of an event, in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django.utils.translation import gettext

from drafting.models import Pod
from drafting.sentences import DECIDED, LOOKED, PRIVATE
from gameplay.infrastructure import log_sentences
from gameplay.models import LogEntry
from tournaments.models import Event
from tournaments.sentences import PUBLIC

SIGNALS = frozenset({"table_moved"})  # they tell pages to look again, and nobody anything


@dataclass(frozen=True, slots=True)
class Told:
    """One entry of the log and its sentence."""

    at: datetime
    said: str
    entry: LogEntry


def told(streams: Sequence[str]) -> list[Told]:
    """Return all that ``streams`` tell, the newest first. One query."""
    return _told(Q(stream__in=streams), {})


def decisions(event: Event, *, staff: bool) -> list[Told]:
    """Return what was decided in ``event``, to ``staff`` all that its desk did, the newest first. Three queries."""
    at = Pod.objects.filter(event_pod__event=event).only("label")
    pods = {stream: pod.label for pod in at for stream in (pod.stream, pod.desk)}
    at_pods = DECIDED | (LOOKED if staff or event.finished_at else frozenset()) | (PRIVATE if staff else frozenset())
    wanted = Q(stream__in=pods, action__in=at_pods)
    wanted |= Q(stream__in=streams_of(event)) if staff else Q(stream__in=streams_of(event), action__in=PUBLIC)
    return _told(wanted, pods)


def _told(wanted: Q, pods: Mapping[str, str]) -> list[Told]:
    entries = LogEntry.objects.filter(wanted).exclude(action__in=SIGNALS).select_related("author")
    return [
        Told(entry.at, _said(entry, pods.get(entry.stream_id, "")), entry)
        for entry in entries.order_by("-at", "-number")
    ]


def _said(entry: LogEntry, pod: str) -> str:
    said = log_sentences.sentence(entry, author=str(entry.author or gettext("The site")))
    return gettext("Pod {pod}: {said}").format(pod=pod, said=said) if pod else said


def streams_of(event: Event) -> list[str]:
    """Return the streams of ``event``, its desk and its matches. One query."""
    ids = event.rounds.filter(published_at__isnull=False, matches__isnull=False).values_list("matches", flat=True)
    return [event.stream, event.desk, *(f"match/{match}" for match in ids)]
