"""The page of a seat after the draft: its pool and its deck."""

import uuid
from collections.abc import Callable
from typing import Any, cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from drafting.models import Seat
from drafting.rules.decks import NotDraftedError
from drafting.selectors import access
from drafting.selectors.deck_suggestion import suggest_deck_for, suggestion_json
from drafting.selectors.deck_view import deck_view
from drafting.selectors.pools import drafted_refs
from drafting.selectors.seat_view import JsonObject
from drafting.services import deck as decks
from drafting.services import seat as seats
from drafting.views.deck_layout import deck_layout_context
from drafting.views.page_context import pod_page_context, posted_number, run_or_refuse
from gameplay.engine.core.errors import UnreadableError
from gameplay.models import Account
from gameplay.selectors.live import live_streams

TIMES = ("deadline", "saved_at", "submitted_at", "changed_at")


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def deck(request: HttpRequest, pod_id: uuid.UUID) -> HttpResponse:
    """Show a player their pool and deck, or change the deck; during the draft, redirect to the draft."""
    account = cast(Account, request.user)
    seat, refused = access.acting_seat_of(account, pod_id), None
    if request.method == "POST":
        refused = run_or_refuse(request, lambda: _act(request, seat))
        if not refused and not request.htmx:  # type: ignore[attr-defined]
            return redirect(f"{reverse('deck', args=[pod_id])}?{request.GET.urlencode()}")
    following = live_streams(seat.pod.stream, seat.deck_stream)
    seat = access.acting_seat_of(account, pod_id)
    try:
        view = deck_view(seat)
    except NotDraftedError:
        return redirect("own_pool" if seat.pod.is_paper_draft else "draft", pod_id)
    context = {
        "view": view,
        "live": following,
        "now": timezone.now(),
        **{name: parse_datetime(view[name]) for name in TIMES if view[name]},
        **deck_layout_context(view, request.GET.dict()),
        **_suggestion(seat, view, request),
        "faults": refused.faults if refused else [],
        **pod_page_context(seat.pod, account),
    }
    name = "drafting/parts/deck.html" if request.htmx else "drafting/deck.html"  # type: ignore[attr-defined]
    return render(request, name, context, status=refused.status if refused else 200)


def _act(request: HttpRequest, seat: Seat) -> None:
    """Add or remove one copy, or run one of `DECK_ACTIONS`. Raises UnreadableError for other forms."""
    account, data = cast(Account, request.user), request.POST
    if "add" in data:
        decks.add_card(seat, data["add"], author=account)
    elif "remove" in data:
        decks.remove_card(seat, data["remove"], author=account)
    elif data.get("do") in DECK_ACTIONS:
        DECK_ACTIONS[data["do"]](request, seat, account)
    else:
        raise UnreadableError("unknown action", place="do")


def _take_suggestion(request: HttpRequest, seat: Seat, by: Account) -> None:
    wanted = [card.ref for card in suggest_deck_for(seat.pod, deck_view(seat)).deck]
    decks.save_deck(seat, wanted, author=by, version=posted_number(request.POST, "version"))


DECK_ACTIONS: dict[str, Callable[[HttpRequest, Seat, Account], object]] = {
    "all": lambda request, seat, by: decks.save_deck(seat, drafted_refs(seat), author=by),
    "none": lambda request, seat, by: decks.save_deck(seat, [], author=by),
    "suggested": _take_suggestion,
    "fill": lambda request, seat, by: decks.fill_deck(seat, author=by, version=posted_number(request.POST, "version")),
    "undo": lambda request, seat, by: decks.undo_deck(seat, author=by, version=posted_number(request.POST, "version")),
    "discard": lambda request, seat, by: decks.discard_change(seat, author=by),
    "submit": lambda request, seat, by: decks.submit_deck(seat, author=by),
    "unsubmit": lambda request, seat, by: decks.unsubmit_deck(seat, author=by),
    "bot": lambda request, seat, by: seats.give_seat_to_bot(seat, author=by, role="player"),
    "back": lambda request, seat, by: seats.return_seat_to_player(seat, author=by, role="player"),
}


def _suggestion(seat: Seat, view: JsonObject, request: HttpRequest) -> dict[str, Any]:
    """Return the context of the suggestion, if it was requested and the deck can be changed."""
    if not request.GET.get("suggest") or not view["can_change"]:
        return {}
    return {"suggested": suggestion_json(suggest_deck_for(seat.pod, view), get_language() or "en")}
