"""Responses that the API views of a pod share."""

from collections.abc import Callable
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from drafting.api.permissions import directed_pod, own_seat
from drafting.models import Seat
from drafting.models.pod import pod_stream
from drafting.selectors.access import WatchedPod
from drafting.selectors.deck_view import deck_view
from drafting.selectors.pod_map import pod_map
from drafting.selectors.seat_view import JsonObject, seat_view
from drafting.services.arrival import start_clock
from gameplay.api.idempotency import idempotent_response
from gameplay.engine.core.errors import RulesError
from gameplay.selectors.live import stream_number


def seat_state(request: Request, pod_id: UUID) -> JsonObject:
    """Return the pod as the caller's seat sees it now, with the ``number`` of its log stream at that time."""
    number, seat = stream_number(pod_stream(pod_id)), own_seat(request, pod_id)
    start_clock(seat)
    return {"number": number, **seat_view(seat)}


def respond_once(request: Request, pod_id: UUID, operation: Callable[[], JsonObject], *, status: int = 200) -> Response:
    """Run ``operation`` once and respond with its return value.

    A refusal because of the current state also carries that ``state``.
    """
    try:
        return idempotent_response(request, lambda: (status, operation()))
    except RulesError as refusal:
        if refusal.is_state_conflict:
            refusal.details["state"] = seat_state(request, pod_id)
        raise


def change_deck(request: Request, pod_id: UUID, change: Callable[[Seat], object], *, status: int = 200) -> Response:
    """Change the caller's deck once, and respond with the changed deck."""
    seat = own_seat(request, pod_id)

    def do() -> JsonObject:
        change(seat)
        return deck_view(own_seat(request, pod_id))

    return respond_once(request, pod_id, do, status=status)


def direct_once(request: Request, pod_id: UUID, operation: Callable[[WatchedPod], object]) -> Response:
    """Run ``operation`` once for an official who directs the pod, and respond with the pod map.

    Raises Http404 for other accounts.
    """
    directed = directed_pod(request, pod_id)

    def act_and_respond() -> tuple[int, JsonObject]:
        operation(directed)
        return 200, pod_map(directed_pod(request, pod_id).pod)

    return idempotent_response(request, act_and_respond)
