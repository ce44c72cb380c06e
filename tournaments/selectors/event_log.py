"""The log of an event as sentences."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import OuterRef, Q, Subquery
from django.utils.translation import gettext

from drafting.models import Pod
from drafting.sentences import DECISION_ACTIONS, LOOK_ACTIONS, STAFF_ACTIONS
from gameplay.infrastructure import log_sentences
from gameplay.models import LogEntry
from tournaments.models import Entry, Event
from tournaments.sentences import PUBLIC_ACTIONS

SIGNAL_ACTIONS = frozenset({"table_moved"})  # they only make pages reload, and are not shown


@dataclass(frozen=True, slots=True)
class EntryView:
    """A log entry and its sentence."""

    at: datetime
    sentence: str
    entry: LogEntry


def stream_entries(event: Event, streams: Sequence[str]) -> list[EntryView]:
    """Return all log entries of ``streams`` of ``event``, the newest first. Makes one query."""
    return _entry_views(event, Q(stream__in=streams), {})


def official_decisions(event: Event, *, staff: bool) -> list[EntryView]:
    """Return the decisions in ``event``, for ``staff`` all actions of the desk, the newest first.

    Makes three queries.
    """
    found = Pod.objects.filter(event_pod__event=event).only("label")
    pods = {stream: pod.label for pod in found for stream in (pod.stream, pod.desk_stream)}
    pod_actions = (
        DECISION_ACTIONS
        | (LOOK_ACTIONS if staff or event.finished_at else frozenset())
        | (STAFF_ACTIONS if staff else frozenset())
    )
    wanted = Q(stream__in=pods, action__in=pod_actions)
    wanted |= (
        Q(stream__in=readable_streams(event))
        if staff
        else Q(stream__in=readable_streams(event), action__in=PUBLIC_ACTIONS)
    )
    return _entry_views(event, wanted, pods)


def _entry_views(event: Event, wanted: Q, pods: Mapping[str, str]) -> list[EntryView]:
    # Players are shown by their name in the event, which may be an alias.
    names = Entry.objects.filter(event=event, account=OuterRef("author")).values("name")
    entries = LogEntry.objects.filter(wanted).exclude(action__in=SIGNAL_ACTIONS).select_related("author")
    entries = entries.annotate(author_name=Subquery(names))
    return [
        EntryView(entry.at, _sentence(entry, pods.get(entry.stream_id, "")), entry)
        for entry in entries.order_by("-at", "-number")
    ]


def _sentence(entry: LogEntry, pod: str) -> str:
    author = entry.author_name or str(entry.author or gettext("The site"))  # type: ignore[attr-defined]
    sentence = log_sentences.render_entry(entry, author=author)
    return gettext("Pod {pod}: {sentence}").format(pod=pod, sentence=sentence) if pod else sentence


def readable_streams(event: Event) -> list[str]:
    """Return the streams of ``event``, its desk and its matches. Makes one query."""
    ids = event.rounds.filter(published_at__isnull=False, matches__isnull=False).values_list("matches", flat=True)
    return [event.stream, event.desk_stream, *(f"match/{match}" for match in ids)]
