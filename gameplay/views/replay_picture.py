"""The picture of a moment of a replay, for sharing and for link previews.

A picture shows the view of the page with the same query string. Drawing one takes as much time as several pages, so the
pictures are cached, drawn one at a time, and limited in number for each client.
"""

import hashlib
from collections.abc import Sequence
from threading import Semaphore

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language, override

from gameplay.engine.core.errors import RulesError, _
from gameplay.infrastructure.rasterizer import can_draw, rasterize
from gameplay.infrastructure.throttle import count_try
from gameplay.selectors.board import arrange_board
from gameplay.selectors.board_picture import HEIGHT, WIDTH, draw_board
from gameplay.selectors.game_views import GameView
from gameplay.views.replay_page import StepRequest, moment_title, requested_moment

MAX_PER_MINUTE = 30
KEPT = 600  # seconds
PATIENCE = 10  # seconds that a request waits for its turn
JAPANESE_SAMPLE = "日本あア"
_turn_to_draw = Semaphore(1)


class BusyDrawingError(RulesError):
    """Other pictures are being drawn. The HTTP status is 503."""

    code = "busy_drawing"
    sentence = _("Many pictures are being drawn. Try again in a moment.")
    is_state_conflict = True


def picture_response(
    request: HttpRequest, step: StepRequest, *, names: Sequence[str], head: GameView, identity: str, client: str
) -> HttpResponse:
    """Return the picture as PNG, in the language ``lang``.

    ``head`` has the title of the game. ``identity`` distinguishes the game from all others in the cache. Raise
    NoFontError, TooManyTriesError or BusyDrawingError.
    """
    language = _drawable_language(request.GET.get("lang", ""))
    shown = [name if can_draw(name) else f"{seat + 1}" for seat, name in enumerate(names)]
    key = _cache_key(identity, step.entry, step.seat, language, shown)
    image: bytes | None = cache.get(key)
    if image is None:
        count_try("picture", client, limit=MAX_PER_MINUTE)
        with override(language):
            view = requested_moment(step, shown, head).game_view
            image = _draw(draw_board(arrange_board(view), title=str(view["title"]), moment=moment_title(view)))
        cache.set(key, image, KEPT)
    return HttpResponse(image, content_type="image/png")


def _cache_key(*parts: object) -> str:
    return f"picture/{hashlib.sha256(repr(parts).encode()).hexdigest()}"


def _draw(svg: str) -> bytes:
    if not _turn_to_draw.acquire(timeout=PATIENCE):
        raise BusyDrawingError
    try:
        return rasterize(svg, width=WIDTH, height=HEIGHT)
    finally:
        _turn_to_draw.release()


def _drawable_language(requested: str) -> str:
    """Return the language of the picture: the requested one, unless there is no font for it."""
    known = dict(settings.LANGUAGES)
    language = requested if requested in known else get_language() or "en"
    return "en" if language == "ja" and not can_draw(JAPANESE_SAMPLE) else language
