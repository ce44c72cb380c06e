"""The page of a seat during the draft."""

import uuid
from contextlib import suppress
from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from drafting.models import Seat
from drafting.models.pod import pod_stream
from drafting.rules.passing import NotInPackError, StalePickError
from drafting.selectors import access
from drafting.selectors.pools import has_picked
from drafting.selectors.seat_view import JsonObject, passing_directions, seat_view
from drafting.services import pick as picks
from drafting.services import seat as seats
from drafting.services.arrival import start_clock
from drafting.views.page_context import RefusedAction, pod_page_context, posted_number, run_or_refuse
from drafting.views.phrases import phrases
from drafting.views.seat_map import map_seats
from drafting.views.watch import watch
from gameplay.engine.core.errors import RulesError, UnreadableError
from gameplay.models import Account
from gameplay.selectors.live import stream_number

IN_DOUBT_KEY = "passleft.in_doubt"
"""True in the META of a request that the server tried to carry out when it lost the database: perhaps it did."""


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def draft(request: HttpRequest, pod_id: uuid.UUID) -> HttpResponse:
    """Show a pod to its players and officials; a POST takes a card or changes who acts for the seat."""
    account, number = cast(Account, request.user), stream_number(pod_stream(pod_id))
    try:
        seat = access.acting_seat_of(account, pod_id)
    except Http404:
        return watch(request, pod_id, account)
    if request.method != "POST":
        start_clock(seat)
        return _render_seat(request, seat, number)
    refused = run_or_refuse(request, lambda: _act(request, seat))
    if refused:
        number = stream_number(pod_stream(pod_id))
        return _render_seat(request, access.acting_seat_of(account, pod_id), number, refused)
    return redirect(request.get_full_path())


@require_POST
def pick(request: HttpRequest, pod_id: uuid.UUID) -> HttpResponse:
    """Take a card for an open page. The response is empty, because the live stream sends the next state.

    Raises Http404 if the user has no seat at the pod or is signed out: a redirect to the sign-in form would look like
    success.
    """
    account = cast(Account, request.user)
    try:
        take_posted_card(account, pod_id, request.POST)
    except RulesError:
        if not (request.META.get(IN_DOUBT_KEY) and _was_taken(account, pod_id, request.POST)):
            raise
    return HttpResponse(status=204)


@require_POST
def select(request: HttpRequest, pod_id: uuid.UUID) -> HttpResponse:
    """Save the selected card of an open page, which the clock would take. Raises Http404 as `pick` does."""
    select_posted_card(cast(Account, request.user), pod_id, request.POST)
    return HttpResponse(status=204)


def take_posted_card(account: Account, pod_id: uuid.UUID, posted: QueryDict) -> None:
    """Take the card of a form. Raises UnreadableError, and what `drafting.services.pick.make_pick` raises."""
    pack, number = _pack_in(posted), posted_number(posted, "number")
    picks.make_pick(account, pod_id, pack_id=pack, number=number, token=posted.get("card", ""))


def _was_taken(account: Account, pod_id: uuid.UUID, posted: QueryDict) -> bool:
    """Return whether the card of a form was taken as it says."""
    seat, pack = access.acting_seat_of(account, pod_id), _pack_in(posted)
    return has_picked(seat, pack, posted_number(posted, "number"), posted.get("card", ""))


def select_posted_card(account: Account, pod_id: uuid.UUID, posted: QueryDict) -> None:
    """Save the selected card of a form; one that arrives after its pick is ignored. Raises Http404."""
    with suppress(StalePickError, NotInPackError):
        picks.select_copy(account, pod_id, posted.get("card", ""))


def _act(request: HttpRequest, seat: Seat) -> None:
    account = cast(Account, request.user)
    match request.POST.get("do"):
        case "bot":
            seats.give_seat_to_bot(seat, author=account, role="player")
        case "back":
            seats.return_seat_to_player(seat, author=account, role="player")
        case _:
            take_posted_card(account, seat.pod_id, request.POST)


def _pack_in(posted: QueryDict) -> uuid.UUID:
    try:
        return uuid.UUID(posted.get("pack", ""))
    except ValueError as error:
        raise UnreadableError("must be the id of a pack", place="pack") from error


def _render_seat(request: HttpRequest, seat: Seat, number: int, refused: RefusedAction | None = None) -> HttpResponse:
    """Render ``seat``, which was read when the stream of its pod was at ``number``, or later."""
    view = seat_view(seat)
    if seat.pod.is_paper_draft:
        return _render_paper_draft(request, seat, view, number)
    pack = view["pack"] if view["state"] == "picking" and not view["acting"] else None
    words = request.GET.get("as") == "words"
    context = {
        "view": view,
        "number": number,
        "stream": seat.pod.stream,
        "pack": pack,
        "words": words,
        "phrases": phrases(seat.pod, view, words=words),
        "due": parse_datetime(pack["due_at"]) if pack and pack["due_at"] else None,
        "now": timezone.now(),
        "seats": map_seats(view, own=True),
        "picking": [each for each in view["seats"][1:] if each["queue"] and not each["closed"]],
        "faults": refused.faults if refused else [],
        **pod_page_context(seat.pod, cast(Account, request.user)),
    }
    name = "drafting/parts/draft.html" if request.htmx else "drafting/draft.html"  # type: ignore[attr-defined]
    return render(request, name, context, status=refused.status if refused else 200)


def _render_paper_draft(request: HttpRequest, seat: Seat, view: JsonObject, number: int) -> HttpResponse:
    """Render the seat and the passing directions of a paper draft; after the draft, redirect to the deck."""
    if view["state"] == "building":
        return redirect("deck", seat.pod_id)
    left, right = view["seats"][1]["name"], view["seats"][-1]["name"]
    context = {
        "view": view,
        "number": number,
        "stream": seat.pod.stream,
        "seats": map_seats(view, own=True),
        "directions": [
            (direction, left if direction == "left" else right, packs)
            for direction, packs in passing_directions(seat.pod)
        ],
        **pod_page_context(seat.pod, cast(Account, request.user)),
    }
    name = "drafting/parts/at_table.html" if request.htmx else "drafting/at_table.html"  # type: ignore[attr-defined]
    return render(request, name, context)
