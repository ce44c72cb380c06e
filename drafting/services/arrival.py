"""The first pick of a draft: its clock waits for a player who has not opened the page yet."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from drafting.models import Pack, Pod, Seat
from drafting.rules.timing import ARRIVAL
from drafting.selectors.open_round import OpenRound, lock_round
from gameplay.infrastructure import presence


def clock_starts(pod: Pod, drafting: OpenRound, *, now: datetime) -> dict[int, datetime]:
    """Let the clocks of absent players wait if the first packs open; return when each of these starts, by seat number.

    Call it with the pod locked. One query for each absent player, and one of the cache.
    """
    if pod.pack_round != 1:
        return {}
    followers = {seat: (pod.stream, seat.acting_id) for seat in drafting.seats if not seat.is_automatic}
    present = presence.present_followers(list(followers.values()))
    absent = [seat for seat, follower in followers.items() if follower not in present]
    for seat in absent:
        Seat.objects.filter(pk=seat.pk).update(clock_waits_until=now + ARRIVAL)
    return {seat.number: now + ARRIVAL for seat in absent}


def start_clock(seat: Seat) -> None:
    """Start the clock of ``seat``, because its player is shown the pack. No query if the clock runs already.

    There is no log entry: no other player sees the clock of a seat, and an entry would update all pages of the pod.
    """
    if seat.clock_waits_until and not seat.is_away and not seat.is_paused:
        _start_clock(seat)


@transaction.atomic
def _start_clock(seat: Seat) -> None:
    drafting, now = lock_round(seat.pod_id), timezone.now()
    waits_until = drafting.seats[seat.number].clock_waits_until
    if waits_until is None:
        return
    Seat.objects.filter(pk=seat.pk).update(clock_waits_until=None)
    for pack in drafting.packs_before(seat.number)[:1]:
        if pack.due_at and pack.pack_round == 1 and pack.hops == 0:
            Pack.objects.filter(pk=pack.pk).update(due_at=pack.due_at - max(waits_until - now, timedelta(0)))
