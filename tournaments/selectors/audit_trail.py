"""The audit trail of an event: all its logs, their heads, and checks whether they were tampered with.

A log is a hash chain, so reading it finds an entry that was changed, moved or removed. A truncated log is found by data
stored elsewhere: each published round, the end of the event and the event's public file keep the heads of all logs, and
each report of a match has its log entry.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count

from drafting.models import Pod, Seat
from gameplay.infrastructure.log import verify_stream
from gameplay.models import LogEntry, LogStream, OnlineGame
from tournaments.models import ConstructedDeck, Event, Match

LogHeads = Mapping[str, Any]
"""For each log by name, the number and the hash of its last entry."""
REPORT_ACTIONS = (
    "reported",
    "confirmed",
    "contradicted",
    "entered",
    "corrected",
    "entered_own",
    "corrected_own",
    "played",
)


@dataclass(frozen=True, slots=True)
class LogFault:
    """A place where a log was tampered with.

    ``fault`` is a fault of gameplay.infrastructure.log.LogVerification, "cut" (an entry known from elsewhere is missing
    or different), or "unlogged" (the numbers of a match's reports and of its log entries about reports differ).
    """

    stream: str
    number: int
    fault: str


def log_streams(event: Event) -> list[str]:
    """Return the sorted names of all non-empty logs of ``event``. Makes seven queries."""
    return sorted(log_heads(event))


def log_heads(event: Event) -> dict[str, list[Any]]:
    """Return the heads of all logs of ``event`` by name, sorted. Makes seven queries."""
    # Only keys are loaded: records and decks are large, and there are thousands of matches.
    pods = list(Pod.objects.filter(event_pod__event=event).only("pk"))
    seats = Seat.objects.filter(pod__in=pods).only("pk")
    matches = Match._base_manager.filter(round__event=event).order_by()  # also of cancelled rounds
    games = OnlineGame.objects.filter(match_game__match__round__event=event).only("pk")
    names = [
        event.stream,
        event.desk_stream,
        *(f"match/{key}" for key in matches.values_list("pk", flat=True)),
        *(game.stream for game in games),
    ]
    names += [name for pod in pods for name in (pod.stream, pod.desk_stream)] + [
        name for seat in seats for name in (seat.deck_stream, seat.registration_stream)
    ]
    names += [deck.stream for deck in ConstructedDeck.objects.filter(entry__event=event).only("entry_id")]
    names += [check.stream for check in event.deck_checks.only("pk")]
    found = LogStream.objects.filter(name__in=names).order_by("name").values_list("name", "number", "hash")
    return {name: [number, hash_] for name, number, hash_ in found}


def moved_log_heads(event: Event) -> dict[str, list[Any]]:
    """Return the heads of the logs of ``event`` that have grown since the last published round. Makes eight queries."""
    known = {name: head for sealed in _sealed_heads(event) for name, head in sealed.items()}
    return {name: head for name, head in log_heads(event).items() if known.get(name) != head}


def log_faults(event: Event, *, known: LogHeads | None = None) -> list[LogFault]:
    """Verify every log of ``event`` and return the faults; ``known`` are heads kept elsewhere, such as in a file."""
    found = [
        LogFault(name, verdict.number or 0, verdict.fault)
        for name in log_streams(event)
        if not (verdict := verify_stream(name)).is_intact
    ]
    for sealed in (*_sealed_heads(event), known or {}):
        found += [fault for fault in _missing_entry_faults(sealed) if fault not in found]
    return [*found, *_report_count_faults(event)]


def _sealed_heads(event: Event) -> Iterator[LogHeads]:
    for after in LogEntry.objects.filter(stream=event.stream).order_by("number").values_list("after", flat=True):
        if isinstance(after, dict) and "heads" in after:
            yield after["heads"]


def _missing_entry_faults(sealed: LogHeads) -> list[LogFault]:
    entries = LogEntry.objects.filter(stream__in=sealed).values_list("stream", "number", "hash")
    hashes = {(stream, number): hash_ for stream, number, hash_ in entries}
    return [
        LogFault(name, number, "cut") for name, (number, hash_) in sealed.items() if hashes.get((name, number)) != hash_
    ]


def _report_count_faults(event: Event) -> list[LogFault]:
    matches = Match._base_manager.filter(round__event=event).annotate(report_count=Count("reports"))
    reports = {match.stream: match.report_count for match in matches}
    logged = LogEntry.objects.filter(stream__in=reports, action__in=REPORT_ACTIONS).values_list("stream", flat=True)
    counted = dict.fromkeys(reports, 0)
    for name in logged:
        counted[name] += 1
    return [LogFault(name, counted[name] + 1, "unlogged") for name, count in reports.items() if count != counted[name]]
