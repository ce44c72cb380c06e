"""A finished game, moment by moment, for whoever has the address of its replay."""

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
    """Show the moment at entry ``e``: what lies where, what came before, what is asked and answered; both hands open."""
    game = get_object_or_404(OnlineGame, replay=token)
    names = [side.player.handle for side in games.seats(game)]
    found = load_replay(game, from_entry=_requested_entry(request) or 0, names=names, language=get_language() or "en")
    context = (
        match_context(game)
        | arrange_table(found.game_view)
        | _step_context(found)
        | {"game_view": found.game_view, "token": token}
    )
    return _without_indexing(render(request, "gameplay/replay.html", context))


def _step_context(replay_state: Replay) -> dict[str, Any]:
    """The moment, what happened since the one before, and the entries that the links lead to; the end comes last."""
    entries = [*(moment.entry for moment in replay_state.steps), len(replay_state.state.entries)]
    here, moments = replay_state.current, replay_state.steps
    before = moments[here - 1].events if here else 0
    return {
        "moment": moments[here] if here < len(moments) else None,
        "happened": replay_state.game_view["events"][before:],
        "entry": entries[here],
        "first": entries[0],
        "previous": entries[here - 1] if here else None,
        "next": entries[here + 1] if here + 1 < len(entries) else None,
        "last": entries[-1],
        "step": here + 1,
        "steps": len(entries),
        "turns": [moment for at, moment in enumerate(moments) if not at or moment.turn != moments[at - 1].turn],
    }


@never_cache
@require_safe
def record(request: HttpRequest, token: str) -> HttpResponse:
    """Give the record as a file."""
    game = get_object_or_404(OnlineGame, replay=token)
    answer = HttpResponse(game.record, content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="game-{game.pk}.json"'
    return _without_indexing(answer)


@never_cache
@require_safe
def position(request: HttpRequest, token: str) -> HttpResponse:
    """Give the position of the moment before the entry ``e`` as a file."""
    game = get_object_or_404(OnlineGame, replay=token)
    entry = _requested_entry(request)
    state = games.state_before_entry(game, "" if entry is None else str(entry))
    answer = JsonResponse(position_of(state), json_dumps_params={"ensure_ascii": False, "indent": 1})
    answer["Content-Disposition"] = f'attachment; filename="position-{game.pk}.json"'
    return _without_indexing(answer)


def _requested_entry(request: HttpRequest) -> int | None:
    """Return the number of the entry that the address names, None without one. Raises UnreadableError.

    The parameter is ``e``; addresses that were shared earlier have ``at``.
    """
    named = ((place, request.GET[place]) for place in ("e", "at") if request.GET.get(place))
    return next((games.parse_entry_number(text, place=place) for place, text in named), None)


def _without_indexing(answer: HttpResponse) -> HttpResponse:
    """``answer`` for those who have its address: no search engine lists it, no other site is told of it."""
    answer["X-Robots-Tag"] = "noindex"
    answer["Referrer-Policy"] = "same-origin"
    return answer
