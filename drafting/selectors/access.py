"""Who may see a pod: those who sit at it, and those an app above speaks for."""

import uuid
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.db.models import Q, UUIDField
from django.http import Http404

from drafting import ports
from drafting.models import Pod, Seat
from gameplay.infrastructure.compiled_queries import BindParam, CompiledSelect
from gameplay.models import Account

DIRECTING_ROLES = frozenset({"organizer", "head_judge"})
"""The offices that may do more at a pod than look at it."""
POOL_VIEWER_ROLE = "head_judge"
"""The office that may look at what was drafted."""
POD_PARAM, ACCOUNT_PARAM = BindParam("pod", UUIDField()), BindParam("account", Account._meta.get_field("id"))
POD_QUERY = CompiledSelect(lambda: Pod.objects.filter(pk=POD_PARAM))
ACTING_SEATS_QUERY = CompiledSelect(lambda: Seat.objects.filter(acts_at_q(ACCOUNT_PARAM), pod=POD_PARAM))
AUTOMATIC_SEATS = ~Q(bot="") | Q(closed_at__isnull=False)


class WatchedPod(NamedTuple):
    """A pod, and who looks at it in which office; the log says both."""

    pod: Pod
    account: Account
    role: str


def acting_seat_of(account: Any, pod_id: uuid.UUID) -> Seat:
    """Return the seat of ``account`` at a pod, with its pod, their own or that of whom they stand in for. One query.

    Raises Http404 for a pod that is not theirs.
    """
    seats = Seat.objects.select_related("pod").filter(
        acts_at_q(account.pk), pod=pod_id, pod__published_at__isnull=False
    )
    seat = _seat_or_404(seats.first())
    seat.is_away = seat.acting_id != account.pk
    return seat


def acts_at_q(account_id: Any) -> Q:
    """The seats at which the account of that id sits, or stands in for somebody."""
    # Who is not signed in has no id, and would otherwise be found wherever there is no substitute.
    return Q(player=account_id) | Q(substitute=account_id, substitute__isnull=False)


def lock_seat(seat: Seat) -> Seat:
    """Return ``seat`` and its pod as they are now; nobody else changes them until the transaction ends. One query."""
    # SQLite has one writer at a time and needs no lock; PostgreSQL reads again, after waiting, the rows it locks: so
    # the seat's too, but in a way (no_key) that lets other seats' transactions refer to it.
    locking = Seat.objects.select_related("pod").select_for_update(of=("self", "pod"), no_key=True)
    return locking.get(pk=seat.pk)


def lock_pod(pod: Pod) -> Pod:
    """Return ``pod`` as it is now; nobody else changes anything there until the transaction ends. One query.

    Whoever takes several does so in the order of their keys, so that two never wait for each other.
    """
    return Pod.objects.select_for_update(no_key=True).get(pk=pod.pk)


def watching_role(account: Any, pod: Pod) -> str | None:
    """Return the office in which ``account``, who does not sit at ``pod``, may look at it; None if in none."""
    return ports.pod_host().watching_role(account, pod)


def watched_pod(account: Any, pod_id: uuid.UUID) -> WatchedPod:
    """Return a pod and the office in which ``account`` looks at it. Raises Http404 without one.

    As much is done for a pod that does not exist as for one that is not theirs.
    """
    pod = Pod.objects.filter(pk=pod_id).first()
    role = watching_role(account, pod or Pod(pk=pod_id))
    if pod is None or role is None:
        raise Http404
    return WatchedPod(pod, account, role)


def directed_pod(account: Any, pod_id: uuid.UUID) -> WatchedPod:
    """Like `watched`, for those who may do more than look."""
    found = watched_pod(account, pod_id)
    if found.role not in DIRECTING_ROLES:
        raise Http404
    return found


def pod_with_viewable_pools(account: Any, pod_id: uuid.UUID) -> WatchedPod:
    """Like `watched`, for a head judge who may look at what was drafted. Raises Http404 for everybody else.

    The apps above hear of who holds that office and may not, as they play.
    """
    try:
        found = watched_pod(account, pod_id)
    except Http404:
        ports.pod_host().on_look_refused(account, pod_id)
        raise
    if found.role != POOL_VIEWER_ROLE:
        raise Http404
    return found


def may_follow_pod(account: Any, pod_id: str) -> bool:
    """Whether ``account`` may hear that something happened at a pod."""
    try:
        found = POD_QUERY.fetch(pod=pod_id)
    except (ValidationError, ValueError):
        return False
    if not account.is_authenticated:
        return False
    asked = found[0] if found else Pod(pk=uuid.UUID(pod_id))  # as much is done for one that does not exist
    allowed = ACTING_SEATS_QUERY.fetch(pod=pod_id, account=account.pk) or watching_role(account, asked) is not None
    return bool(allowed and found)


def may_follow_deck(account: Any, seat_id: str) -> bool:
    """Whether ``account`` may hear that the deck of a seat was saved: only who sits there."""
    try:
        return Seat.objects.filter(acts_at_q(account.pk), pk=seat_id).exists()
    except (ValidationError, ValueError):
        return False


def _seat_or_404(seat: Seat | None) -> Seat:
    if seat is None:
        raise Http404
    return seat
