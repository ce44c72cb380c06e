"""Who is there, and how the pods for them are planned."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from drafting.models import Pod, Seat
from tournaments.models import Entry, Event, Round
from tournaments.rules.cut import CutTooLargeError, players_fault
from tournaments.rules.pods import (
    Split,
    TooManyRoundsError,
    announced_fault,
    best_split,
    field_fault,
    notices,
    reasons_for,
    rounds_fault,
)
from tournaments.rules.reasons import Reason
from tournaments.rules.team_pods import best_team_split, team_reasons

LETTERS = 26
FEWEST_PLAYERS = 2


@dataclass(frozen=True, slots=True)
class PodPlan:
    """How many pods of which sizes, why, and what the director should know; ``pods`` are players in seat order."""

    split: Split
    why: Sequence[Reason]
    notices: Sequence[Reason]
    pods: Sequence[Sequence[Entry]] = ()


def present(event: Event) -> QuerySet[Entry]:
    """Players who are checked in and have not left, in the order of joining. One query."""
    return event.entries.filter(checked_in_at__isnull=False, dropped_after_round=None, disqualified_at=None).order_by(
        "number"
    )


def building_late(event: Event) -> QuerySet[Entry]:
    """Late entries who are not to be paired yet, since their deck is not in. One query."""
    if not event.drafted:
        late = event.entries.filter(checked_in_at__gt=event.registration_closed_at)
        return late.filter(dropped_after_round=None, disqualified_at=None).exclude(
            brought_deck__submitted_at__isnull=False
        )
    building = Pod.objects.filter(event_pod__event=event, event_pod__joins__isnull=False, closed_at=None)
    return event.entries.filter(account__seats__pod__in=building, dropped_after_round=None, disqualified_at=None)


def unplaced(paired: Round) -> QuerySet[Entry]:
    """Players who take part and have no place in a round, as late entries whose deck was not in. One query."""
    entries = paired.event.entries
    seated = (
        entries.filter(account__seats__pod__event_pod__event=paired.event_id)
        if paired.event.drafted
        else entries.filter(checked_in_at__isnull=False)
    )
    there = Q(matches_as_a__round=paired.pk) | Q(matches_as_b__round=paired.pk)
    return seated.filter(dropped_after_round=None, disqualified_at=None).exclude(there)


def pod_plan(event: Event) -> PodPlan:
    """Return the pods as they are planned, or the sizes that would be. Two queries. Raises TooFewPlayersError."""
    split = Split(tuple(map(len, event.plan))) if event.plan else usual_split(event, present(event).count())
    entries = {entry.number: entry for entry in event.entries.select_related("team")}
    return PodPlan(
        split=split,
        why=team_reasons(split, event.team_size) if event.of_teams else reasons_for(split),
        notices=notices([sum(split.sizes)] if event.across else split.sizes, event.terms.rounds),
        pods=[[entries[number] for number in pod] for pod in event.plan],
    )


def usual_split(event: Event, players: int) -> Split:
    """Return the pod sizes for so many players of ``event`` (DRF-OP-1, DRF-OP-14). Raises TooFewPlayersError."""
    return best_team_split(players) if event.of_teams else best_split(players)


def seat_of(entry: Entry) -> Seat | None:
    """Return the seat of ``entry`` in its event, with its pod; None for who has none. One query."""
    seats = Seat.objects.filter(pod__event_pod__event=entry.event_id, player=entry.account_id)
    return seats.select_related("pod").first()


def rounds_refused(event: Event, sizes: Sequence[int]) -> TooManyRoundsError | None:
    """Return why ``event`` cannot play its rounds in pods of ``sizes``, if any are known; None if it can (DRF-OP-8)."""
    rounds = event.terms.rounds
    if event.across:
        return field_fault(sum(sizes) // event.team_size, rounds, teams=event.of_teams)
    return announced_fault(rounds) or (rounds_fault(sizes, rounds) if sizes else None)


def cut_refused(event: Event, places: int, players: int) -> CutTooLargeError | None:
    """Return why so many ``players`` of ``event``, in their teams, cannot be cut to ``places``; None if they can."""
    return players_fault(places, players // event.team_size, teams=event.of_teams)


def pod_label(number: int) -> str:
    """Return the name of the n-th pod: A to Z, then AA."""
    before, letter = divmod(number - 1, LETTERS)
    return (pod_label(before) if before else "") + chr(ord("A") + letter)
