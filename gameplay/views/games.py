"""The page of an online game: the table, the current question and its numbered options."""

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
    """Show the table to the players and permitted spectators, and carry out a player's action."""
    account, number = cast(Account, request.user), stream_number(game_stream(game_id))
    online_game = get_object_or_404(OnlineGame, pk=game_id)
    if request.method == "POST":
        if selectors.seat_number(selectors.seats(online_game), account) is None:
            raise Http404
        _carry_out_form(request, account, online_game)
        return redirect("game", game_id=game_id)
    game_view = view_for_account(online_game, account, language=get_language() or "en")
    if game_view is None:
        raise Http404
    if game_view["ask"] and game_view["players"][game_view["ask"]["seat"]]["bot"]:
        ports.wake_bots()(str(online_game.pk))  # its task may have been lost when the site stopped
    context = {
        "game_view": game_view,
        "number": number,
        "stream": online_game.stream,
        "now": timezone.now(),
        **arrange_table(game_view),
        **match_context(online_game),
        **_page_links(account, online_game),
    }
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "gameplay/parts/table.html", context)
    return render(request, "gameplay/game.html", context | {"decks": visible_decks(account, online_game)})


def _carry_out_form(request: HttpRequest, account: Account, online_game: OnlineGame) -> None:
    """Carry out the action of the form: concede, take back, or choose an option."""
    action = request.POST.get("do")
    if action == "concede":
        games.concede(account, online_game)
    elif action == "take_back":
        games.take_back(account, online_game, number=_number(request, "number"))
    else:
        games.choose(account, online_game, number=_number(request, "number"), option=_number(request, "option"))


def _number(request: HttpRequest, field: str) -> int:
    try:
        return int(request.POST.get(field, ""))
    except ValueError as error:
        raise UnreadableError("is not a number", place=field) from error


def match_context(online_game: OnlineGame) -> dict[str, Any]:
    """Return the match of the game as a context; see `gameplay.ports.GameHost.match_context`."""
    return ports.game_host().match_context(online_game)


def visible_decks(account: Account, online_game: OnlineGame) -> Sequence[Any]:
    """Return the decks of the game that ``account`` may see, for gameplay/parts/decks.html."""
    return ports.game_host().visible_decks(online_game, account)


def _page_links(account: Account, online_game: OnlineGame) -> dict[str, Any]:
    """Return the context of the links to the judge's page of a running game, and to the replay of a finished one."""
    may_judge = not online_game.ended_at and selectors.judge_role(account, online_game) is not None
    return {
        "may_judge": may_judge,
        "replay": online_game.replay if selectors.may_read_game_record(account, online_game) else None,
    }
