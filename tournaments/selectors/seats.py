"""The seats of an event: where a player sits now, and where the decks of a match were drafted.

If the top cut drafts again, its players have two seats and two decks: those of the first draft for the announced
rounds, and those of the cut's draft for its stages.
"""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from drafting.models import Seat
from tournaments.models import Entry, Event, EventPod, Match


def current_seats(event: Event, players: Collection[Any] | None = None) -> QuerySet[Seat]:
    """Return the seats where the players of ``event``, or only these accounts, draft or have drafted last."""
    seats = Seat.objects.filter(pod__event_pod__event=event)
    if players is not None:
        seats = seats.filter(player__in=players)
    if event.cut_seated_at is None:
        return seats
    in_cut = Seat.objects.filter(pod__event_pod__event=event, pod__event_pod__for_cut=True).values("player")
    return seats.exclude(pod__event_pod__for_cut=False, player__in=in_cut)


def current_seat(event: Event, account_id: Any) -> Seat | None:
    """Return the seat of an account in ``event``, the last one of two, with its pod; None without one. One query."""
    seats = Seat.objects.filter(pod__event_pod__event=event, player=account_id)
    return seats.select_related("pod__event_pod").order_by("-pod__event_pod__number").first()


def seat_of_entry(entry: Entry) -> Seat | None:
    """Return the `current_seat` of ``entry``. Makes one query."""
    return current_seat(entry.event, entry.account_id)


def first_deck_pod(event: Event, entry: Entry) -> UUID | None:
    """Return the pod where ``entry``, which has drafted again for the top cut, drafted first; None for other players.

    Makes one query, none before the top cut is seated.
    """
    if event.cut_seated_at is None:
        return None
    seats = Seat.objects.filter(pod__event_pod__event=event, player=entry.account_id)
    pods = list(seats.order_by("pod__event_pod__number").values_list("pod_id", flat=True))
    return pods[0] if len(pods) > 1 else None


def drafts_of_cut(event: Event, stage: str) -> bool:
    """Return whether the decks of a ``stage``, "" for an announced round, were drafted by the top cut."""
    return bool(stage and event.cut_seated_at)


def match_seats(match: Match, players: Collection[Any]) -> QuerySet[Seat]:
    """Return the seats where ``players``, accounts, drafted the decks that they play in ``match``."""
    event = match.round.event
    seats = Seat.objects.filter(pod__event_pod__event=event, player__in=players)
    return seats.filter(pod__event_pod__for_cut=drafts_of_cut(event, match.round.stage))


def ranked_pods(event: Event) -> QuerySet[EventPod]:
    """Return the pods with standings of their own, in order: not those of late entries or of the top cut."""
    return event.pods.filter(joins=None, for_cut=False)


def current_pods(event: Event) -> QuerySet[EventPod]:
    """Return the pods of the present or last draft, with those of late entries, in order."""
    return event.pods.filter(for_cut=event.cut_seated_at is not None)


def cut_seats(event: Event) -> QuerySet[Seat]:
    """Return the seats of the draft of the top cut, in order; none without one."""
    return Seat.objects.filter(pod__event_pod__event=event, pod__event_pod__for_cut=True).order_by("number")
