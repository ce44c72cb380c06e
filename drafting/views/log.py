"""The log of a finished draft: one page for each pick, with the readable seats side by side."""

import re
import uuid
from collections.abc import Mapping, Sequence
from typing import Any, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cards.selectors import DisplayedCard, get_displayed_card
from drafting.models import Seat
from drafting.rules.draft_log import DraftLog, HeldPack, PickMoment, TakenCopy
from drafting.selectors.draft_log import (
    DRAFT_LOG_COLUMNS,
    DraftLogAccess,
    draft_log,
    draft_log_access,
    draft_log_json,
    draft_log_rows,
)
from drafting.selectors.seat_view import seats_with_names
from drafting.selectors.signals import DraftSignal, draft_signals
from drafting.views.page_context import pod_page_context
from drafting.views.passing_plot import PassingPlot, passing_plot
from gameplay.infrastructure.csv_export import csv_response
from gameplay.models import Account


@never_cache
@require_safe
def draft_log_page(request: HttpRequest, pod_id: uuid.UUID) -> HttpResponse:
    """Show the moment ``at``, such as 2.5, of the seat ``seat``.

    Raises what `draft_log_access` raises, and Http404 for a draft without picks.
    """
    found = draft_log_access(request.user, pod_id)
    draft, seats = draft_log(found.pod), seats_with_names(found.pod)
    if not draft.packs:
        raise Http404
    at, focus = _requested_moment_and_seat(request.GET, draft, found)
    context = {
        "pod": found.pod,
        "whole": found.whole,
        "focus": seats[focus],
        **_steps(draft.moments(), at),
        **_hands(draft, at, focus, found=found, seats=seats),
        "signals": _named_signals(draft_signals(draft, focus, game=found.pod.game, language=_language()), seats),
        "passing": _passing(draft, at, focus, found=found, seats=seats),
        **pod_page_context(found.pod, cast(Account, request.user)),
    }
    response = render(request, "drafting/log.html", context)
    response["X-Robots-Tag"] = "noindex"
    return response


@never_cache
@require_safe
def draft_log_csv(request: HttpRequest, pod_id: uuid.UUID) -> HttpResponse:
    """Return the log as CSV, one row for each pick."""
    found = draft_log_access(request.user, pod_id)
    rows = draft_log_rows(draft_log_json(found), _language())
    return csv_response(f"draft-{found.pod.label}-{found.pod.pk}", DRAFT_LOG_COLUMNS, rows)


def _requested_moment_and_seat(
    query: Mapping[str, str], draft: DraftLog, found: DraftLogAccess
) -> tuple[PickMoment, int]:
    """Return the moment and the seat of the query; by default the first moment and the own (or first) seat."""
    named = re.fullmatch(r"(\d{1,2})\.(\d{1,2})", query.get("at", ""), re.ASCII)
    at = PickMoment(int(named[1]), int(named[2])) if named else None
    moments = draft.moments()
    own = found.seat.number if found.seat else 0
    seat = query.get("seat", "")
    requested = int(seat) - 1 if found.whole and re.fullmatch(r"[1-9]", seat) else own
    return at if at in moments else moments[0], requested if requested < draft.seats else own


def _passing(
    draft: DraftLog, at: PickMoment, focus: int, *, found: DraftLogAccess, seats: Sequence[Seat]
) -> PassingPlot | None:
    """Return the plot of the passing, or None unless the user may see every seat."""
    if not found.whole:
        return None
    return passing_plot(draft, at, focus, seats=seats, game=found.pod.game, language=_language())


def _steps(moments: Sequence[PickMoment], at: PickMoment) -> dict[str, Any]:
    """Return the context of the navigation links."""
    place = moments.index(at)
    return {
        "at": _moment_text(at),
        "moment": at,
        "step": place + 1,
        "steps": len(moments),
        "first": _moment_text(moments[0]),
        "last": _moment_text(moments[-1]),
        "previous": _moment_text(moments[place - 1]) if place else None,
        "next": _moment_text(moments[place + 1]) if place + 1 < len(moments) else None,
        "rounds": [(each.pack_round, _moment_text(each)) for each in moments if each.number == 1],
    }


def _hands(
    draft: DraftLog, at: PickMoment, focus: int, *, found: DraftLogAccess, seats: Sequence[Seat]
) -> dict[str, Any]:
    """Return the context of the pack shown with pictures, and of the packs of the other seats."""
    hand, game = draft.held_pack(focus, at), found.pod.game
    others = [each for each in draft.held_packs(at) if found.whole and each.seat != focus]
    return {
        "hand": _held_pack_context(hand, game, seats, whole=found.whole) if hand else None,
        "others": [_held_pack_context(each, game, seats, whole=True) for each in others],
    }


def _held_pack_context(hand: HeldPack, game: str, seats: Sequence[Seat], *, whole: bool) -> dict[str, Any]:
    """Return the context of a held pack, its cards sorted by name.

    Only a ``whole`` log says who took each card, and when.
    """
    cards = sorted(((_card(card, game), card) for card in hand.cards), key=lambda pair: pair[0].name_order())
    return {
        "seat": seats[hand.seat],
        "opener": seats[hand.opener],
        "taken": _card(hand.taken, game) if hand.taken else None,
        "by": hand.taken and hand.taken.by,
        "back_at": hand.wheel_pick,
        "cards": [
            {
                "card": card,
                "taken": copy is hand.taken,
                "comes_back": hand.will_wheel(copy),
                "taker": seats[copy.seat] if whole else None,
                "number": copy.number,
            }
            for card, copy in cards
        ],
        "gone": [
            {"card": _card(copy, game), "taker": seats[copy.seat] if whole or copy.seat == hand.seat else None}
            for copy in (hand.taken_since if whole else _by_name(hand.taken_since, game))
        ],
    }


def _by_name(copies: Sequence[TakenCopy], game: str) -> list[TakenCopy]:
    return sorted(copies, key=lambda copy: _card(copy, game).name_order())


def _named_signals(found: Sequence[DraftSignal], seats: Sequence[Seat]) -> list[dict[str, Any]]:
    return [{"name": seats[signal.seat].name, "signal": signal} for signal in found]


def _card(copy: TakenCopy, game: str) -> DisplayedCard:
    return get_displayed_card(game, copy.ref, _language())


def _moment_text(moment: PickMoment) -> str:
    return f"{moment.pack_round}.{moment.number}"


def _language() -> str:
    return get_language() or "en"
