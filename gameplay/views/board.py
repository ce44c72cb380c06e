"""The look of a game as cards on a table: the page, its updated part, an opened pile, and the whole log."""

import re
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from gameplay.models import Account, OnlineGame
from gameplay.selectors import games
from gameplay.selectors.board import arrange_board, find_pile
from gameplay.selectors.game_views import GameView
from gameplay.selectors.layout import grouped_options
from gameplay.selectors.refusals import why_not

LINE_BREAKS = re.compile(rb"\s*\n\s*")
PAGE, PART, PART_PAGE = "gameplay/board/page.html", "gameplay/board/table.html", "gameplay/board/part_page.html"


def show_board(request: HttpRequest, game_view: GameView, context: dict[str, Any], *, is_part: bool) -> HttpResponse:
    """Show the table, the pile ``pile``, or with ``log`` all events of the game."""
    context |= {"recent": numbered_events(game_view)}
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


def show_refusal(request: HttpRequest, account: Account, online_game: OnlineGame) -> HttpResponse:
    """Show why the card with the handle ``why`` cannot be used now."""
    game_seats = games.seats(online_game)
    if not games.may_watch(account, online_game, game_seats):
        raise Http404
    state, seat = games.current_state(online_game), games.seat_number(game_seats, account)
    refusal = why_not(state, seat, request.GET["why"], games.player_names(online_game, game_seats))
    if refusal is None:
        raise Http404
    return render(request, "gameplay/board/refusal.html", {"refusal": refusal})


def board_context(game_view: GameView) -> dict[str, Any]:
    """Return the context of the board of a running game."""
    return {
        "board": arrange_board(game_view),
        "open": True,
        "answers": grouped_options(game_view.get("ask") or {}),
    }


def numbered_events(game_view: GameView) -> list[GameView]:
    """Return the events of the view, each with its ``number`` in the game and the ``refs`` of the cards it names."""
    first = game_view["event_count"] - len(game_view["events"])
    return [
        event | {"number": number, "refs": [value for name, value in event.items() if name.startswith("card")]}
        for number, event in enumerate(game_view["events"], first)
    ]


def _show_part(request: HttpRequest, part: str, context: dict[str, Any], *, is_part: bool) -> HttpResponse:
    return render(request, part if is_part else PART_PAGE, context | {"part": part})
