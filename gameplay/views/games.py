"""The page of an online game: the table, the current question and its numbered options."""

from collections.abc import Sequence
from typing import Any, cast
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods

from gameplay import ports
from gameplay.engine.core.automatic_passes import UNTIL_EVENT, UNTIL_TURN_ENDS
from gameplay.engine.core.errors import NotAnOptionError, UnreadableError
from gameplay.models import Account, OnlineGame
from gameplay.models.game import game_stream
from gameplay.selectors import games as selectors
from gameplay.selectors.board_order import board_order
from gameplay.selectors.game_views import payment_steps, view_for_account
from gameplay.selectors.layout import arrange_table
from gameplay.selectors.live import stream_number
from gameplay.selectors.rematches import rematch_of
from gameplay.services import automatic_passes, bundles, games, rematches
from gameplay.views.board import show_board, show_card_uses
from gameplay.views.learn import guide_context, tried_mistake
from gameplay.views.look import chosen_look, remember_look

RECENT_EVENTS = 40  # in the log of a page that has just been opened
NUMBERED_ACTIONS = {"take_back": games.take_back, "end_turn": bundles.end_turn}
"""The actions of the form that need only the number of the question."""


@login_required
@require_http_methods(["GET", "POST"])
def game(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Show the table to the players and permitted spectators, and carry out a player's action."""
    account = cast(Account, request.user)
    if request.method == "POST":
        online_game = selectors.get_game(game_id)
        if response := _post(request, account, online_game):
            return response
        number, online_game = _changed_game(online_game)
    else:
        number, online_game = _read_game(game_id)
    if "why" in request.GET:
        return show_card_uses(request, account, online_game)
    return _show_game(request, account, online_game, number)


def _show_game(request: HttpRequest, account: Account, online_game: OnlineGame, number: int) -> HttpResponse:
    """Show the game, or for htmx its changed part, at ``number`` of its stream. Raise Http404 for other accounts."""
    look = chosen_look(request)
    is_table = look == "table"
    first_event = _first_event(request) if is_table else 0
    game_view = view_for_account(online_game, account, language=get_language() or "en", first_event=first_event)
    if game_view is None:
        raise Http404
    thinking = bool(game_view["ask"]) and game_view["players"][game_view["ask"]["seat"]]["bot"]
    if thinking:
        ports.wake_bots()(str(online_game.pk))  # its task may have been lost when the site stopped
    context = {
        "game_view": game_view,
        "address": request.path,
        "number": number,
        "stream": online_game.stream,
        "look": look,
        "now": timezone.now(),
        "thinking": thinking,
        "has_people": online_game.pausing,
        "payment": _payment(request, account, online_game),
        **match_context(online_game),
        **_page_links(account, online_game),
        **guide_context(request, online_game, game_view),
    }
    is_part = request.htmx  # type: ignore[attr-defined]
    if not is_part:
        context["decks"] = visible_decks(account, online_game)
    if is_table:
        context["order"] = board_order(online_game, game_view)
        return show_board(request, game_view, context, is_part=is_part)
    template = "gameplay/parts/table.html" if is_part else "gameplay/game.html"
    context["links_uses"] = not game_view["outcome"]
    return render(request, template, context | arrange_table(game_view))


def _read_game(game_id: UUID) -> tuple[int, OnlineGame]:
    """Return the number of the game's stream and the game: a change in between is fetched again. Raise Http404."""
    return stream_number(game_stream(game_id)), selectors.get_game(game_id)


def _changed_game(game: OnlineGame) -> tuple[int, OnlineGame]:
    """Return the number and the game after an action. After a choice that wakes no bots, ``game`` is up to date."""
    if game.entry_number is None or game.bots_due_at is not None:
        return _read_game(game.pk)
    return game.entry_number, game


def _first_event(request: HttpRequest) -> int:
    """Return the number of the first event to show; a negative number counts from the last one."""
    if request.GET.get("log") == "all":
        return 0
    values = request.POST or request.GET if request.htmx else {}  # type: ignore[attr-defined]
    after = values.get("after", "")
    return int(after) if after.isascii() and after.isdigit() and len(after) < 10 else -RECENT_EVENTS


def _post(request: HttpRequest, account: Account, online_game: OnlineGame) -> HttpResponse | None:
    """Carry out the form. Return a redirect to the game, or None if the request shows the changed part itself."""
    game_seats = selectors.known_seats(online_game)
    if not selectors.may_watch(account, online_game, game_seats):
        raise Http404
    response: HttpResponse = HttpResponseRedirect(request.path)
    if request.POST.get("do") == "look":
        remember_look(request, response)
        return response
    if selectors.seat_number(game_seats, account) is None:
        raise Http404
    mistake = tried_mistake(request, online_game)
    if mistake is None:
        _carry_out_form(request, account, online_game)
    else:
        response["Location"] += f"?tried={mistake}"
    if request.POST.get("do") == "rematch" and online_game.rematch_id:
        response["Location"] = reverse("game", args=[online_game.rematch_id])
    return None if request.htmx else response  # type: ignore[attr-defined]


def _carry_out_form(request: HttpRequest, account: Account, online_game: OnlineGame) -> None:
    """Carry out the action of the form; without one, choose an option."""
    action = request.POST.get("do")
    if action == "concede":
        games.concede(account, online_game)
    elif action == "rematch":
        rematches.want_rematch(account, online_game)
    elif action == "decline_rematch":
        rematches.decline_rematch(account, online_game)
    elif action == "stop_passing":
        automatic_passes.stop_passing(account, online_game)
    elif action in ("pass_turn", "pass_event"):
        until = UNTIL_TURN_ENDS if action == "pass_turn" else UNTIL_EVENT
        automatic_passes.start_passing(account, online_game, until=until, number=_number(request, "number"))
    elif action in NUMBERED_ACTIONS:
        NUMBERED_ACTIONS[action](account, online_game, number=_number(request, "number"))
    elif action == "order":
        cards = request.POST.getlist("card")
        bundles.put_in_order(account, online_game, number=_number(request, "number"), cards=cards)
    elif action == "pay":
        option = _number(request, "option")
        bundles.choose_and_pay(account, online_game, number=_number(request, "number"), option=option)
    else:
        games.choose(account, online_game, number=_number(request, "number"), option=_number(request, "option"))


def _payment(request: HttpRequest, account: Account, online_game: OnlineGame) -> dict[str, Any] | None:
    """Return the payment for the option in the query string, which the player looks at before choosing it."""
    option = request.GET.get("pay", "")
    if not (option.isascii() and option.isdigit() and len(option) < 4):
        return None
    try:
        steps = payment_steps(online_game, account, int(option), language=get_language() or "en")
    except NotAnOptionError:  # the link is from an earlier question
        return None
    return {"option": int(option), "steps": steps} if steps else None


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
    """Return the links to the judge's page of a running game, and to the replay and the rematch of a finished one."""
    if not online_game.ended_at:
        return {"may_judge": selectors.judge_role(account, online_game) is not None}
    seats = selectors.seats(online_game)
    return {
        "rematch": rematch_of(online_game, seats, selectors.player_names(online_game, seats), account),
        "replay": online_game.replay if selectors.may_read_game_record(account, online_game) else None,
    }
