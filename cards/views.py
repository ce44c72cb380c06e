"""The public pages of the card catalogue."""

from collections import Counter
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language, override
from django.views.decorators.http import require_safe

from cards import faces, ports, selectors
from cards.browse import browse_set
from cards.printed import LANGUAGES, CardSet

CACHE_FOREVER = "public, max-age=31536000, immutable"
CACHE_BRIEFLY = "public, max-age=300"


@require_safe
def sets(request: HttpRequest) -> HttpResponse:
    """Show every set, by game."""
    titles = ports.card_games().game_titles()
    games = [(title, [_set_summary(each) for each in selectors.card_sets(game)]) for game, title in titles.items()]
    return render(request, "cards/sets.html", {"games": games})


@require_safe
def card_set(request: HttpRequest, game: str, code: str) -> HttpResponse:
    """Show the cards of a set, filtered and sorted by the query parameters."""
    try:
        found = selectors.card_set(game, code)
    except KeyError:
        raise Http404 from None
    language = _language()
    context = {
        "set": found,
        "name": found.name.in_language(language),
        "title": ports.card_games().game_titles()[game],
        "wanted": request.GET,
        "result": browse_set(found, request.GET.dict(), language),
        "as_text": request.GET.get("as") == "words",
    }
    return render(request, "cards/set.html", context)


@require_safe
def card(request: HttpRequest, game: str, code: str, number: str) -> HttpResponse:
    """Show one large card, with its text in every language and links to its neighbours in the set."""
    own = _language()
    shown = _displayed_card_or_404(game, f"{code}-{number}", own)
    found = selectors.card_set(game, code)
    place = found.cards.index(shown.printed)
    beside = {"before": place - 1, "after": place + 1}
    context = {
        "card": shown,
        "others": [_displayed_card_or_404(game, f"{code}-{number}", each) for each in LANGUAGES if each != own],
        "set": found,
        "name": found.name.in_language(own),
        "decks": [
            (deck.name.in_language(own), deck.cards[shown.printed.ref])
            for deck in found.decks
            if shown.printed.ref in deck.cards
        ],
        "is_house_card": shown.printed.facts.get("source") == "house",
    }
    neighbours = {
        key: selectors.display_card(found.cards[at], own) for key, at in beside.items() if 0 <= at < len(found.cards)
    }
    return render(request, "cards/card.html", context | neighbours)


@require_safe
def card_face(request: HttpRequest, game: str, code: str, number: str) -> HttpResponse:
    """Return the face as SVG; it is cached forever if the address contains its digest."""
    language = request.GET.get("lang", "en")
    if language not in LANGUAGES:
        raise Http404
    card = _displayed_card_or_404(game, f"{code}-{number}", language)
    cache_control = CACHE_FOREVER if request.GET.get("v") == card.digest else CACHE_BRIEFLY
    return _svg(selectors.draw_labelled_face(card.face, language), cache_control)


@require_safe
def card_art(request: HttpRequest, game: str, code: str, number: str) -> HttpResponse:
    """Return the picture of a card as SVG; it is cached forever if the address contains its digest."""
    card = _displayed_card_or_404(game, f"{code}-{number}", "en")
    current = request.GET.get("v") == selectors.art_digest(card.face)
    return _svg(faces.draw_art(card.face), CACHE_FOREVER if current else CACHE_BRIEFLY)


@require_safe
def card_text(request: HttpRequest, game: str, code: str, number: str) -> HttpResponse:
    """Return a large card with its keywords as a part of a page, in the language ``lang``."""
    language = request.GET.get("lang", "en")
    if language not in LANGUAGES:
        raise Http404
    with override(language):
        part = render(
            request, "cards/parts/read.html", {"card": _displayed_card_or_404(game, f"{code}-{number}", language)}
        )
    part["Cache-Control"] = CACHE_BRIEFLY
    return part


@require_safe
def card_back(request: HttpRequest) -> HttpResponse:
    return _svg(faces.draw_back(), CACHE_BRIEFLY)


def _set_summary(card_set: CardSet) -> dict[str, Any]:
    """Return a summary of a set: the number of cards of each rarity, and a few of its faces."""
    cards = card_set.cards
    rarest = sorted(cards, key=lambda each: (each.rarity != "rare", each.facts.get("element") or ""))
    return {
        "set": card_set,
        "name": card_set.name.in_language(_language()),
        "faces": [selectors.display_card(each, _language()) for each in rarest[:: max(1, len(cards) // 12)][:3]],
        "rarities": Counter(selectors.display_card(each, _language()).rarity for each in cards).items(),
    }


def _language() -> str:
    return get_language() or "en"


def _svg(drawing: str, cache_control: str) -> HttpResponse:
    return HttpResponse(drawing, content_type="image/svg+xml; charset=utf-8", headers={"Cache-Control": cache_control})


def _displayed_card_or_404(game: str, ref: str, language: str) -> selectors.DisplayedCard:
    try:
        return selectors.get_displayed_card(game, ref, language)
    except KeyError:
        raise Http404 from None
