"""The replay of a finished game, step by step, for anyone with its secret URL."""

from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from gameplay.engine.core.position import position_of
from gameplay.models import OnlineGame
from gameplay.selectors import games
from gameplay.selectors.layout import arrange_table
from gameplay.selectors.replays import Replay, load_replay
from gameplay.views.games import match_context


@never_cache
@require_safe
def replay(request: HttpRequest, token: str) -> HttpResponse:
    """Show the step at entry ``e`` with all cards face up: the table, the last events, the question and its answer."""
    game = get_object_or_404(OnlineGame, replay=token)
    names = games.player_names(game, games.seats(game))
    entry = _requested_entry(request) or 0
    loaded = load_replay(game, from_entry=entry, names=names, language=get_language() or "en")
    context = (
        match_context(game)
        | arrange_table(loaded.game_view)
        | _step_context(loaded)
        | {"game_view": loaded.game_view, "token": token}
    )
    return _without_indexing(render(request, "gameplay/replay.html", context))


def _step_context(replay_state: Replay) -> dict[str, Any]:
    """Return the context of the current step: its events and the entries of the links. The end is the last step."""
    entries = [*(step.entry for step in replay_state.steps), len(replay_state.state.entries)]
    current, steps = replay_state.current, replay_state.steps
    events_before = steps[current - 1].events if current else 0
    return {
        "moment": steps[current] if current < len(steps) else None,
        "happened": replay_state.game_view["events"][events_before:],
        "entry": entries[current],
        "first": entries[0],
        "previous": entries[current - 1] if current else None,
        "next": entries[current + 1] if current + 1 < len(entries) else None,
        "last": entries[-1],
        "step": current + 1,
        "steps": len(entries),
        "turns": [step for index, step in enumerate(steps) if not index or step.turn != steps[index - 1].turn],
    }


@never_cache
@require_safe
def record(request: HttpRequest, token: str) -> HttpResponse:
    """Download the record."""
    game = get_object_or_404(OnlineGame, replay=token)
    response = HttpResponse(game.record, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="game-{game.pk}.json"'
    return _without_indexing(response)


@never_cache
@require_safe
def position(request: HttpRequest, token: str) -> HttpResponse:
    """Download the position before the entry ``e``."""
    game = get_object_or_404(OnlineGame, replay=token)
    entry = _requested_entry(request)
    state = games.state_before_entry(game, "" if entry is None else str(entry))
    response = JsonResponse(position_of(state), json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = f'attachment; filename="position-{game.pk}.json"'
    return _without_indexing(response)


def _requested_entry(request: HttpRequest) -> int | None:
    """Return the number of the entry in the URL, or None. Raise UnreadableError.

    The parameter is ``e``; older links have ``at``.
    """
    values = ((name, request.GET[name]) for name in ("e", "at") if request.GET.get(name))
    return next((games.parse_entry_number(text, place=name) for name, text in values), None)


def _without_indexing(response: HttpResponse) -> HttpResponse:
    """Return ``response`` with headers that keep its secret URL from search engines and other sites."""
    response["X-Robots-Tag"] = "noindex"
    response["Referrer-Policy"] = "same-origin"
    return response
