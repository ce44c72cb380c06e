"""A judge at the online table: every face, and a form to correct the game with."""

from typing import Any, cast
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from gameplay.engine.core.asks import Option
from gameplay.engine.core.correction import CLEAR, MARK, MOVE, REWIND
from gameplay.engine.core.errors import UnreadableError
from gameplay.engine.core.game import Game
from gameplay.models import Account, OnlineGame
from gameplay.selectors import games
from gameplay.selectors.layout import arrange_table
from gameplay.selectors.replays import cards_by_zone, judge_view, rewind_points
from gameplay.services import corrections
from gameplay.views.games import match_context, visible_decks


@never_cache
@require_http_methods(["GET", "POST"])
def judge(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Show a running game to its judge; carry out a correction. For everybody else it does not exist."""
    account, game = cast(Account, request.user), get_object_or_404(OnlineGame, pk=game_id)
    role = games.judge_role(account, game)
    if role is None:
        raise Http404
    if request.method == "POST":
        number, reason = _number(request, "number"), request.POST.get("reason", "")
        corrections.correct_game(
            account, game, role=role, number=number or 0, actions=_requested_actions(request), reason=reason
        )
        return redirect("game_judge", game_id=game_id)
    corrections.log_judge_view(account, game, role=role)
    names = [side.player.handle for side in games.seats(game)]
    state, language = games.current_state(game), get_language() or "en"
    told = judge_view(game, state, names, language)
    context = (
        match_context(game)
        | arrange_table(told)
        | _form_context(state, names, language)
        | {"game_view": told, "number": game.number}
    )
    context |= {"decks": visible_decks(account, game)}
    return render(request, "gameplay/judge.html", context)


def _form_context(state: Game, names: list[str], language: str) -> dict[str, Any]:
    """What the form offers: moments to go back to, cards where they lie, zones, marks, cards that others lie under."""
    ruleset = state.ruleset
    return {
        "rewind_points": rewind_points(state, names, language=language)[::-1],
        "cards": cards_by_zone(state, names, language=language),
        "zones": [(zone, gettext(ruleset.sentences.zones[zone])) for zone in ruleset.corrections.ZONES],
        "marks": [(mark, gettext(ruleset.sentences.terms["mark"][mark])) for mark in ruleset.corrections.MARKS],
    }


def _requested_actions(request: HttpRequest) -> list[Option]:
    """What the form asks for; a part left empty asks for nothing. Raises UnreadableError."""
    deeds: list[Option] = []
    if (entry := _number(request, "back")) is not None:
        deeds.append((REWIND, entry))
    if (card := _number(request, "card")) is not None:
        bearer = _number(request, "bearer")
        deeds.append((MOVE, card, request.POST.get("zone", ""), *([] if bearer is None else [bearer])))
    if (marked := _number(request, "marked")) is not None:
        code = CLEAR if request.POST.get("set") == "no" else MARK
        deeds.append((code, marked, request.POST.get("mark", "")))
    return deeds


def _number(request: HttpRequest, field: str) -> int | None:
    """The number in ``field``, None for an empty one. Raises UnreadableError."""
    text = request.POST.get(field, "")
    if text and not (text.isascii() and text.isdigit() and len(text) < 10):
        raise UnreadableError(f"{text[:40]!r} is not a number", place=field)
    return int(text) if text else None
