"""Watching a reported game step by step.

Nothing of a reported game is stored. The address of the page contains the log, compressed and signed: so the page can
be shared and bookmarked, and every step of it is an address of its own, as in a replay. The signature ensures that the
log has passed the form with its rate limit; the course of the last few games is kept in memory. A log whose address
would be longer than proxies accept has no such page.
"""

from collections.abc import Mapping
from typing import Any

from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from gameplay.infrastructure.rasterizer import font_family
from gameplay.infrastructure.throttle import count_try
from gameplay.selectors.game_views import GameView, full_title
from gameplay.selectors.reported_courses import WatchedGame, log_text_of, watched_game
from gameplay.selectors.reported_games import describe_verdict
from gameplay.views.look import remember_look
from gameplay.views.replay_page import read_step, show_step
from gameplay.views.replay_picture import picture_response
from gameplay.views.replays import client_of

SALT = "paper.log"
MAX_ADDRESS = 6000  # characters
MAX_PER_MINUTE = 300
LAST_STEP = 99999  # a number beyond the last step shows the last one


def watch_link(log: Mapping[str, Any]) -> str:
    """Return the address of the page on which ``log`` can be watched, or "" if it would be too long."""
    address = reverse("paper_watch", args=[signing.dumps(log, salt=SALT, compress=True)])
    return address if len(address) <= MAX_ADDRESS else ""


def last_step_of(watch: str) -> tuple[str, str]:
    """Return the addresses of the last step of the course at ``watch``, and of its picture, if it can be drawn."""
    query = f"?step={LAST_STEP}"
    picture = f"{watch}/picture.png{query}&lang={get_language() or 'en'}" if font_family() else ""
    return f"{watch}{query}", picture


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def watch(request: HttpRequest, signed_log: str) -> HttpResponse:
    """Show a step of the course that the adjudicator has found. A POST chooses the look. Raise TooManyTriesError."""
    log = _signed_log(signed_log)
    if request.method == "POST":
        response: HttpResponse = HttpResponseRedirect(request.get_full_path())
        remember_look(request, response)
        return response
    watched = _watched_game(request, log_text_of(log))
    case, turns = watched.case, log.get("turns", ())
    verdict = describe_verdict(case, turns, language=get_language() or "en", found=watched.verdict)
    context = {"verdict": verdict, "picture_path": reverse("paper_picture", args=[signed_log])}
    step = read_step(request, watched.course)
    return show_step(request, step, names=case.players, head=_head(watched), context=context)


@never_cache
@require_safe
def picture(request: HttpRequest, signed_log: str) -> HttpResponse:
    """Return a picture of a step as PNG. It shows what the page with the same query string shows."""
    log_text = log_text_of(_signed_log(signed_log))
    watched = _watched_game(request, log_text)
    step, names, client = read_step(request, watched.course), watched.case.players, client_of(request)
    return picture_response(request, step, names=names, head=_head(watched), identity=log_text, client=client)


def _signed_log(text: str) -> dict[str, Any]:
    """Return the log in the address of a page. Raise Http404 if this site has not signed it."""
    try:
        log: dict[str, Any] = signing.loads(text, salt=SALT)
    except signing.BadSignature:
        raise Http404 from None
    return log


def _watched_game(request: HttpRequest, log_text: str) -> WatchedGame:
    """Return the game of a log with its course. Raise TooManyTriesError."""
    count_try("watch", client_of(request), limit=MAX_PER_MINUTE)
    return watched_game(log_text)


def _head(watched: WatchedGame) -> GameView:
    return {"id": "", "title": full_title(watched.case.ruleset, watched.case.table.variant.name)}
