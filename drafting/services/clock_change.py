"""Adjust drafts to a change of the server's clock."""

from datetime import timedelta

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q

from drafting.models import Pack, Pod, Seat
from drafting.rules.timing import ARRIVAL
from drafting.selectors import access
from drafting.selectors.open_round import OpenRound, round_with_seats
from drafting.services.pod import pick_due_at
from gameplay.infrastructure.clock_change import ClockChange
from gameplay.infrastructure.log import append_entry

COMMIT_MARGIN = timedelta(seconds=1)  # between the time of a request and its commit


@transaction.atomic
def move_deadlines(change: ClockChange) -> None:
    """Move the deadlines of picks and deck building, and the starts of pauses, of every pod by the clock change."""
    clocked = Exists(Pack.objects.filter(pod=OuterRef("pk"), due_at__isnull=False))
    paused = Q(paused_at__isnull=False) | Exists(Seat.objects.filter(pod=OuterRef("pk"), paused_at__isnull=False))
    drafting = Q(drafted_at=None) & (clocked | paused)
    building = Q(deck_deadline__isnull=False) | Q(paused_at__isnull=False)
    for affected in Pod.objects.filter(drafting | building, closed_at=None).order_by("pk"):
        pod = access.lock_pod(affected)
        if _move(pod, change):
            append_entry(
                pod.stream, "clock_set", author=None, role="clock", after={"seconds": change.seconds}, at=change.now
            )


def _move(pod: Pod, change: ClockChange) -> bool:
    """Move the deadlines and pauses of ``pod``, and return whether there are any."""
    drafting, pods = round_with_seats(pod), Pod.objects.filter(pk=pod.pk)
    moved = [pack.pk for pack in drafting.packs if pack.due_at and not _is_new(drafting, pack, change)]
    packs = Pack.objects.filter(pk__in=moved)
    since_change = change.since + ARRIVAL, change.now + ARRIVAL
    waiting = Seat.objects.filter(pod=pod).exclude(clock_waits_until__range=since_change)
    waiting.update(clock_waits_until=F("clock_waits_until") + change.step)
    return any([
        packs.update(due_at=F("due_at") + change.step),
        change.shift_times(pods, "deck_deadline", set_at_field="drafted_at"),
        change.shift_times(pods, "paused_at"),
        change.shift_times(Seat.objects.filter(pod=pod), "paused_at"),
    ])  # fmt: skip


def _is_new(drafting: OpenRound, pack: Pack, change: ClockChange) -> bool:
    """Return whether the clock of ``pack`` was started since the change: almost the full pick time is left."""
    seat = drafting.seats[drafting.holder_of(pack)]
    if pack.due_at is None or seat.is_paused:
        return False
    full = pick_due_at(drafting.pod, seat, len(pack.contents), now=change.now)
    return full is not None and full - (change.now - change.since) - COMMIT_MARGIN <= pack.due_at <= full
