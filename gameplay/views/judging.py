"""The judge's pages of an online game: all cards face up with a form to correct the game, and the game step by step."""

from typing import Any, cast
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
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
from gameplay.selectors.replays import (
    cards_by_zone,
    course_of,
    judge_view,
    notes_on,
    rewind_entries,
    rewind_points,
    view_head,
)
from gameplay.services import corrections, judge_notes
from gameplay.views.games import match_context, visible_decks
from gameplay.views.look import remember_look
from gameplay.views.replay_page import read_step, show_step


@never_cache
@require_http_methods(["GET", "POST"])
def judge_replay(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Show a game step by step to its judge, and add a note to a step. Raise Http404 for all other accounts."""
    account, game = cast(Account, request.user), get_object_or_404(OnlineGame, pk=game_id)
    role = games.judge_role(account, game)
    if role is None:
        raise Http404
    if request.method == "POST":
        response: HttpResponse = HttpResponseRedirect(request.get_full_path())
        if request.POST.get("do") == "look":
            remember_look(request, response)
            return response
        entry = _number(request, "entry") or 0
        judge_notes.annotate_moment(account, game, role=role, entry=entry, text=request.POST.get("note", ""))
        return response
    corrections.log_judge_view(account, game, role=role)
    state = games.current_state(game)
    step = read_step(request, course_of(state))
    names = games.player_names(game, games.seats(game))
    undoable = [] if game.ended_at else sorted(rewind_entries(state))
    context = match_context(game) | {"judged": game, "rewind_entries": undoable}
    notes = notes_on(game)
    return show_step(request, step, names=names, head=view_head(game), notes=notes, context=context)


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
        | {"game_view": game_view, "number": game.number, "back": request.GET.get("back", "")}
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
