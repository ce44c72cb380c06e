"""The people at the table of an online game: their connection, and the phrases that they say to each other."""

from typing import cast
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from gameplay.infrastructure.presence import presence_channel
from gameplay.models import Account, OnlineGame
from gameplay.models.game import phrase_stream
from gameplay.selectors import games
from gameplay.selectors.live import stream_number
from gameplay.selectors.people import PHRASES, is_table_closed, people_at
from gameplay.services import phrases


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def people(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Show the people at the table, and say a phrase or mute the phrases of others."""
    account, game = cast(Account, request.user), get_object_or_404(OnlineGame, pk=game_id)
    number = stream_number(phrase_stream(game_id))  # before the phrases: one in between is fetched again
    game_seats = games.seats(game)
    seat = games.seat_number(game_seats, account)
    if not games.may_watch(account, game, game_seats) or (request.method == "POST" and seat is None):
        raise Http404
    is_part = request.htmx  # type: ignore[attr-defined]
    if request.method == "POST":
        _carry_out_form(request, account, game)
        if not is_part:
            return redirect("game", game_id=game_id)
        number, game_seats = stream_number(phrase_stream(game_id)), games.seats(game)
    is_closed = is_table_closed(game)
    context = {
        "game": game,
        "is_closed": is_closed,
        "people": people_at(game, game_seats, account),
        "number": number,
        "streams": f"{phrase_stream(game_id)} {presence_channel(game.stream)}",
        "phrases": [(code, gettext(text)) for code, text in PHRASES.items()]
        if seat is not None and not is_closed
        else [],
        "is_muted": seat is not None and game_seats[seat].mutes_phrases,
        "now": timezone.now(),
    }
    template = "gameplay/parts/people.html" if is_part else "gameplay/people.html"
    return render(request, template, context)


def _carry_out_form(request: HttpRequest, account: Account, game: OnlineGame) -> None:
    if request.POST.get("do") in ("mute", "unmute"):
        phrases.mute_phrases(account, game, mute=request.POST["do"] == "mute")
    else:
        phrases.say_phrase(account, game, request.POST.get("phrase", ""))
