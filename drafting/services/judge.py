"""Actions of officials at a pod. Each has a log entry with its author and reason, but without cards.

Public actions are logged in the stream of the pod, the others in its desk stream for staff.
"""

from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction
from django.db.models import Sum
from django.http import Http404
from django.utils import timezone

from drafting.models import Pack, Pick, Pod, Seat
from drafting.rules.packs import CardCopy, sealed_copies
from drafting.rules.passing import (
    CorrectionTooLateError,
    NotInPackError,
    PickedBy,
    check_correction,
    check_replacement,
)
from drafting.selectors import access, pod_cards
from drafting.selectors.open_round import open_round, round_with_seats
from drafting.selectors.pools import drafted_refs
from drafting.services.pod import check_seat_open, extend_running_clock, pick_due_at
from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure.log import append_entry
from gameplay.models import Account
from gameplay.services.corrections import require_reason


class NoClockRunsError(RulesError):
    """No clock is running to which seconds could be added."""

    code = "no_clock_runs"
    clause = "DRF-OP-4"
    sentence = _("No clock is running for this seat.")
    is_state_conflict = True


@transaction.atomic
def give_seconds(seat: Seat, seconds: int, *, author: Account | None, role: str, reason: str) -> None:
    """Extend the clock of the current pick of ``seat``.

    Raises SeatClosedError, NoClockRunsError, NoReasonError.
    """
    require_reason(reason)
    seat = access.lock_seat(seat)
    check_seat_open(seat)
    waiting = open_round(seat.pod).packs_before(seat.number)
    if not waiting or waiting[0].due_at is None:
        raise NoClockRunsError
    Pack.objects.filter(pk=waiting[0].pk).update(due_at=waiting[0].due_at + timedelta(seconds=seconds))
    after = {"seat": seat.number + 1, "seconds": seconds}
    append_entry(seat.pod.stream, "seconds_given", author=author, role=role, after=after, reason=reason)


@transaction.atomic
def give_extra_time(seat: Seat, percent: int, *, author: Account | None, role: str, reason: str) -> None:
    """Give ``seat`` extra time for each pick, including the current one, and for its deck. Only staff see it.

    The public log says that a clock was changed, but not for which seat. A reduction applies from the next pick on.
    Raises SeatClosedError, NoReasonError.
    """
    require_reason(reason)
    seat = access.lock_seat(seat)
    check_seat_open(seat)
    former, seat.extra_percent = seat.extra_percent, percent
    Seat.objects.filter(pk=seat.pk).update(extra_percent=percent)
    before, after = {"percent": former}, {"seat": seat.number + 1, "percent": percent}
    append_entry(
        seat.pod.desk_stream, "extra_time", author=author, role=role, before=before, after=after, reason=reason
    )
    if _extend_running_clock(seat, former) or seat.pod.deck_deadline:
        append_entry(seat.pod.stream, "clock_set_anew", author=author, role=role)


def _extend_running_clock(seat: Seat, former: int) -> bool:
    """Extend the running clock of ``seat`` by its extra time beyond ``former`` percent; return whether one runs."""
    drafting, clock = round_with_seats(seat.pod), seat.pod.clock
    for pack in drafting.packs_before(seat.number)[:1]:
        times = [clock.allowance(len(pack.contents), extra_percent=each) for each in (former, seat.extra_percent)]
        if times[0] and times[1] and times[1] > times[0]:
            extend_running_clock(drafting, seat, times[1] - times[0])
            return True
    return False


@transaction.atomic
def look_at_pool(seat: Seat, *, author: Account | None, role: str, reason: str) -> list[str]:
    """Return the pool of ``seat``, and log who looked and why. Raises NoReasonError."""
    require_reason(reason)
    append_entry(
        seat.pod.desk_stream, "pool_looked_at", author=author, role=role, after={"seat": seat.number + 1}, reason=reason
    )
    return drafted_refs(seat)


@transaction.atomic
def look_at_pick(seat: Seat, *, author: Account | None, role: str, reason: str) -> tuple[Pick, Pack]:
    """Return the last pick of ``seat`` and its pack, for a correction, and log who looked.

    Raises Http404 without a pick, CorrectionTooLateError, NoReasonError.
    """
    require_reason(reason)
    pick = last_pick(seat)
    pack = Pack.objects.get(pk=pick.pack_id)
    check_correction(pick.number, pack.hops)
    after = {"seat": seat.number + 1, "pack_round": pick.pack_round, "pick": pick.number}
    append_entry(seat.pod.desk_stream, "pick_looked_at", author=author, role=role, after=after, reason=reason)
    return pick, pack


def last_pick(seat: Seat) -> Pick:
    """Return the last pick of ``seat``. Raises Http404 without one."""
    pick = Pick.objects.filter(seat=seat).select_related("seat__pod").order_by("pack_round", "number").last()
    if pick is None:
        raise Http404
    return pick


@transaction.atomic
def replace_pack(pack: Pack, *, author: Account, role: str, reason: str) -> Pack:
    """Replace a pack with the wrong number of cards by a new one; its pick clock starts again (DRF-2.4).

    Raises PackPickedFromError, CubeSpentError or NoReasonError.
    """
    require_reason(reason)
    pod = access.lock_pod(pack.pod)
    pack.refresh_from_db()
    check_replacement(pack.hops)
    pack.replacement += 1
    copies = _replacement_copies(pod, pack)
    pack.contents = [[copy.token, copy.ref] for copy in copies]
    if pack.due_at:
        opener = pod.seats.get(number=pack.opener)
        pack.due_at = pick_due_at(pod, opener, len(pack.contents), now=pod.paused_at or timezone.now())
    pack.save(update_fields=["replacement", "contents", "due_at"])
    after = {"seat": pack.opener + 1, "pack_round": pack.pack_round}
    append_entry(pod.stream, "pack_replaced", author=author, role=role, after=after, reason=reason)
    return pack


def _replacement_copies(pod: Pod, pack: Pack) -> Sequence[CardCopy]:
    """Return the copies of a replacement pack, from the same booster or from the rest of the cube.

    Raises CubeSpentError.
    """
    seed, label = bytes(pod.seed), pack.stream_label(pod)
    if pod.cube:
        replaced = Pack.objects.filter(pod=pod).aggregate(times=Sum("replacement"))["times"]
        cube = pod_cards.pod_cube(pod, pod.seats.count())
        return cube.replacement_copies(replaced, seed=seed, pod_label=pod.chance, label=label)
    kind = pod_cards.pack_source(pod.boosters[pack.pack_round - 1], pod.draft_format.pack_size)
    return sealed_copies(kind.booster_at(pack.opener, seed=seed, label=label), seed=seed, label=label)


@transaction.atomic
def correct_pick(pick: Pick, token: str, *, author: Account, role: str, reason: str) -> Pick:
    """Replace a pick that the site or the clock made by the copy ``token``, until the next seat has picked.

    Raises CorrectionTooLateError (also once the draft is over), NotInPackError or NoReasonError.
    """
    require_reason(reason)
    pod = access.lock_pod(pick.seat.pod)
    pick.refresh_from_db(fields=["token", "ref"])
    pack = Pack.objects.get(pk=pick.pack_id)
    check_correction(pick.number, pack.hops)
    if pod.drafted_at or pack.pack_round != pod.pack_round:
        raise CorrectionTooLateError
    wanted = next((copy for copy in pack.contents if copy[0] == token), None)
    if wanted is None:
        raise NotInPackError
    contents = [copy for copy in pack.contents if copy is not wanted] + [[pick.token, pick.ref]]
    Pack.objects.filter(pk=pack.pk).update(contents=contents)
    before = {"copy": pick.token}
    (pick.token, pick.ref), pick.by = wanted, PickedBy.JUDGE.value
    pick.save(update_fields=["token", "ref", "by"])
    after = {"seat": pick.seat.number + 1, "pack_round": pick.pack_round, "pick": pick.number, "copy": token}
    append_entry(pod.stream, "pick_corrected", author=author, role=role, before=before, after=after, reason=reason)
    return pick
