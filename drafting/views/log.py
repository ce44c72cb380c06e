"""A draft that is over, one moment a page: every seat that the reader may look at, side by side."""

import re
import uuid
from collections.abc import Mapping, Sequence
from typing import Any, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cards.selectors import Shown, shown
from drafting.models import Seat
from drafting.rules.log import DraftLog, Hand, Moment, Taken
from drafting.selectors.draft_log import Opened, draft_log, opened, told
from drafting.selectors.seat_view import seats_of
from drafting.selectors.signals import Signal, signals
from drafting.views.frame import frame
from gameplay.infrastructure.csv_export import csv_file
from gameplay.models import Account


@never_cache
@require_safe
def log(request: HttpRequest, pod_id: uuid.UUID) -> HttpResponse:
    """Show the moment ``at``, as in 2.5, from the seat ``seat``. Raises what `opened` raises, Http404 for a draft without picks."""
    found = opened(request.user, pod_id)
    draft, seats = draft_log(found.pod), seats_of(found.pod)
    if not draft.packs:
        raise Http404
    at, focus = _asked(request.GET, draft, found)
    context = {
        "pod": found.pod,
        "whole": found.whole,
        "focus": seats[focus],
        **_steps(draft.moments(), at),
        **_hands(draft, at, focus, found=found, seats=seats),
        "signals": _named(signals(draft, focus, game=found.pod.game, language=_language()), seats),
        **frame(found.pod, cast(Account, request.user)),
    }
    answer = render(request, "drafting/log.html", context)
    answer["X-Robots-Tag"] = "noindex"
    return answer


@never_cache
@require_safe
def log_csv(request: HttpRequest, pod_id: uuid.UUID) -> HttpResponse:
    """Give the log as a table, a pick a row."""
    found = opened(request.user, pod_id)
    said = told(found)
    names = {seat["seat"]: seat["name"] for seat in said["seats"]}
    columns = ("pack", "pick", "seat", "player", "opened_by", "taken", "title", "by", "cards", "pack_contents")
    rows = [_row(pick, names, said["game"]) for pick in said["picks"]]
    return csv_file(f"draft-{found.pod.label}-{found.pod.pk}", columns, rows)


def _row(pick: dict[str, Any], names: Mapping[int, str], game: str) -> Sequence[object]:
    where = (pick["pack_round"], pick["number"], pick["seat"], names[pick["seat"]], pick["opener"])
    title = shown(game, pick["taken"], _language()).face.name if pick["taken"] else None
    return (*where, pick["taken"], title, pick["by"], len(pick["pack"]), " ".join(pick["pack"]))


def _asked(wanted: Mapping[str, str], draft: DraftLog, found: Opened) -> tuple[Moment, int]:
    """The moment and the seat that the address names, else the first of each."""
    named = re.fullmatch(r"(\d{1,2})\.(\d{1,2})", wanted.get("at", ""), re.ASCII)
    at = Moment(int(named[1]), int(named[2])) if named else None
    moments = draft.moments()
    own = found.seat.number if found.seat else 0
    seat = wanted.get("seat", "")
    asked = int(seat) - 1 if found.whole and re.fullmatch(r"[1-9]", seat) else own
    return at if at in moments else moments[0], asked if asked < draft.seats else own


def _steps(moments: Sequence[Moment], at: Moment) -> dict[str, Any]:
    """Where the links lead to."""
    place = moments.index(at)
    return {
        "at": _address(at),
        "moment": at,
        "step": place + 1,
        "steps": len(moments),
        "first": _address(moments[0]),
        "last": _address(moments[-1]),
        "previous": _address(moments[place - 1]) if place else None,
        "next": _address(moments[place + 1]) if place + 1 < len(moments) else None,
        "rounds": [(each.pack_round, _address(each)) for each in moments if each.number == 1],
    }


def _hands(draft: DraftLog, at: Moment, focus: int, *, found: Opened, seats: Sequence[Seat]) -> dict[str, Any]:
    """The hand that is shown in pictures, and those of the others in words."""
    hand, game = draft.hand(focus, at), found.pod.game
    others = [each for each in draft.hands(at) if found.whole and each.seat != focus]
    return {
        "hand": _laid_out(hand, game, seats, whole=found.whole) if hand else None,
        "others": [_laid_out(each, game, seats, whole=True) for each in others],
    }


def _laid_out(hand: Hand, game: str, seats: Sequence[Seat], *, whole: bool) -> dict[str, Any]:
    """A hand with its cards by name; only where the log is ``whole`` it says who took each of them, and when."""
    cards = sorted(((_card(card, game), card) for card in hand.cards), key=lambda pair: pair[0].face.name.casefold())
    return {
        "seat": seats[hand.seat],
        "opener": seats[hand.opener],
        "taken": _card(hand.taken, game) if hand.taken else None,
        "by": hand.taken and hand.taken.by,
        "back_at": hand.back_at,
        "cards": [
            {
                "card": card,
                "taken": copy is hand.taken,
                "comes_back": hand.comes_back(copy),
                "taker": seats[copy.seat] if whole else None,
                "number": copy.number,
            }
            for card, copy in cards
        ],
        "gone": [
            {"card": _card(copy, game), "taker": seats[copy.seat] if whole or copy.seat == hand.seat else None}
            for copy in (hand.gone if whole else _by_name(hand.gone, game))
        ],
    }


def _by_name(copies: Sequence[Taken], game: str) -> list[Taken]:
    return sorted(copies, key=lambda copy: _card(copy, game).face.name.casefold())


def _named(found: Sequence[Signal], seats: Sequence[Seat]) -> list[dict[str, Any]]:
    return [{"name": seats[signal.seat].name, "signal": signal} for signal in found]


def _card(copy: Taken, game: str) -> Shown:
    return shown(game, copy.ref, _language())


def _address(moment: Moment) -> str:
    return f"{moment.pack_round}.{moment.number}"


def _language() -> str:
    return get_language() or "en"
