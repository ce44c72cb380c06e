"""The page of a seat after the draft: its pool, and the deck out of it."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any, cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from drafting.models import Seat
from drafting.rules.decks import NotDraftedError
from drafting.selectors import access
from drafting.selectors.deck_view import deck_view
from drafting.selectors.piles import CURVES, SORTS, Copies, copies_of, piles
from drafting.selectors.pools import pool
from drafting.selectors.seat_view import Told
from drafting.selectors.stream import number_of
from drafting.services import deck as decks
from drafting.services import seat as seats
from drafting.views.frame import attempt, frame
from gameplay.models import Account

WORDS = {
    "type": _("Type"),
    "element": _("Element"),
    "strength": _("Strength"),
    "destiny": _("Destiny"),
    "name": _("Name"),
}
SHOWN = {"all": _("All"), "deck": _("In the deck"), "rest": _("Left out")}


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def deck(request: HttpRequest, pod_id: uuid.UUID) -> HttpResponse:
    """Show a player their pool and deck, and change it; before the draft is over, go there."""
    account = cast(Account, request.user)
    seat = access.seat_of(account, pod_id)
    refused = None
    if request.method == "POST":
        refused = attempt(request, lambda: _act(request, seat))
        if not refused and not request.htmx:  # type: ignore[attr-defined]
            return redirect(f"{reverse('deck', args=[pod_id])}?{request.GET.urlencode()}")
        seat = access.seat_of(account, pod_id)
    number = number_of(seat.pod)
    try:
        told = deck_view(seat)
    except NotDraftedError:
        return redirect("own_pool" if seat.pod.at_table else "draft", pod_id)
    context = {
        "told": told,
        "number": number,
        "stream": seat.pod.stream,
        "now": timezone.now(),
        **{name: parse_datetime(told[name]) for name in ("deadline", "saved_at", "submitted_at") if told[name]},
        **_laid_out(told, request.GET),
        "faults": refused.faults if refused else [],
        **frame(seat.pod, account),
    }
    name = "drafting/parts/deck.html" if request.htmx else "drafting/deck.html"  # type: ignore[attr-defined]
    return render(request, name, context, status=refused.status if refused else 200)


def _act(request: HttpRequest, seat: Seat) -> None:
    """Carry out what the form says: one copy in or out, all in or out, hand in or take back, or let a bot do it."""
    account, asked = cast(Account, request.user), request.POST
    if "add" in asked:
        decks.add_card(seat, asked["add"])
    elif "remove" in asked:
        decks.remove_card(seat, asked["remove"])
    elif asked.get("do") == "all":
        decks.save_deck(seat, pool(seat))
    elif asked.get("do") == "none":
        decks.save_deck(seat, [])
    elif asked.get("do") == "unsubmit":
        decks.unsubmit_deck(seat, author=account)
    elif asked.get("do") == "bot":
        seats.give_seat_to_bot(seat, author=account, role="player")
    else:
        decks.submit_deck(seat, author=account)


def _laid_out(told: Told, wanted: Mapping[str, str]) -> dict[str, Any]:
    """The pool in the piles that ``wanted`` asks for, and the curves of the deck."""
    by = wanted.get("by", "type") if wanted.get("by") in SORTS else "type"
    which = wanted.get("show", "all") if wanted.get("show") in SHOWN else "all"
    copies = copies_of(told["game"], told["cards"], get_language() or "en")
    return {
        "by": by,
        "show": which,
        "word": WORDS[by],
        "sorts": WORDS,
        "shows": SHOWN,
        "piles": piles(_wanted(copies, which), by),
        "curves": [(WORDS[each], piles(copies, each)) for each in CURVES],
        "most": max(told["count"], 1),
        "drafted": sum(each.drafted for each in copies),
    }


def _wanted(copies: Sequence[Copies], which: str) -> list[Copies]:
    if which == "deck":
        return [each for each in copies if each.in_deck]
    return [each for each in copies if which == "all" or each.left_out]
