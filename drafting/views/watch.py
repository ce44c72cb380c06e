"""The page of a pod for its officials: who holds packs, and what only they may do. No card is on it."""

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone

from drafting.models import Pod, Seat
from drafting.selectors import access
from drafting.selectors.pod_map import pod_map
from drafting.selectors.stream import number_of
from drafting.services import pod as pods
from drafting.services import seat as seats
from drafting.views.frame import Refused, attempt, frame, number_in
from drafting.views.seats import map_seats
from gameplay.engine.errors import UnreadableError
from gameplay.models import Account


def watch(request: HttpRequest, pod_id: uuid.UUID, account: Account) -> HttpResponse:
    """Show a pod to an official; carry out what they ask. Raises Http404 for anybody else."""
    find = access.directed if request.method == "POST" else access.watched
    pod, _account, role = find(account, pod_id)
    if request.method != "POST":
        return _shown(request, pod, account, role=role)
    refused = attempt(request, lambda: _act(request, pod, account, role))
    if refused or request.htmx:  # type: ignore[attr-defined]
        return _shown(request, get_object_or_404(Pod, pk=pod_id), account, role=role, refused=refused)
    return redirect("draft", pod_id)


def _act(request: HttpRequest, pod: Pod, account: Account, role: str) -> None:
    by: dict[str, Any] = {"author": account, "role": role}
    reason = request.POST.get("reason", "").strip()[:200]
    match request.POST.get("do"):
        case "open":
            pods.open_packs(pod, **by)
        case "pause":
            pods.pause(pod, reason=reason, **by)
        case "resume":
            pods.resume(pod, **by)
        case "bot":
            seats.give_seat_to_bot(_seat(request, pod), reason=reason, **by)
        case "back":
            seats.take_back(_seat(request, pod), **by)
        case "close":
            seats.close_seat(_seat(request, pod), reason=reason, **by)
        case other:
            raise UnreadableError(f"{other!r:.40}", place="do")


def _seat(request: HttpRequest, pod: Pod) -> Seat:
    return get_object_or_404(Seat, pod=pod, number=number_in(request, "seat") - 1)


def _shown(
    request: HttpRequest, pod: Pod, account: Account, *, role: str, refused: Refused | None = None
) -> HttpResponse:
    number, told = number_of(pod), pod_map(pod)
    context = {
        "told": told,
        "number": number,
        "stream": pod.stream,
        "directing": role in access.DIRECTING,
        "deadline": pod.deck_deadline,
        "now": timezone.now(),
        "seats": map_seats(told),
        "submitted": sum(seat["submitted"] for seat in told["seats"]),
        "open_seats": sum(not seat["closed"] for seat in told["seats"]),
        "faults": refused.faults if refused else [],
        **frame(pod, account),
    }
    name = "drafting/parts/watch.html" if request.htmx else "drafting/watch.html"  # type: ignore[attr-defined]
    return render(request, name, context, status=refused.status if refused else 200)
