"""Who came late, or was away, as the desk sees it: what they wait for, and whom they may play."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from drafting.models import Seat
from tournaments.models import Entry, Event, EventPod, Match
from tournaments.selectors.pairings import PairedRound
from tournaments.selectors.roster import late_entries_building


@dataclass(frozen=True, slots=True)
class BuildingEntry:
    """A late entry whose deck is not in; with the pod of their packs, and the one they will play in, if it is drafted."""

    entry: Entry
    event_pod: EventPod | None


@dataclass(frozen=True, slots=True)
class LateEntry:
    """Somebody who has missed the round that is played, and who of their group has the bye in it; None if nobody has.

    Of a team, one of its members.
    """

    entry: Entry
    bye: Entry | None


@dataclass(frozen=True, slots=True)
class Latecomers:
    """``seats`` are those a bot acts for while packs are passed: somebody who comes now may stand in there.

    ``unseated`` are the numbers of those who were registered and have no seat; ``open`` whether there is a round to come.
    """

    building_entries: Sequence[BuildingEntry]
    late_entries: Sequence[LateEntry]
    seats: Sequence[Seat]
    unseated: frozenset[int]
    has_next_round: bool


def latecomers(event: Event, players: Iterable[Entry], newest: PairedRound | None) -> Latecomers:
    """Return who of the ``players`` of ``event`` came late; ``newest`` is its last published round. Three queries at most."""
    if not event.drafted:
        return _with_decks(event, players, newest)
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


def _with_decks(event: Event, players: Iterable[Entry], newest: PairedRound | None) -> Latecomers:
    building = [BuildingEntry(entry, None) for entry in late_entries_building(event)]
    return Latecomers(
        building_entries=building,
        late_entries=_waiting(event, newest, building) if newest else [],
        seats=[],
        unseated=frozenset(entry.number for entry in players if entry.checked_in_at is None),
        has_next_round=newest is None or newest.round.number < event.event_format.rounds,
    )


def _waiting(event: Event, newest: PairedRound, building: Sequence[BuildingEntry]) -> list[LateEntry]:
    alone = [pairing.match for pairing in newest.pairings if pairing.match.kind != Match.Kind.PLAYED]
    byes = [match for match in alone if match.kind == Match.Kind.BYE]
    absent = {each.entry.contestant for each in building}
    missed = {match.a.contestant: match for match in alone if match.kind == Match.Kind.MISSED and match.a.is_playing}
    found = {
        match: [bye.a for bye in byes if event.pairs_across_pods or bye.pod_id == match.pod_id]
        for match in missed.values()
    }
    return [
        LateEntry(match.a, next(iter(near), None)) for match, near in found.items() if match.a.contestant not in absent
    ]
