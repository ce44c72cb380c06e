"""The replay of a finished game, step by step, for anyone with its secret URL."""

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from gameplay.engine.core.position import position_of
from gameplay.infrastructure.throttle import count_try
from gameplay.models import OnlineGame
from gameplay.selectors import games
from gameplay.selectors.replays import notes_on, recorded_course, view_head
from gameplay.selectors.verification import overall_result, verify_game
from gameplay.views.games import match_context
from gameplay.views.look import remember_look
from gameplay.views.replay_page import read_step, requested_entry, show_step
from gameplay.views.replay_picture import picture_response

MAX_CHECKS_PER_MINUTE = 20


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def replay(request: HttpRequest, token: str) -> HttpResponse:
    """Show a step of the game: the table, the last events, the question and its answer. A POST chooses the look."""
    game = get_object_or_404(OnlineGame, replay=token)
    if request.method == "POST":
        response: HttpResponse = HttpResponseRedirect(request.get_full_path())
        remember_look(request, response)
        return _without_indexing(response)
    step = read_step(request, recorded_course(game.record))
    names = games.player_names(game, games.seats(game))
    picture_path = reverse("replay_picture", args=[token])
    context = match_context(game) | {"token": token, "picture_path": picture_path}
    shown = show_step(request, step, names=names, head=view_head(game), notes=notes_on(game), context=context)
    return _without_indexing(shown)


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
    entry = requested_entry(request)
    state = games.state_before_entry(game, "" if entry is None else str(entry))
    response = JsonResponse(position_of(state), json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = f'attachment; filename="position-{game.pk}.json"'
    return _without_indexing(response)


@never_cache
@require_safe
def picture(request: HttpRequest, token: str) -> HttpResponse:
    """Return a picture of a step as PNG. It shows what the page with the same query string shows."""
    game = get_object_or_404(OnlineGame, replay=token)
    step = read_step(request, recorded_course(game.record))
    names = games.player_names(game, games.seats(game))
    head, client = view_head(game), client_of(request)
    image = picture_response(request, step, names=names, head=head, identity=str(game.pk), client=client)
    return _without_indexing(image)


@never_cache
@require_POST
def verify(request: HttpRequest, token: str) -> HttpResponse:
    """Verify the game, and show what was checked: as a part of the page, or as a page of its own. Stores nothing.

    Raise TooManyTriesError.
    """
    game = get_object_or_404(OnlineGame, replay=token)
    count_try("verify", client_of(request), limit=MAX_CHECKS_PER_MINUTE)
    checks = verify_game(game)
    context = {"checks": checks, "result": overall_result(checks), "token": token}
    name = "verification" if request.htmx else "verified"  # type: ignore[attr-defined]
    return _without_indexing(render(request, f"gameplay/replay/{name}.html", context))


def client_of(request: HttpRequest) -> str:
    """Return the account of ``request``, or its address, for rate limits."""
    return str(request.user.pk or request.META["REMOTE_ADDR"])


def _without_indexing(response: HttpResponse) -> HttpResponse:
    """Return ``response`` with headers that keep its secret URL from search engines and other sites."""
    response["X-Robots-Tag"] = "noindex"
    response["Referrer-Policy"] = "same-origin"
    return response
