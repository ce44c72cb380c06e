"""Rendered choices for all cards of a set. Pages cache them, so live updates can send packs as refs."""

import hashlib
import json
from functools import lru_cache
from typing import NamedTuple

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.views.decorators.http import require_safe

from cards import selectors
from cards.templatetags.cards import card_choice
from cards.views import CACHE_BRIEFLY, CACHE_FOREVER

TOKEN_PLACEHOLDER = "{token}"  # noqa: S105  replaced by the token of a copy
TEMPLATES = {"pictures": "cards/parts/choice.html", "words": "drafting/parts/choice_in_words.html"}


class ChoiceSheet(NamedTuple):
    """The choices of a set as JSON, by ref. URLs with the digest can be cached forever."""

    text: str
    digest: str


@require_safe
def choices(request: HttpRequest, game: str, code: str, form: str) -> HttpResponse:
    """Return the rendered choice of each card of a set, with `TOKEN_PLACEHOLDER` for the token of the copy."""
    language = request.GET.get("lang", "en")
    if form not in TEMPLATES or language not in dict(settings.LANGUAGES):
        raise Http404
    try:
        sheet = choice_sheet(game, code, form, language)
    except KeyError:
        raise Http404 from None
    cache_control = CACHE_FOREVER if request.GET.get("v") == sheet.digest else CACHE_BRIEFLY
    return HttpResponse(sheet.text, content_type="application/json", headers={"Cache-Control": cache_control})


def choices_url(game: str, code: str, form: str) -> str:
    """Return the URL of the choices of a set in the active language."""
    language = translation.get_language() or "en"
    digest = choice_sheet(game, code, form, language).digest
    return f"{reverse('choices', args=(game, code, form))}?lang={language}&v={digest}"


@lru_cache(maxsize=64)
def choice_sheet(game: str, code: str, form: str, language: str) -> ChoiceSheet:
    """Render every card of a set with the template of the page. Raises KeyError for an unknown set."""
    with translation.override(language):
        cards = {card.ref: _choice(game, card.ref, form) for card in selectors.card_set(game, code).cards}
    text = json.dumps(cards, ensure_ascii=False, separators=(",", ":"))
    return ChoiceSheet(text, hashlib.sha256(text.encode()).hexdigest()[:12])


def _choice(game: str, ref: str, form: str) -> str:
    contexts: dict[str, dict[str, object]] = {
        "pictures": card_choice(game, ref, TOKEN_PLACEHOLDER),
        "words": {"card": {"token": TOKEN_PLACEHOLDER, "ref": ref}, "view": {"game": game}},
    }
    return render_to_string(TEMPLATES[form], contexts[form])
