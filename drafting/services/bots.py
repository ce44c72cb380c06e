"""Moves of bots and closed seats, each pick in its own transaction."""

import uuid

from django.db.models import QuerySet

from drafting.models import Seat
from drafting.selectors.open_round import automatic_seats_to_move
from drafting.services.deck import build_by_bot
from drafting.services.pick import pick_by_bot


def play_bots(pod_id: uuid.UUID) -> None:
    """Pick and build for the automatic seats of a pod, in turns, until they wait for a player.

    Concurrent calls are safe: each finds the work of the other done.
    """
    while seats := automatic_seats_to_move([pod_id]):
        for seat in seats:
            pick_by_bot(seat)
    for seat in _bot_seats_without_deck(pod_id):
        build_by_bot(seat)


def has_bots_to_play(pod_id: uuid.UUID) -> bool:
    """Return whether a bot of the pod has something to do. Two queries, or three if none has to pick."""
    return bool(automatic_seats_to_move([pod_id])) or _bot_seats_without_deck(pod_id).exists()


def _bot_seats_without_deck(pod_id: uuid.UUID) -> QuerySet[Seat]:
    unbuilt = Seat.objects.filter(pod=pod_id, closed_at=None, deck__isnull=False, deck__submitted_at=None)
    return unbuilt.filter(pod__paused_at=None).exclude(bot="")
