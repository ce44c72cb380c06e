"""The online table: what lies on it, what is asked, and numbered answers."""

from collections.abc import Sequence
from typing import Any, cast
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from gameplay import ports
from gameplay.engine.core.errors import UnreadableError
from gameplay.models import Account, OnlineGame
from gameplay.models.game import game_stream
from gameplay.selectors import games as selectors
from gameplay.selectors.game_views import view_for_account
from gameplay.selectors.layout import arrange_table
from gameplay.selectors.live import stream_number
from gameplay.services import games


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def game(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Show the table to its players and to whom the event lets watch; carry out a player's answer."""
    account, number = cast(Account, request.user), stream_number(game_stream(game_id))
    asked = get_object_or_404(OnlineGame, pk=game_id)
    if request.method == "POST":
        if selectors.seat_number(selectors.seats(asked), account) is None:
            raise Http404
        _carry_out_form(request, account, asked)
        return redirect("game", game_id=game_id)
    told = view_for_account(asked, account, language=get_language() or "en")
    if told is None:
        raise Http404
    if told["ask"] and told["players"][told["ask"]["seat"]]["bot"]:
        ports.wake_bots()(str(asked.pk))  # it may have been asked just as the site stopped
    context = {
        "game_view": told,
        "number": number,
        "stream": asked.stream,
        "now": timezone.now(),
        **arrange_table(told),
        **match_context(asked),
        **_page_links(account, asked),
    }
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "gameplay/parts/table.html", context)
    return render(request, "gameplay/game.html", context | {"decks": visible_decks(account, asked)})


def _carry_out_form(request: HttpRequest, account: Account, online_game: OnlineGame) -> None:
    """Carry out what the form says: concede, take back, or the option of that number to the question of that number."""
    do = request.POST.get("do")
    if do == "concede":
        games.concede(account, online_game)
    elif do == "take_back":
        games.take_back(account, online_game, number=_number(request, "number"))
    else:
        games.choose(account, online_game, number=_number(request, "number"), option=_number(request, "option"))


def _number(request: HttpRequest, field: str) -> int:
    try:
        return int(request.POST.get(field, ""))
    except ValueError as error:
        raise UnreadableError("a question and an option are numbers", place=field) from error


def match_context(online_game: OnlineGame) -> dict[str, Any]:
    """What the apps above say of the game: title, url of the match, ends_at."""
    return ports.game_host().match_context(online_game)


def visible_decks(account: Account, online_game: OnlineGame) -> Sequence[Any]:
    """What the apps above say of its decks to ``account``: see gameplay/parts/decks.html."""
    return ports.game_host().visible_decks(online_game, account)


def _page_links(account: Account, online_game: OnlineGame) -> dict[str, Any]:
    """Where the page leads on to: the judge's table while the game is played, its replay once it may be read."""
    judges = not online_game.ended_at and selectors.judge_role(account, online_game) is not None
    return {
        "may_judge": judges,
        "replay": online_game.replay if selectors.may_read_game_record(account, online_game) else None,
    }
