"""The look of a game as cards on a table: the page, its updated part, an opened pile, and the whole log."""

import re
from typing import Any, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language

from gameplay.games import RULESETS
from gameplay.models import Account, OnlineGame
from gameplay.selectors import games
from gameplay.selectors.board import BoardEvent, arrange_board, board_events, board_options, find_pile
from gameplay.selectors.card_uses import card_uses
from gameplay.selectors.game_views import GameView, full_title
from gameplay.selectors.last_turn import last_turn
from gameplay.selectors.loaded_games import borrowed_state

LINE_BREAKS = re.compile(rb"\n\s*")
PAGE, PART, PART_PAGE = "gameplay/board/page.html", "gameplay/board/table.html", "gameplay/board/part_page.html"


def show_board(request: HttpRequest, game_view: GameView, context: dict[str, Any], *, is_part: bool) -> HttpResponse:
    """Show the table, the pile ``pile``, with ``log`` all events of the game, or with ``again`` the last turn."""
    context |= {"recent": numbered_events(game_view)}
    if "again" in request.GET:
        return _show_last_turn(request, context, is_part=is_part)
    if "log" in request.GET:
        return _show_part(request, "gameplay/board/whole_log.html", context, is_part=is_part)
    if "pile" in request.GET:
        found = find_pile(game_view, request.GET["pile"])
        if found is None:
            raise Http404
        context |= {"pile_name": found[0], "pile_cards": found[1]}
        return _show_part(request, "gameplay/board/pile_cards.html", context, is_part=is_part)
    response = render(request, PART if is_part else PAGE, context | board_context(game_view) | {"is_part": is_part})
    if is_part:
        response.content = LINE_BREAKS.sub(b" ", response.content)  # one kind of gap in the markup compresses best
    return response


def show_card_uses(request: HttpRequest, account: Account, online_game: OnlineGame) -> HttpResponse:
    """Show what the reader can do with the card ``why`` now, and why not."""
    game_seats = games.seats(online_game)
    if not games.may_watch(account, online_game, game_seats):
        raise Http404
    seat = games.seat_number(game_seats, account)
    names, language = games.player_names(online_game, game_seats), get_language() or "en"
    with borrowed_state(online_game) as loaded:
        uses = card_uses(loaded.state, seat, request.GET["why"], names, language=language)
    if uses is None:
        raise Http404
    title = full_title(RULESETS[online_game.ruleset], online_game.variant)
    context = {"uses": uses, "game_view": {"id": str(online_game.pk), "title": title}}
    is_part = request.htmx  # type: ignore[attr-defined]
    return _show_part(request, "gameplay/board/card_uses.html", context, is_part=is_part)


def _show_last_turn(request: HttpRequest, context: dict[str, Any], *, is_part: bool) -> HttpResponse:
    """Show the last turn of the other players: the board before and after it, and its events."""
    online_game = OnlineGame.objects.get(pk=context["game_view"]["id"])
    turn = last_turn(online_game, cast(Account, request.user), language=get_language() or "en")
    if turn is None:
        raise Http404
    context |= {"recent": board_events(turn.events, turn.first_event)}
    if is_part:
        context |= {"before": arrange_board(turn.before), "after": arrange_board(turn.after)}
    return _show_part(request, "gameplay/board/last_turn.html", context, is_part=is_part)


def board_context(game_view: GameView) -> dict[str, Any]:
    """Return the context of the board of a running game."""
    return {"board": arrange_board(game_view), "open": True, "options": board_options(game_view)}


def numbered_events(game_view: GameView) -> list[BoardEvent]:
    """Return the events of the view."""
    return board_events(game_view["events"], game_view["event_count"] - len(game_view["events"]))


def _show_part(request: HttpRequest, part: str, context: dict[str, Any], *, is_part: bool) -> HttpResponse:
    return render(request, part if is_part else PART_PAGE, context | {"part": part})
