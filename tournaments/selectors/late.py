"""Late entries and absent players as the desk sees them: what they wait for, and possible opponents."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from drafting.models import Seat
from tournaments.models import Entry, Event, EventPod, Match
from tournaments.selectors.roster import late_entries_building
from tournaments.selectors.round_work import RoundWork


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


def latecomers(event: Event, newest: RoundWork | None) -> Latecomers:
    """Return the late players of ``event``; ``newest`` is its last published round. Makes five queries at most."""
    seats = list(_seats_in_question(event)) if event.drafted else []
    building = _building(event, [seat for seat in seats if seat.pod.event_pod.joins and not seat.pod.closed_at])
    return Latecomers(
        building_entries=building,
        late_entries=_waiting(event, newest, building) if newest else [],
        seats=[seat for seat in seats if seat.bot and not seat.pod.drafted_at and not seat.closed_at],
        unseated=frozenset(_unseated(event).values_list("number", flat=True)),
        has_next_round=newest is None or newest.round.number < event.event_format.rounds,
    )


def _seats_in_question(event: Event) -> QuerySet[Seat]:
    """Return the seats of late entries who still build, and of bots."""
    late = Q(pod__event_pod__joins__isnull=False, pod__closed_at=None)
    seats = Seat.objects.filter(
        late | ~Q(bot="") & Q(pod__drafted_at=None, closed_at=None), pod__event_pod__event=event
    )
    return seats.select_related("pod__event_pod__joins__pod")


def _building(event: Event, seats: Sequence[Seat]) -> list[BuildingEntry]:
    if not event.drafted:
        return [BuildingEntry(entry, None) for entry in late_entries_building(event)]
    late = {seat.player_id: seat.pod.event_pod for seat in seats}
    found = event.entries.filter(account__in=late).select_related("account", "team") if late else ()
    entries = {entry.account_id: entry for entry in found}
    return [BuildingEntry(entries[key], event_pod) for key, event_pod in late.items() if entries[key].is_playing]


def _unseated(event: Event) -> QuerySet[Entry]:
    if not event.drafted:
        return event.entries.filter(checked_in_at=None)
    seated = Seat.objects.filter(pod__event_pod__event=event).values("player")
    return event.entries.exclude(account__in=seated)


def _waiting(event: Event, newest: RoundWork, building: Sequence[BuildingEntry]) -> list[LateEntry]:
    unpaired = [pairing.match for pairing in newest.load(newest.unpaired)] if newest.unpaired else []
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
