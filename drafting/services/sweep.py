"""The periodic sweep of drafts: late picks, late decks and bots, every second.

Deadlines are checked under the pod's lock, so concurrent or repeated sweeps have the same effect as one.
"""

from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q

from drafting.models import Deck, Pack, Pick, Pod, Seat
from drafting.rules.timing import GRACE, is_over
from drafting.selectors import access
from drafting.selectors.open_round import OpenRound, automatic_seats_to_move, open_rounds, round_with_seats
from drafting.services.deck import submit_by_clock
from drafting.services.pick import pick_by_clock
from drafting.services.pod import wake_pod_bots
from gameplay.infrastructure.background import call_each_and_log_errors
from gameplay.infrastructure.log import append_entry

QUIET_TIME = timedelta(seconds=3)  # without a pick, after which the bots of a pod are woken again


def sweep_drafts(now: datetime) -> None:
    """Pick and submit for late players, and wake bots whose task was lost. Three queries if nothing is due."""
    _late_picks(now)
    _late_decks(now)
    _wake_quiet_bots(now)


@transaction.atomic
def push_deadlines_after_outage(began: datetime, ended: datetime) -> None:
    """Extend every deadline that was running when the outage began by its length; paused ones are left out."""
    outage, running = ended - began, began - GRACE
    clocks = Exists(Pack.objects.filter(pod=OuterRef("pk"), due_at__gte=running))
    building = Q(deck_deadline__gte=running, closed_at=None)
    for affected in Pod.objects.filter(Q(clocks) | building, paused_at=None).order_by("pk"):
        pod = access.lock_pod(affected)
        if _push(pod, outage, running):
            after = {"seconds": round(outage.total_seconds())}
            append_entry(pod.stream, "deadlines_pushed", author=None, role="clock", after=after, at=ended)


def _push(pod: Pod, later: timedelta, running: datetime) -> bool:
    """Extend the deadlines of ``pod`` that are not before ``running``; return whether there are any."""
    clocked = Pack.objects.filter(pod=pod, due_at__gte=running).exclude(pk__in=_paused_pack_ids(pod))
    building = Pod.objects.filter(pk=pod.pk, deck_deadline__gte=running, paused_at=None, closed_at=None)
    pushed = clocked.update(due_at=F("due_at") + later)
    return bool(pushed + building.update(deck_deadline=F("deck_deadline") + later))


def _paused_pack_ids(pod: Pod) -> list[UUID]:
    """Return the ids of the packs in front of paused seats of ``pod``."""
    drafting = round_with_seats(pod)
    return [pack.pk for seat in drafting.seats if seat.is_paused for pack in drafting.packs_before(seat.number)]


def _late_picks(now: datetime) -> None:
    late = Pack.objects.filter(due_at__lt=now - GRACE, pod__paused_at=None, pod__drafted_at=None)
    pods = list(Pod.objects.filter(pk__in=late.values("pod")))
    call_each_and_log_errors(open_rounds(pods).values(), partial(_late_picks_of, now=now))


def _late_picks_of(drafting: OpenRound, *, now: datetime) -> None:
    for seat in Seat.objects.filter(pod=drafting.pod, paused_at=None):
        if any(is_over(pack.due_at, now) for pack in drafting.packs_before(seat.number)):
            pick_by_clock(seat, now=now)


def _late_decks(now: datetime) -> None:
    running = Deck.objects.filter(seat__pod__paused_at=None, seat__pod__closed_at=None)
    late = running.filter(submitted_at=None, seat__closed_at=None, seat__pod__deck_deadline__lt=now - GRACE)
    call_each_and_log_errors([deck.seat for deck in late.select_related("seat")], partial(submit_by_clock, now=now))


def _wake_quiet_bots(now: datetime) -> None:
    running = Pod.objects.filter(pack_round__gt=0, closed_at=None, paused_at=None)
    with_bots = running.filter(Exists(Seat.objects.filter(access.AUTOMATIC_SEATS, pod=OuterRef("pk"))))
    # A pick in the future was made while the server's clock was ahead; it is not a recent pick.
    recent = Pick.objects.filter(pack__pod=OuterRef("pk"), at__range=(now - QUIET_TIME, now + QUIET_TIME))
    quiet = with_bots.exclude(Exists(recent))
    pods = {pod.pk: pod for pod in quiet}
    with_packs = {seat.pod_id for seat in automatic_seats_to_move(pods)}
    unbuilt = Seat.objects.filter(pod__in=pods, closed_at=None, deck__submitted_at=None, deck__isnull=False)
    for pod_id in with_packs | {seat.pod_id for seat in unbuilt.exclude(bot="")}:
        wake_pod_bots(pods[pod_id])
