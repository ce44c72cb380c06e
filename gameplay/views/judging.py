"""The judge's page of an online game: all cards face up, and a form to correct the game."""

from typing import Any, cast
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from cards.character_width import half_width
from gameplay.engine.core.asks import Option
from gameplay.engine.core.correction import CLEAR, MARK, MOVE, REWIND
from gameplay.engine.core.errors import UnreadableError
from gameplay.engine.core.game import Game
from gameplay.models import Account, OnlineGame
from gameplay.selectors import games
from gameplay.selectors.layout import arrange_table
from gameplay.selectors.people import said_phrases
from gameplay.selectors.replays import cards_by_zone, judge_view, rewind_points
from gameplay.services import corrections
from gameplay.views.games import match_context, visible_decks


@never_cache
@require_http_methods(["GET", "POST"])
def judge(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Show a running game to its judge, and apply a correction. Raise Http404 for all other accounts."""
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
    names = games.player_names(game, games.seats(game))
    state, language = games.current_state(game), get_language() or "en"
    game_view = judge_view(game, state, names, language)
    context = (
        match_context(game)
        | arrange_table(game_view)
        | _form_context(state, names, language)
        | {"game_view": game_view, "number": game.number}
    )
    context |= {"decks": visible_decks(account, game), "said_phrases": said_phrases(game, names)}
    return render(request, "gameplay/judge.html", context)


def _form_context(state: Game, names: list[str], language: str) -> dict[str, Any]:
    """Return the choices of the form: steps to rewind to, cards by zone, zones, and marks."""
    ruleset = state.ruleset
    return {
        "rewind_points": rewind_points(state, names, language=language)[::-1],
        "cards": cards_by_zone(state, names, language=language),
        "zones": [(zone, gettext(ruleset.sentences.zones[zone])) for zone in ruleset.corrections.ZONES],
        "marks": [(mark, gettext(ruleset.sentences.terms["mark"][mark])) for mark in ruleset.corrections.MARKS],
    }


def _requested_actions(request: HttpRequest) -> list[Option]:
    """Return the actions of the form, without its empty parts. Raise UnreadableError."""
    actions: list[Option] = []
    if (entry := _number(request, "back")) is not None:
        actions.append((REWIND, entry))
    if (card := _number(request, "card")) is not None:
        bearer = _number(request, "bearer")
        actions.append((MOVE, card, request.POST.get("zone", ""), *([] if bearer is None else [bearer])))
    if (marked := _number(request, "marked")) is not None:
        code = CLEAR if request.POST.get("set") == "no" else MARK
        actions.append((code, marked, request.POST.get("mark", "")))
    return actions


def _number(request: HttpRequest, field: str) -> int | None:
    """Return the number in ``field``, or None if it is empty. Raise UnreadableError."""
    text = half_width(request.POST.get(field, ""))
    if text and not (text.isascii() and text.isdigit() and len(text) < 10):
        raise UnreadableError(f"{text[:40]!r} is not a number", place=field)
    return int(text) if text else None
