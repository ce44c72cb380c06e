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
from gameplay.infrastructure.log import verify
from gameplay.models import LogEntry, LogStream, OnlineGame
from tournaments.models import BroughtDeck, Event, Match

Heads = Mapping[str, Any]
"""By name of a log: its last number, and the hash of that entry."""
TOLD = ("reported", "confirmed", "contradicted", "entered", "corrected", "entered_own", "corrected_own", "played")


@dataclass(frozen=True, slots=True)
class Fault:
    """Where a log is not as it was written.

    ``fault`` is one of gameplay.infrastructure.log.Verdict, "cut" (an entry that was there once is gone, or another one), or "untold"
    (a match has more reports than entries that tell of them, or fewer).
    """

    stream: str
    number: int
    fault: str


def streams_of(event: Event) -> list[str]:
    """Return the names of every log of ``event`` that has an entry, in their order. Seven queries."""
    pods = Pod.objects.filter(event_pod__event=event).only("pk")  # keys name them; records and decks are large
    seats = Seat.objects.filter(pod__in=pods).only("pk")
    matches = Match._base_manager.filter(round__event=event).only("pk")  # those of rounds that were put aside, too
    games = OnlineGame.objects.filter(match_game__match__in=matches).only("pk")
    names = [event.stream, event.desk, *(f"match/{match.pk}" for match in matches), *(game.stream for game in games)]
    names += [name for pod in pods for name in (pod.stream, pod.desk)] + [
        name for seat in seats for name in (seat.building, seat.registering)
    ]
    names += [deck.stream for deck in BroughtDeck.objects.filter(entry__event=event).only("entry_id")]
    names += [check.stream for check in event.deck_checks.only("pk")]
    return sorted(LogStream.objects.filter(name__in=names).values_list("name", flat=True))


def heads_of(event: Event) -> dict[str, list[Any]]:
    """Return how far every log of ``event`` is, by its name. Eight queries."""
    found = LogStream.objects.filter(name__in=streams_of(event)).order_by("name")
    return {head.name: [head.number, head.hash] for head in found}


def unsealed_heads(event: Event) -> dict[str, list[Any]]:
    """Return how far those logs of ``event`` are that have moved since the last round was published. Nine queries."""
    known = {name: head for sealed in _sealed(event) for name, head in sealed.items()}
    return {name: head for name, head in heads_of(event).items() if known.get(name) != head}


def faults_in(event: Event, *, known: Heads | None = None) -> list[Fault]:
    """Read every log of ``event`` from its beginning; ``known`` is how far they were by what somebody kept elsewhere."""
    found = [
        Fault(name, verdict.number or 0, verdict.fault)
        for name in streams_of(event)
        if not (verdict := verify(name)).exact
    ]
    for sealed in (*_sealed(event), known or {}):
        found += [fault for fault in _cut(sealed) if fault not in found]
    return [*found, *_untold(event)]


def _sealed(event: Event) -> Iterator[Heads]:
    for after in LogEntry.objects.filter(stream=event.stream).order_by("number").values_list("after", flat=True):
        if isinstance(after, dict) and "heads" in after:
            yield after["heads"]


def _cut(sealed: Heads) -> list[Fault]:
    entries = LogEntry.objects.filter(stream__in=sealed).values_list("stream", "number", "hash")
    there = {(stream, number): written for stream, number, written in entries}
    return [
        Fault(name, number, "cut") for name, (number, hash_) in sealed.items() if there.get((name, number)) != hash_
    ]


def _untold(event: Event) -> list[Fault]:
    matches = Match._base_manager.filter(round__event=event).annotate(said=Count("reports"))
    names = {match.stream: match.said for match in matches}
    told = LogEntry.objects.filter(stream__in=names, action__in=TOLD).values_list("stream", flat=True)
    counted = dict.fromkeys(names, 0)
    for name in told:
        counted[name] += 1
    return [Fault(name, counted[name] + 1, "untold") for name, said in names.items() if said != counted[name]]
