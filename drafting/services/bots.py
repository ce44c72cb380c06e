"""The site acts for bots and closed seats, each pick in a transaction of its own."""

import uuid

from drafting.models import Seat
from drafting.selectors.tables import automatic_seats_to_move
from drafting.services.deck import build_by_bot
from drafting.services.pick import pick_by_bot


def move_bots(pod_id: uuid.UUID) -> None:
    """Pick and build for the automatic seats of a pod, in turns, until they wait for somebody else.

    Two at once do no harm: what one has done the other finds done.
    """
    while seats := automatic_seats_to_move([pod_id]):
        for seat in seats:
            pick_by_bot(seat)
    building = Seat.objects.filter(pod=pod_id, closed_at=None, deck__isnull=False, deck__submitted_at=None)
    for seat in building.exclude(bot=""):
        build_by_bot(seat)
