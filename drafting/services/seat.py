"""Change who acts for a seat, or close it. Each function is one transaction with its log entry."""

from django.db import transaction
from django.utils import timezone

from drafting.models import Seat
from drafting.selectors import access
from drafting.services.deck import close_if_all_submitted
from drafting.services.pod import check_seat_open, wake_pod_bots
from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure import hub
from gameplay.infrastructure.log import append_entry
from gameplay.models import Account
from gameplay.services.accounts import create_guest, create_login_link
from gameplay.services.corrections import require_reason


class LastSeatError(RulesError):
    """The last open seat of a pod cannot be closed."""

    code = "last_seat"
    clause = "DRF-OP-3"
    sentence = _("This is the last open seat of the pod; it cannot be closed.")


@transaction.atomic
def give_seat_to_bot(
    seat: Seat, *, author: Account | None, role: str, bot: str = Seat.Bot.DRAFTER, reason: str = ""
) -> None:
    """Let a bot act for the player; officials give a reason. Raises SeatClosedError or NoReasonError."""
    if author and role != "player":
        require_reason(reason)
    seat = _lock_open_seat(seat)
    _remove_substitute(seat)
    _hand_over(seat, bot, "seat_to_bot", author=author, role=role, reason=reason)
    wake_pod_bots(seat.pod)


@transaction.atomic
def return_seat_to_player(seat: Seat, *, author: Account | None, role: str, reason: str = "") -> None:
    """Let the player act again instead of a bot or a substitute. Raises SeatClosedError."""
    seat = _lock_open_seat(seat)
    had_substitute = _remove_substitute(seat)
    if Seat.objects.filter(pk=seat.pk).exclude(bot="").update(bot="") or had_substitute:
        after = {"seat": seat.number + 1}
        append_entry(seat.pod.stream, "seat_taken_back", author=author, role=role, after=after, reason=reason)


@transaction.atomic
def substitute_player(seat: Seat, handle: str, *, author: Account, role: str, reason: str) -> str:
    """Let a new guest account called ``handle`` act for the player, and return its sign-in token.

    The account is new so that it has no part in the event and has seen no cards. The player no longer sees the packs of
    the seat, but may take it back at any time. Raises SeatClosedError, NoReasonError or the errors of `create_guest`.
    """
    require_reason(reason)
    seat = _lock_open_seat(seat)
    _remove_substitute(seat)
    guest = create_guest(handle)
    Seat.objects.filter(pk=seat.pk).update(substitute=guest, bot="", selected="")
    after = {"seat": seat.number + 1, "name": guest.handle}
    append_entry(seat.pod.stream, "seat_to_substitute", author=author, role=role, after=after, reason=reason)
    return create_login_link(guest)


@transaction.atomic
def close_seat(seat: Seat, *, author: Account | None, role: str, reason: str) -> None:
    """Close a seat whose player has left: packs skip it, its picks leave the draft (DRF-OP-3).

    Raises SeatClosedError, LastSeatError or NoReasonError.
    """
    require_reason(reason)
    seat, now = _lock_open_seat(seat), timezone.now()
    if not Seat.objects.filter(pod=seat.pod, closed_at=None).exclude(pk=seat.pk).exists():
        raise LastSeatError
    Seat.objects.filter(pk=seat.pk).update(closed_at=now, paused_at=None)
    after = {"seat": seat.number + 1}
    append_entry(seat.pod.stream, "seat_closed", author=author, role=role, after=after, reason=reason, at=now)
    close_if_all_submitted(seat.pod, now=now)
    wake_pod_bots(seat.pod)


def _remove_substitute(seat: Seat) -> bool:
    """Remove the substitute of ``seat`` and disconnect their open pages; return whether there was one."""
    if not Seat.objects.filter(pk=seat.pk, substitute__isnull=False).update(substitute=None, selected=""):
        return False
    assert seat.substitute_id
    hub.reauthorize(seat.substitute_id)
    return True


def _hand_over(seat: Seat, bot: str, action: str, *, author: Account | None, role: str, reason: str = "") -> None:
    if Seat.objects.filter(pk=seat.pk).exclude(bot=bot).update(bot=bot):
        append_entry(seat.pod.stream, action, author=author, role=role, after={"seat": seat.number + 1}, reason=reason)


def _lock_open_seat(seat: Seat) -> Seat:
    seat = access.lock_seat(seat)
    check_seat_open(seat)
    return seat
