"""Late entries and absent players as the desk sees them: what they wait for, and possible opponents."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from drafting.models import Seat
from tournaments.models import Entry, Event, EventPod, Match
from tournaments.selectors.pairings import PairedRound
from tournaments.selectors.roster import late_entries_building


@dataclass(frozen=True, slots=True)
class BuildingEntry:
    """A late entry that is still building; in a draft with its own event pod, which names the pod it will join."""

    entry: Entry
    event_pod: EventPod | None


@dataclass(frozen=True, slots=True)
class LateEntry:
    """A player who has missed the running round, and the opponent in their pod or event with the bye, None without one.

    For a team, one of its members.
    """

    entry: Entry
    bye: Entry | None


@dataclass(frozen=True, slots=True)
class Latecomers:
    """Late players of an event.

    ``seats`` are the seats played by a bot during the draft, which a substitute may take. ``unseated`` are the numbers
    of registered players without a seat. ``has_next_round`` says whether another round follows.
    """

    building_entries: Sequence[BuildingEntry]
    late_entries: Sequence[LateEntry]
    seats: Sequence[Seat]
    unseated: frozenset[int]
    has_next_round: bool


def latecomers(event: Event, players: Iterable[Entry], newest: PairedRound | None) -> Latecomers:
    """Return the late ones of the ``players`` of ``event``; ``newest`` is its last published round.

    Makes three queries at most.
    """
    if not event.drafted:
        return _constructed_latecomers(event, players, newest)
    entries = {entry.account_id: entry for entry in players}
    seats = list(Seat.objects.filter(pod__event_pod__event=event).values_list(*SEAT_FIELDS, named=True))
    late = [seat.pk for seat in seats if seat.pod__event_pod__joins and not seat.pod__closed_at]
    with_bots = [seat.pk for seat in seats if seat.bot and not seat.pod__drafted_at and not seat.closed_at]
    building = [
        BuildingEntry(entries[seat.player_id], seat.pod.event_pod)
        for seat in (Seat.objects.filter(pk__in=late).select_related("pod__event_pod__joins__pod") if late else ())
    ]
    seated = {seat.player_id for seat in seats}
    return Latecomers(
        building_entries=[each for each in building if each.entry.is_playing],
        late_entries=_waiting(event, newest, building) if newest else [],
        seats=list(Seat.objects.filter(pk__in=with_bots).select_related("pod")) if with_bots else [],
        unseated=frozenset(entry.number for key, entry in entries.items() if key not in seated),
        has_next_round=newest is None or newest.round.number < event.event_format.rounds,
    )


SEAT_FIELDS = ("pk", "player_id", "bot", "closed_at", "pod__event_pod__joins", "pod__drafted_at", "pod__closed_at")


def _constructed_latecomers(event: Event, players: Iterable[Entry], newest: PairedRound | None) -> Latecomers:
    building = [BuildingEntry(entry, None) for entry in late_entries_building(event)]
    return Latecomers(
        building_entries=building,
        late_entries=_waiting(event, newest, building) if newest else [],
        seats=[],
        unseated=frozenset(entry.number for entry in players if entry.checked_in_at is None),
        has_next_round=newest is None or newest.round.number < event.event_format.rounds,
    )


def _waiting(event: Event, newest: PairedRound, building: Sequence[BuildingEntry]) -> list[LateEntry]:
    unpaired = [pairing.match for pairing in newest.pairings if pairing.match.kind != Match.Kind.PLAYED]
    byes = [match for match in unpaired if match.kind == Match.Kind.BYE]
    absent = {each.entry.contestant for each in building}
    missed = {match.a.contestant: match for match in unpaired if match.kind == Match.Kind.MISSED and match.a.is_playing}
    found = {
        match: [bye.a for bye in byes if event.pairs_across_pods or bye.pod_id == match.pod_id]
        for match in missed.values()
    }
    return [
        LateEntry(match.a, next(iter(opponents), None))
        for match, opponents in found.items()
        if match.a.contestant not in absent
    ]
