"""Access to pods: for players and substitutes, and for roles that the app above grants."""

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
"""Roles that may change the state of a pod."""
POOL_VIEWER_ROLE = "head_judge"
"""The role that may look at pools."""
POD_PARAM, ACCOUNT_PARAM = BindParam("pod", UUIDField()), BindParam("account", Account._meta.get_field("id"))
POD_QUERY = CompiledSelect(lambda: Pod.objects.filter(pk=POD_PARAM))
ACTING_SEATS_QUERY = CompiledSelect(lambda: Seat.objects.filter(acts_at_q(ACCOUNT_PARAM), pod=POD_PARAM))
AUTOMATIC_SEATS = ~Q(bot="") | Q(closed_at__isnull=False)


class WatchedPod(NamedTuple):
    """A pod, and the account and role that watch it; log entries have both."""

    pod: Pod
    account: Account
    role: str


def acting_seat_of(account: Any, pod_id: uuid.UUID) -> Seat:
    """Return the seat at which ``account`` is the player or the substitute, with its pod. One query.

    Raises Http404 if there is none at this pod.
    """
    seats = Seat.objects.select_related("pod").filter(
        acts_at_q(account.pk), pod=pod_id, pod__published_at__isnull=False
    )
    seat = _seat_or_404(seats.first())
    seat.is_away = seat.acting_id != account.pk
    return seat


def acts_at_q(account_id: Any) -> Q:
    """Return a query for the seats at which this account is the player or the substitute."""
    # Anonymous users have the id None, which would otherwise match every seat without a substitute.
    return Q(player=account_id) | Q(substitute=account_id, substitute__isnull=False)


def lock_seat(seat: Seat) -> Seat:
    """Return the current ``seat`` and its pod, locked until the transaction ends. One query."""
    # SQLite has one writer at a time and needs no lock. PostgreSQL reads locked rows again after waiting, so the seat
    # is locked too. With no_key, transactions of other seats can still refer to it.
    locking = Seat.objects.select_related("pod").select_for_update(of=("self", "pod"), no_key=True)
    return locking.get(pk=seat.pk)


def lock_pod(pod: Pod) -> Pod:
    """Return the current ``pod``, locked until the transaction ends. One query.

    To avoid deadlocks, lock several pods in the order of their keys.
    """
    return Pod.objects.select_for_update(no_key=True).get(pk=pod.pk)


def watching_role(account: Any, pod: Pod) -> str | None:
    """Return the role in which ``account``, which has no seat at ``pod``, may watch it, or None."""
    return ports.pod_host().watching_role(account, pod)


def watched_pod(account: Any, pod_id: uuid.UUID) -> WatchedPod:
    """Return a pod and the role in which ``account`` watches it. Raises Http404 without a role.

    A missing pod and a forbidden one take the same steps, so that timing reveals nothing.
    """
    pod = Pod.objects.filter(pk=pod_id).first()
    role = watching_role(account, pod or Pod(pk=pod_id))
    if pod is None or role is None:
        raise Http404
    return WatchedPod(pod, account, role)


def directed_pod(account: Any, pod_id: uuid.UUID) -> WatchedPod:
    """Like `watched_pod`, for roles that may change the pod."""
    found = watched_pod(account, pod_id)
    if found.role not in DIRECTING_ROLES:
        raise Http404
    return found


def pod_with_viewable_pools(account: Any, pod_id: uuid.UUID) -> WatchedPod:
    """Like `watched_pod`, for a head judge who may look at pools. Raises Http404 for other accounts.

    The host of the pod is notified of refusals, for example of a head judge who plays in the event.
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
    """Return whether ``account`` may follow the live updates of a pod."""
    try:
        found = POD_QUERY.fetch(pod=pod_id)
    except (ValidationError, ValueError):
        return False
    if not account.is_authenticated:
        return False
    pod = found[0] if found else Pod(pk=uuid.UUID(pod_id))  # same steps for a missing pod
    allowed = ACTING_SEATS_QUERY.fetch(pod=pod_id, account=account.pk) or watching_role(account, pod) is not None
    return bool(allowed and found)


def may_follow_deck(account: Any, seat_id: str) -> bool:
    """Return whether ``account`` may follow the deck of a seat, as its player or substitute."""
    try:
        return Seat.objects.filter(acts_at_q(account.pk), pk=seat_id).exists()
    except (ValidationError, ValueError):
        return False


def _seat_or_404(seat: Seat | None) -> Seat:
    if seat is None:
        raise Http404
    return seat
