"""Pause one seat: its clock stops and packs queue in front of it, while the other seats continue."""

from django.db import transaction
from django.utils import timezone

from drafting.models import Seat
from drafting.rules.passing import DraftOverError
from drafting.rules.timing import pause_length
from drafting.selectors import access
from drafting.selectors.open_round import round_with_seats
from drafting.services.pod import check_seat_open, extend_running_clock, wake_pod_bots
from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure.log import append_entry
from gameplay.models import Account
from gameplay.services.corrections import require_reason


class SeatPausedError(RulesError):
    """An official has paused this seat."""

    code = "seat_paused"
    sentence = _("This seat is paused. Wait for the judge.")
    is_state_conflict = True


class SeatNotPausedError(RulesError):
    """The seat is not paused."""

    code = "seat_not_paused"
    sentence = _("This seat is not paused.")
    is_state_conflict = True


@transaction.atomic
def pause_seat(seat: Seat, *, author: Account | None, role: str, reason: str) -> None:
    """Pause ``seat`` alone: nothing is picked for it, its clock stops, packs queue in front of it.

    Raises SeatClosedError, DraftOverError, SeatPausedError or NoReasonError.
    """
    require_reason(reason)
    seat, now = access.lock_seat(seat), timezone.now()
    check_seat_open(seat)
    check_seat_not_paused(seat)
    if seat.pod.drafted_at is not None:
        raise DraftOverError
    Seat.objects.filter(pk=seat.pk).update(paused_at=now)
    after = {"seat": seat.number + 1}
    append_entry(seat.pod.stream, "seat_paused", author=author, role=role, after=after, reason=reason, at=now)


@transaction.atomic
def resume_seat(seat: Seat, *, author: Account | None, role: str, reason: str = "") -> None:
    """Resume ``seat``, and extend its clock by the length of the pause. Raises SeatNotPausedError."""
    seat, now = access.lock_seat(seat), timezone.now()
    if seat.paused_at is None:
        raise SeatNotPausedError
    extend_running_clock(
        round_with_seats(seat.pod), seat, pause_length(seat.paused_at, now, other_paused_at=seat.pod.paused_at)
    )
    Seat.objects.filter(pk=seat.pk).update(paused_at=None)
    after = {"seat": seat.number + 1, "seconds": round((now - seat.paused_at).total_seconds())}
    append_entry(seat.pod.stream, "seat_resumed", author=author, role=role, after=after, reason=reason, at=now)
    wake_pod_bots(seat.pod)


def check_seat_not_paused(seat: Seat) -> None:
    """Raise SeatPausedError if ``seat`` is paused."""
    if seat.paused_at is not None:
        raise SeatPausedError
