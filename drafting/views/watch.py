"""The page of a pod for its officials: the packs, their times, and the actions of officials.

It shows cards only if an official looks at a pool or a pick, which the log records.
"""

import uuid
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import get_language

from cards.selectors import DisplayedCard, get_displayed_card
from drafting.models import Pack, Pod, Seat
from drafting.models.pod import pod_stream
from drafting.selectors import access
from drafting.selectors.pod_map import pod_map
from drafting.selectors.pool_registration import pod_fault_sentences
from drafting.selectors.seat_view import sign_in_url
from drafting.services import judge
from drafting.services import pause as pauses
from drafting.services import pod as pods
from drafting.services import seat as seats
from drafting.views.page_context import RefusedAction, pod_page_context, posted_number, run_or_refuse
from drafting.views.seat_map import map_seats
from gameplay.engine.core.errors import UnreadableError
from gameplay.models import Account
from gameplay.selectors.live import stream_number


def watch(request: HttpRequest, pod_id: uuid.UUID, account: Account) -> HttpResponse:
    """Show a pod to an official, or run an action of theirs. Raises Http404 for other accounts."""
    number = stream_number(pod_stream(pod_id))
    find = access.directed_pod if request.method == "POST" else access.watched_pod
    pod, _account, role = find(account, pod_id)
    if request.method != "POST":
        return _render_pod(request, access.WatchedPod(pod, account, role), number)
    shown: dict[str, Any] = {}
    refused = run_or_refuse(request, lambda: shown.update(_act(request, access.WatchedPod(pod, account, role))))
    if refused or shown or request.htmx:  # type: ignore[attr-defined]
        number, pod = stream_number(pod_stream(pod_id)), get_object_or_404(Pod, pk=pod_id)
        return _render_pod(request, access.WatchedPod(pod, account, role), number, refused=refused, shown=shown)
    return redirect("draft", pod_id)


def _act(request: HttpRequest, found: access.WatchedPod) -> dict[str, Any]:
    """Run the action of the form, and return what it shows to the official, if anything."""
    do, pod = request.POST.get("do", ""), found.pod
    by: dict[str, Any] = {"author": found.account, "role": found.role}
    why = by | {"reason": request.POST.get("reason", "").strip()[:200]}
    if do in SHOWING_ACTIONS:
        return SHOWING_ACTIONS[do](request, _seat(request, pod), why)
    if do in SEAT_ACTIONS:
        SEAT_ACTIONS[do](request, _seat(request, pod), why)
        return {}
    reason = why["reason"]
    match do:
        case "open":
            pods.open_packs(pod, **by)
        case "end":
            pods.end_paper_draft(pod, **by)
        case "pause":
            pods.pause_pod(pod, reason=reason, **by)
        case "resume":
            pods.resume_pod(pod, **by)
        case other:
            raise UnreadableError(f"{other!r:.40} is unknown", place="do")
    return {}


def _replace(request: HttpRequest, seat: Seat, why: dict[str, Any]) -> None:
    pack = get_object_or_404(Pack, pod=seat.pod, pack_round=seat.pod.pack_round, opener=seat.number)
    judge.replace_pack(pack, **why)


def _extra_time(request: HttpRequest, seat: Seat, why: dict[str, Any]) -> None:
    percent = posted_number(request.POST, "percent")
    if percent not in EXTRA_PERCENTS:
        raise UnreadableError(f"{percent}", place="percent")
    judge.give_extra_time(seat, percent, **why)


def _correct(request: HttpRequest, seat: Seat, why: dict[str, Any]) -> None:
    judge.correct_pick(judge.last_pick(seat), request.POST.get("card", ""), **why)


def _look_at_pool(request: HttpRequest, seat: Seat, why: dict[str, Any]) -> dict[str, Any]:
    access.pod_with_viewable_pools(request.user, seat.pod_id)
    return {"seat": seat.number + 1, "pool": [_card(seat, ref) for ref in judge.look_at_pool(seat, **why)]}


def _look_at_pick(request: HttpRequest, seat: Seat, why: dict[str, Any]) -> dict[str, Any]:
    pick, pack = judge.look_at_pick(seat, **why)
    left = [(copy.token, _card(seat, copy.ref)) for copy in pack.copies]
    return {
        "seat": seat.number + 1,
        "pick": pick,
        "taken": _card(seat, pick.ref),
        "left": left,
        "reason": why["reason"],
    }


def _substitute(request: HttpRequest, seat: Seat, why: dict[str, Any]) -> dict[str, Any]:
    token = seats.substitute_player(seat, request.POST.get("handle", ""), **why)
    return {"seat": seat.number + 1, "address": request.build_absolute_uri(sign_in_url(seat.pod_id, token))}


def _card(seat: Seat, ref: str) -> DisplayedCard:
    return get_displayed_card(seat.pod.game, ref, get_language() or "en")


SeatAction = Callable[[HttpRequest, Seat, dict[str, Any]], Any]
SEAT_ACTIONS: dict[str, SeatAction] = {
    "bot": lambda request, seat, why: seats.give_seat_to_bot(seat, **why),
    "back": lambda request, seat, why: seats.return_seat_to_player(seat, **why),
    "pause_seat": lambda request, seat, why: pauses.pause_seat(seat, **why),
    "resume_seat": lambda request, seat, why: pauses.resume_seat(seat, **why),
    "close": lambda request, seat, why: seats.close_seat(seat, **why),
    "seconds": lambda request, seat, why: judge.give_seconds(seat, EXTRA_SECONDS, **why),
    "time": _extra_time,
    "replace": _replace,
    "correct": _correct,
}
SHOWING_ACTIONS: dict[str, SeatAction] = {"substitute": _substitute, "look": _look_at_pool, "pick": _look_at_pick}
EXTRA_SECONDS = 30
EXTRA_PERCENTS = (0, 25, 50, 100, 200)


def _seat(request: HttpRequest, pod: Pod) -> Seat:
    return get_object_or_404(
        Seat.objects.select_related("pod"), pod=pod, number=posted_number(request.POST, "seat") - 1
    )


def _render_pod(
    request: HttpRequest,
    watched: access.WatchedPod,
    number: int,
    *,
    refused: RefusedAction | None = None,
    shown: dict[str, Any] | None = None,
) -> HttpResponse:
    """Render the pod, which was read when its stream was at ``number``, or later."""
    pod, account, role = watched
    view = pod_map(pod)
    registering = pod.is_paper_draft and pod.drafted_at is not None
    event_context = pod_page_context(pod, account)
    sheets = event_context.pop("sheets", {})
    context = {
        "view": view,
        "number": number,
        "stream": pod.stream,
        "pool_errors": pod_fault_sentences(pod) if registering else [],
        "directing": role in access.DIRECTING_ROLES,
        "show_seats": not pod.closed_at and (registering or role in access.DIRECTING_ROLES),
        "may_look": role == access.POOL_VIEWER_ROLE,
        "shown_to_official": shown,
        "percents": EXTRA_PERCENTS,
        "deadline": pod.deck_deadline,
        "now": timezone.now(),
        "seats": map_seats(view),
        "rows": [_row(seat, sheets.get(seat["seat"], "")) for seat in view["seats"]],
        "submitted": sum(seat["submitted"] for seat in view["seats"]),
        "open_seats": sum(not seat["closed"] for seat in view["seats"]),
        "faults": refused.faults if refused else [],
        **event_context,
    }
    name = "drafting/parts/watch.html" if request.htmx else "drafting/watch.html"  # type: ignore[attr-defined]
    return render(request, name, context, status=refused.status if refused else 200)


def _row(seat: dict[str, Any], sheet: str) -> dict[str, Any]:
    """Return a seat of the map with the parsed time of its pack, and the URL of its player's sheet."""
    return seat | {"since": parse_datetime(seat["since"]) if seat["since"] else None, "sheet": sheet}
