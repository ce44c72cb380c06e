"""The pages of the cards, open to everybody."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from cards import faces, selectors
from cards.printed import LANGUAGES

FOR_EVER = "public, max-age=31536000, immutable"
FOR_NOW = "public, max-age=300"


@require_safe
def card_face(request: HttpRequest, game: str, code: str, number: str) -> HttpResponse:
    """The face as SVG; it may be kept for ever at an address that names its digest."""
    language = request.GET.get("lang", "en")
    if language not in LANGUAGES:
        raise Http404
    card = _shown(game, f"{code}-{number}", language)
    kept = FOR_EVER if request.GET.get("v") == card.digest else FOR_NOW
    return _svg(selectors.drawing(card.face, language), kept)


@require_safe
def card_back(request: HttpRequest) -> HttpResponse:
    return _svg(faces.back(), FOR_NOW)


def _svg(drawing: str, kept: str) -> HttpResponse:
    return HttpResponse(drawing, content_type="image/svg+xml; charset=utf-8", headers={"Cache-Control": kept})


def _shown(game: str, ref: str, language: str) -> selectors.Shown:
    try:
        return selectors.shown(game, ref, language)
    except KeyError:
        raise Http404 from None
