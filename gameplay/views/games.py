"""The online table: what lies on it, what is asked, and numbered answers."""

from typing import Any, cast
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from gameplay import upward
from gameplay.engine.errors import UnreadableError
from gameplay.models import Account, LogStream, OnlineGame
from gameplay.selectors.game_views import Told, seen
from gameplay.services import games

COUNTED = ("deck", "hand", "hidden")
"""Zones told as a number beside a player's name."""
PILES = ("score", "discard")
"""Zones that are opened on demand."""


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def game(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Show the table to its players and to whom the event lets watch; carry out a player's answer."""
    account, asked = cast(Account, request.user), get_object_or_404(OnlineGame, pk=game_id)
    # The number first: what happens meanwhile is then told once too often, never missed.
    number = LogStream.objects.filter(name=asked.stream).values_list("number", flat=True).first() or 0
    told = seen(asked, account, language=get_language() or "en")
    if told is None:
        raise Http404
    if request.method == "POST":
        _answer(request, account, asked)
        return redirect("game", game_id=game_id)
    context = {
        "told": told,
        "number": number,
        "stream": asked.stream,
        "now": timezone.now(),
        **_laid_out(told),
        **_frame(asked),
    }
    return render(request, "gameplay/parts/table.html" if request.htmx else "gameplay/game.html", context)  # type: ignore[attr-defined]


def _answer(request: HttpRequest, account: Account, asked: OnlineGame) -> None:
    """Carry out what the form says: concede, or the option of that number to the question of that number."""
    if request.POST.get("do") == "concede":
        games.concede(account, asked)
        return
    try:
        number, option = int(request.POST.get("number", "")), int(request.POST.get("option", ""))
    except ValueError as error:
        raise UnreadableError("a question and an option are numbers", place="option") from error
    games.choose(account, asked, number=number, option=option)


def _frame(asked: OnlineGame) -> dict[str, Any]:
    """What the apps above say of the game: title, url of the match, ends_at."""
    frame: dict[str, Any] = {}
    for said in upward.call("GAME_FRAME", asked):
        frame |= said
    return frame


def _laid_out(told: Told) -> dict[str, Any]:
    """The zones as they lie on the table: one side a player, the reader's last, and what is nobody's."""
    lying = [_with_what_lies_under(zone, told) for zone in told["zones"] if zone["zone"] not in ("items", "food")]
    sides = [
        {
            "seat": seat,
            "name": player["name"],
            "score": told["scores"][seat],
            "you": seat == told["seat"],
            "counts": [zone for zone in lying if zone["seat"] == seat and zone["zone"] in COUNTED],
            "zones": [zone for zone in lying if zone["seat"] == seat and zone.get("cards") and zone["zone"] != "hand"],
        }
        for seat, player in enumerate(told["players"])
    ]
    between = [zone for zone in lying if zone["seat"] is None and zone.get("cards")]
    recent = told["events"][told["since"] :]
    hand: list[Told] = next((zone["cards"] for zone in lying if zone["zone"] == "hand" and "cards" in zone), [])
    return {"sides": sorted(sides, key=lambda side: side["you"]), "hand": hand, "between": between, "recent": recent}


def _with_what_lies_under(zone: Told, told: Told) -> Told:
    """``zone`` with each card's items and food beside it."""
    if "cards" not in zone:
        return zone
    below = [card for other in told["zones"] for card in other.get("cards", ()) if "under" in card]
    return zone | {
        "pile": zone["zone"] in PILES,
        "cards": [card | {"below": [item for item in below if item["under"] == card["id"]]} for card in zone["cards"]],
    }
