"""Access checks of the draft API."""

from uuid import UUID

from rest_framework.request import Request

from drafting.models import Seat
from drafting.selectors import access


def own_seat(request: Request, pod_id: UUID) -> Seat:
    """Return the caller's seat at a pod, with its pod. Raises Http404 if the caller has no seat there."""
    return access.acting_seat_of(request.user, pod_id)


def directed_pod(request: Request, pod_id: UUID) -> access.WatchedPod:
    """Return a pod that the caller directs as an official. Raises Http404 for other accounts."""
    return access.directed_pod(request.user, pod_id)


def watched_pod(request: Request, pod_id: UUID) -> access.WatchedPod:
    """Return a pod that the caller watches as an official. Raises Http404 for other accounts."""
    return access.watched_pod(request.user, pod_id)


def pod_with_viewable_pools(request: Request, pod_id: UUID) -> access.WatchedPod:
    """Return a pod whose pools the caller may look at as head judge. Raises Http404 for other accounts."""
    return access.pod_with_viewable_pools(request.user, pod_id)
