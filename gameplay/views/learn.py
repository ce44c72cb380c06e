"""Learning to play: the page that starts the lesson of a game, and what the page of a game says to a learner."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from gameplay.engine.lessons.lesson import LEARNER
from gameplay.games import RULESETS
from gameplay.infrastructure.throttle import count_try
from gameplay.models import OnlineGame
from gameplay.selectors.advice import find_advice, may_get_advice
from gameplay.selectors.game_views import GameView
from gameplay.selectors.lessons import HINTS, LESSON, guidance, is_mistake, lesson_of, text_of
from gameplay.selectors.loaded_games import borrowed_state
from gameplay.services import lessons
from gameplay.views.practice import ensure_account

STARTS = {LESSON: lessons.start_lesson, HINTS: lessons.start_hinted_game}


@never_cache
@require_http_methods(["GET", "POST"])
def learn(request: HttpRequest, game: str) -> HttpResponse:
    """Show what the lesson of ``game`` teaches. POST starts the lesson, or with ``start`` "hints" the game after it."""
    if game not in RULESETS:
        raise Http404
    if request.method == "POST":
        count_try("play", request.META["REMOTE_ADDR"])
        start = STARTS.get(request.POST.get("start", LESSON))
        if start is None:
            raise Http404
        return redirect("game", start(ensure_account(request), game).pk)
    lesson = lesson_of(game)
    summary = text_of(game, lesson.summary, get_language() or "en")
    context = {"ruleset": RULESETS[game], "summary": summary, "steps": len(lesson.own_steps)}
    return render(request, "gameplay/learn.html", context)


def guide_context(request: HttpRequest, game: OnlineGame, game_view: GameView) -> dict[str, Any]:
    """Return the context of gameplay/parts/guide.html for a view of ``game``."""
    language = get_language() or "en"
    context: dict[str, Any] = {"lesson_kind": game.guide, "guidance": None, "may_get_advice": False}
    if game.guide and game_view["seat"] == LEARNER:
        tried = _option_number(request.GET.get("tried", ""))
        if tried is None and _is_answered_by(request, game):
            tried = _option_number(request.POST.get("option", ""))
        with borrowed_state(game) as loaded:
            context["guidance"] = guidance(game, loaded.state, tried=tried, language=language)
    if may_get_advice(game, game_view):
        context |= {"may_get_advice": True, "advice": find_advice(game, game_view, language=language)}
    return context


def tried_mistake(request: HttpRequest, game: OnlineGame) -> int | None:
    """Return the number of the option that the form chooses if it is a mistake in the lesson of ``game``, else None."""
    option = _option_number(request.POST.get("option", ""))
    if game.guide != LESSON or game.ended_at or option is None or not _is_answered_by(request, game):
        return None
    with borrowed_state(game) as loaded:
        return option if is_mistake(game, loaded.state, option) else None


def _is_answered_by(request: HttpRequest, game: OnlineGame) -> bool:
    """Return whether the form answers the question that is pending in ``game``."""
    return "do" not in request.POST and request.POST.get("number", "") == str(game.number)


def _option_number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else None
