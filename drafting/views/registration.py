"""The page on which a pool that was drafted at a table is registered: card by card, by keyboard or scanner."""

import uuid
from collections.abc import Callable
from typing import Any, cast

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.html import escape
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from cards.selectors import shown
from drafting.models import Pod, Seat
from drafting.rules.decks import NotDraftedError
from drafting.rules.registration import read_lines
from drafting.selectors import access, printed
from drafting.selectors.registration import (
    NEIGHBOUR,
    PLAYER,
    Registrant,
    checking,
    coming,
    correcting,
    may_correct,
    registrant,
    registration_view,
    waits,
    writing,
)
from drafting.selectors.seat_view import Told
from drafting.services import registration as pools
from drafting.views.frame import attempt, frame
from gameplay.engine.core.errors import UnreadableError
from gameplay.infrastructure.refusals import refuse
from gameplay.models import Account
from gameplay.selectors.live import live


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def registration(request: HttpRequest, pod_id: uuid.UUID, number: int | None = None) -> HttpResponse:
    """Show what is registered for a seat, the reader's own or ``number``, and change it; before the draft is over, go there."""
    account, refused = cast(Account, request.user), None
    if request.method == "POST":
        refused = attempt(request, lambda: _act(request, pod_id, number))
        if not refused:
            return _answer(request, pod_id, number)
    found = coming(account, pod_id, number)
    if found.role == NEIGHBOUR and not waits(found.seat):
        return _leave(request, pod_id)
    following = live(found.seat.pod.stream, found.seat.registering)
    found = coming(account, pod_id, number)
    try:
        told = registration_view(found)
    except NotDraftedError:
        return redirect("draft", pod_id)
    context = {
        "told": told,
        "live": following,
        "now": timezone.now(),
        "deadline": parse_datetime(told["deadline"]),
        "paused": found.seat.pod.paused_at is not None,
        "official": found.role not in (PLAYER, NEIGHBOUR),
        "correctable": may_correct(found),
        "cards": _cards(told),
        "written": request.POST.get("text", "") if refused else "",
        "faults": refused.faults if refused else [],
        **frame(found.seat.pod, account),
    }
    name = "drafting/parts/registration.html" if request.htmx else "drafting/registration.html"  # type: ignore[attr-defined]
    return render(request, name, context, status=refused.status if refused else 200)


@require_safe
@login_required
def card_names(request: HttpRequest, pod_id: uuid.UUID) -> HttpResponse:
    """Name every card that the packs of a pod may hold, to choose from while one types: no more than its set's own list."""
    if not access.may_follow(request.user, str(pod_id)):
        raise Http404
    pod = Pod.objects.get(pk=pod_id)
    cards = [shown(pod.game, ref, get_language() or "en") for ref in sorted(printed.legal(pod))]
    return render(request, "drafting/parts/card_names.html", {"cards": cards})


def _act(request: HttpRequest, pod_id: uuid.UUID, number: int | None) -> None:
    """Carry out what the form says: enter, strike, hand in, take back, confirm or correct."""
    do = request.POST.get("do", "enter")
    if do not in DEEDS:
        raise UnreadableError(f"{do!r:.40}", place="do")
    come, act = DEEDS[do]
    found = come(request.user, pod_id, number)
    act(request, found.seat, {"author": request.user, "role": found.role})


def _correct(request: HttpRequest, seat: Seat, by: dict[str, Any]) -> None:
    names, others = printed.names(seat.pod)
    cards, faults = read_lines(request.POST.get("text", ""), names, others)
    refuse(faults)
    pools.correct_pool(seat, cards, reason=_reason(request), **by)


def _reason(request: HttpRequest) -> str:
    return request.POST.get("reason", "").strip()[:200]


Deed = Callable[[HttpRequest, Seat, dict[str, Any]], object]
DEEDS: dict[str, tuple[Callable[..., Registrant], Deed]] = {
    "enter": (writing, lambda request, seat, by: pools.enter(seat, request.POST.get("text", ""), **by)),
    "strike": (writing, lambda request, seat, by: pools.strike(seat, request.POST.get("ref", ""), **by)),
    "hand_in": (writing, lambda request, seat, by: pools.hand_in(seat, **by)),
    "take_back": (writing, lambda request, seat, by: pools.take_back_pool(seat, reason=_reason(request), **by)),
    "confirm": (checking, lambda request, seat, by: pools.confirm(seat, **by)),
    "correct": (correcting, _correct),
}


def _answer(request: HttpRequest, pod_id: uuid.UUID, number: int | None) -> HttpResponse:
    """Say what was entered, to a page that enters one card after another; else show the page where it goes on."""
    do = request.POST.get("do", "enter")
    if do == "enter" and request.htmx:  # type: ignore[attr-defined]
        told = registration_view(registrant(request.user, pod_id, number))
        return HttpResponse(escape(_said(told)))  # the list itself is live
    if do == "confirm":
        return _leave(request, pod_id)
    return redirect(request.get_full_path())


def _leave(request: HttpRequest, pod_id: uuid.UUID) -> HttpResponse:
    """Go where the reader has something to do: an open page, too, whose pool somebody else has just checked."""
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponseClientRedirect(reverse("draft", args=[pod_id]))
    return redirect("draft", pod_id)


def _said(told: Told) -> str:
    name = shown(told["game"], told["last"], get_language() or "en").face.name if told["last"] else ""
    return _("{card}: {count} of {most}").format(card=name, count=told["count"], most=told["most"])


def _cards(told: Told) -> list[dict[str, Any]]:
    """The registered cards as they are shown, by name, the one that was entered last marked."""
    language = get_language() or "en"
    cards = [each | {"card": shown(told["game"], each["ref"], language)} for each in told["cards"]]
    return sorted(cards, key=lambda each: each["card"].face.name.casefold())
