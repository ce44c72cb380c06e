"""The audit trail of an event: all its logs, how far they are, and whether anything in them was tampered with.

A log is a chain, so an entry that was changed, moved or taken out is found by reading it. That its end was cut off is
found by what stands elsewhere: every published round and the end of the event keep how far each log was then, as the
event's file does that anybody can have; and each report of a match has its entry.
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
"""By name of a log: its last number, and the hash of that entry."""
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
    """Where a log is not as it was written.

    ``fault`` is one of gameplay.infrastructure.log.LogVerification, "cut" (an entry that was there once is gone, or another one), or "untold"
    (a match has more reports than entries that tell of them, or fewer).
    """

    stream: str
    number: int
    fault: str


def log_streams(event: Event) -> list[str]:
    """Return the names of every log of ``event`` that has an entry, in their order. Seven queries."""
    pods = Pod.objects.filter(event_pod__event=event).only("pk")  # keys name them; records and decks are large
    seats = Seat.objects.filter(pod__in=pods).only("pk")
    matches = Match._base_manager.filter(round__event=event).only("pk")  # those of rounds that were put aside, too
    games = OnlineGame.objects.filter(match_game__match__in=matches).only("pk")
    names = [
        event.stream,
        event.desk_stream,
        *(f"match/{match.pk}" for match in matches),
        *(game.stream for game in games),
    ]
    names += [name for pod in pods for name in (pod.stream, pod.desk_stream)] + [
        name for seat in seats for name in (seat.deck_stream, seat.registration_stream)
    ]
    names += [deck.stream for deck in ConstructedDeck.objects.filter(entry__event=event).only("entry_id")]
    names += [check.stream for check in event.deck_checks.only("pk")]
    return sorted(LogStream.objects.filter(name__in=names).values_list("name", flat=True))


def log_heads(event: Event) -> dict[str, list[Any]]:
    """Return how far every log of ``event`` is, by its name. Eight queries."""
    found = LogStream.objects.filter(name__in=log_streams(event)).order_by("name")
    return {head.name: [head.number, head.hash] for head in found}


def moved_log_heads(event: Event) -> dict[str, list[Any]]:
    """Return how far those logs of ``event`` are that have moved since the last round was published. Nine queries."""
    known = {name: head for sealed in _sealed_heads(event) for name, head in sealed.items()}
    return {name: head for name, head in log_heads(event).items() if known.get(name) != head}


def log_faults(event: Event, *, known: LogHeads | None = None) -> list[LogFault]:
    """Read every log of ``event`` from its beginning; ``known`` is how far they were by what somebody kept elsewhere."""
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
    there = {(stream, number): written for stream, number, written in entries}
    return [
        LogFault(name, number, "cut") for name, (number, hash_) in sealed.items() if there.get((name, number)) != hash_
    ]


def _report_count_faults(event: Event) -> list[LogFault]:
    matches = Match._base_manager.filter(round__event=event).annotate(said=Count("reports"))
    names = {match.stream: match.said for match in matches}
    told = LogEntry.objects.filter(stream__in=names, action__in=REPORT_ACTIONS).values_list("stream", flat=True)
    counted = dict.fromkeys(names, 0)
    for name in told:
        counted[name] += 1
    return [LogFault(name, counted[name] + 1, "untold") for name, said in names.items() if said != counted[name]]
