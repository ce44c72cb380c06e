"""The page to register the pool of a paper draft, card by card, by keyboard or scanner."""

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

from cards.selectors import DisplayedCard, get_displayed_card
from drafting.models import Pod, Seat
from drafting.rules.decks import NotDraftedError
from drafting.rules.pool_registration import read_pool_lines
from drafting.selectors import access, pod_cards
from drafting.selectors.pool_registration import (
    NEIGHBOUR,
    PLAYER,
    RegistrationAccess,
    checking_access,
    correcting_access,
    is_waiting_for_check,
    may_correct,
    registration_access,
    registration_access_at_any_time,
    registration_view,
    writing_access,
)
from drafting.selectors.seat_view import JsonObject
from drafting.services import pool_registration as pools
from drafting.views.page_context import pod_page_context, run_or_refuse
from gameplay.engine.core.errors import UnreadableError
from gameplay.infrastructure.refusals import raise_errors
from gameplay.models import Account
from gameplay.selectors.live import live_streams


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def registration(request: HttpRequest, pod_id: uuid.UUID, number: int | None = None) -> HttpResponse:
    """Show the registration of a seat, the own one or ``number``, or change it.

    Before the end of the draft, redirect to the draft.
    """
    account, refused = cast(Account, request.user), None
    if request.method == "POST":
        refused = run_or_refuse(request, lambda: _act(request, pod_id, number))
        if not refused:
            return _answer(request, pod_id, number)
    found = registration_access_at_any_time(account, pod_id, number)
    if found.role == NEIGHBOUR and not is_waiting_for_check(found.seat):
        return _redirect_to_draft(request, pod_id)
    following = live_streams(found.seat.pod.stream, found.seat.registration_stream)
    found = registration_access_at_any_time(account, pod_id, number)
    try:
        view = registration_view(found)
    except NotDraftedError:
        return redirect("draft", pod_id)
    context = {
        "view": view,
        "live": following,
        "now": timezone.now(),
        "deadline": parse_datetime(view["deadline"]),
        "paused": found.seat.pod.paused_at is not None,
        "official": found.role not in (PLAYER, NEIGHBOUR),
        "correctable": may_correct(found),
        "cards": _cards(view),
        "entered_text": request.POST.get("text", "") if refused else "",
        "faults": refused.faults if refused else [],
        **pod_page_context(found.seat.pod, account),
    }
    name = "drafting/parts/registration.html" if request.htmx else "drafting/registration.html"  # type: ignore[attr-defined]
    return render(request, name, context, status=refused.status if refused else 200)


@require_safe
@login_required
def card_names(request: HttpRequest, pod_id: uuid.UUID) -> HttpResponse:
    """Return options for every card that the packs of a pod can have, for autocompletion."""
    if not access.may_follow_pod(request.user, str(pod_id)):
        raise Http404
    pod = Pod.objects.get(pk=pod_id)
    cards = [get_displayed_card(pod.game, ref, get_language() or "en") for ref in pod_cards.legal_refs(pod)]
    cards.sort(key=DisplayedCard.name_order)
    return render(request, "drafting/parts/card_names.html", {"cards": cards})


def _act(request: HttpRequest, pod_id: uuid.UUID, number: int | None) -> None:
    """Run one of `POOL_ACTIONS`. Raises UnreadableError for other forms."""
    do = request.POST.get("do", "enter")
    if do not in POOL_ACTIONS:
        raise UnreadableError(f"{do!r:.40} is unknown", place="do")
    get_access, action = POOL_ACTIONS[do]
    found = get_access(request.user, pod_id, number)
    action(request, found.seat, {"author": request.user, "role": found.role})


def _correct(request: HttpRequest, seat: Seat, by: dict[str, Any]) -> None:
    packed_names, all_names = pod_cards.pod_card_names(seat.pod)
    cards, faults = read_pool_lines(request.POST.get("text", ""), packed_names, all_names)
    raise_errors(faults)
    pools.correct_pool(seat, cards, reason=_reason(request), **by)


def _reason(request: HttpRequest) -> str:
    return request.POST.get("reason", "").strip()[:200]


PoolAction = Callable[[HttpRequest, Seat, dict[str, Any]], object]
POOL_ACTIONS: dict[str, tuple[Callable[..., RegistrationAccess], PoolAction]] = {
    "enter": (writing_access, lambda request, seat, by: pools.enter_cards(seat, request.POST.get("text", ""), **by)),
    "strike": (
        writing_access,
        lambda request, seat, by: pools.remove_last_copy(seat, request.POST.get("ref", ""), **by),
    ),
    "hand_in": (writing_access, lambda request, seat, by: pools.submit_pool(seat, **by)),
    "take_back": (writing_access, lambda request, seat, by: pools.unsubmit_pool(seat, reason=_reason(request), **by)),
    "confirm": (checking_access, lambda request, seat, by: pools.confirm_pool(seat, **by)),
    "correct": (correcting_access, _correct),
}


def _answer(request: HttpRequest, pod_id: uuid.UUID, number: int | None) -> HttpResponse:
    """Return the entered card to a page that enters cards with htmx; otherwise redirect."""
    do = request.POST.get("do", "enter")
    if do == "enter" and request.htmx:  # type: ignore[attr-defined]
        view = registration_view(registration_access(request.user, pod_id, number))
        return HttpResponse(escape(_entered_text(view)))  # the list has live updates
    if do == "confirm":
        return _redirect_to_draft(request, pod_id)
    return redirect(request.get_full_path())


def _redirect_to_draft(request: HttpRequest, pod_id: uuid.UUID) -> HttpResponse:
    """Redirect to the draft; with htmx, redirect the whole page, not only a part of it."""
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponseClientRedirect(reverse("draft", args=[pod_id]))
    return redirect("draft", pod_id)


def _entered_text(view: JsonObject) -> str:
    name = get_displayed_card(view["game"], view["last"], get_language() or "en").face.name if view["last"] else ""
    return _("{card}: {count} of {most}").format(card=name, count=view["count"], most=view["most"])


def _cards(view: JsonObject) -> list[dict[str, Any]]:
    """Return the registered cards with their displayed cards, sorted by name."""
    language = get_language() or "en"
    cards = [each | {"card": get_displayed_card(view["game"], each["ref"], language)} for each in view["cards"]]
    return sorted(cards, key=lambda each: each["card"].name_order())
