"""Template tags that show cards in the page's language.

``{% load cards %}``, then with the name of a game and the ref of a card:
``{% card game ref %}``                     the face; its alternative text is the whole text of the card
``{% card_row game ref %}``                 a text row for narrow lists: name, type, stats and rules text
``{% card_choice game ref token key selected %}``
                                            a radio button with the value ``token``, checked if that is ``selected``;
                                            ``key`` is its position from 1, None if it is not known yet
``{{ line.text|symbols:language }}``        text with ``{fire}`` replaced by a symbol with a label
An unknown card raises KeyError. Cards of bundled sets need no queries.
"""

import re
from functools import lru_cache
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from cards import faces, selectors

register = template.Library()


@register.inclusion_tag("cards/parts/card.html")
def card(game: str, ref: str) -> dict[str, Any]:
    return {"card": displayed_card(game, ref)}


@register.inclusion_tag("cards/parts/row.html")
def card_row(game: str, ref: str) -> dict[str, Any]:
    return {"card": displayed_card(game, ref)}


@register.inclusion_tag("cards/parts/choice.html")
def card_choice(game: str, ref: str, token: str, key: int | None = None, selected: str = "") -> dict[str, Any]:
    shown = displayed_card(game, ref)
    tile, keywords = _choice_markup(shown, get_language() or "en")
    return {
        "card": shown,
        "tile": tile,
        "keywords": keywords,
        "token": token,
        "key": key,
        "checked": token == selected,
    }


@lru_cache(maxsize=4096)
def _choice_markup(shown: selectors.DisplayedCard, language: str) -> tuple[str, str]:
    """Return the tile of a card and its keywords as markup in the page's ``language``.

    They are half of the work for a page with a pack, and the same in every pack.
    """
    tile = render_to_string("cards/parts/tile.html", {"card": shown, "eager": True})
    return tile, render_to_string("cards/parts/keywords.html", {"card": shown})


@register.filter
def symbols(text: str, language: str = "en") -> SafeString:
    """Return ``text`` with symbols for elements, labelled in ``language``."""

    def draw_symbol(match: re.Match[str]) -> str:
        name = faces.ELEMENT_NAMES.get(match[1])
        return faces.icon(match[1], name=name.in_language(language)) if name else match[0]

    return mark_safe(re.sub(r"\{(\w+)\}", draw_symbol, conditional_escape(text)))  # noqa: S308 - the text is escaped


def displayed_card(game: str, ref: str) -> selectors.DisplayedCard:
    return selectors.get_displayed_card(game, ref, get_language() or "en")
