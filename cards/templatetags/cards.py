"""Template tags that show cards in the page's language.

``{% load cards %}``, then with the name of a game and the ref of a card:
``{% card game ref %}``                     the face; its alternative text is the whole text of the card
``{% card_row game ref %}``                 a text row for narrow lists: name, type, stats and rules text
``{% card_choice game ref token key selected %}``
                                            a radio button with the value ``token``, checked if that is ``selected``;
                                            ``key`` is its position from 1
``{{ line.text|symbols:language }}``        text with ``{fire}`` replaced by a symbol with a label
An unknown card raises KeyError. Cards of bundled sets need no queries.
"""

import re
from typing import Any

from django import template
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
def card_choice(game: str, ref: str, token: str, key: int, selected: str = "") -> dict[str, Any]:
    return {"card": displayed_card(game, ref), "token": token, "key": key, "checked": token == selected}


@register.filter
def symbols(text: str, language: str = "en") -> SafeString:
    """Return ``text`` with symbols for elements, labelled in ``language``."""

    def draw_symbol(match: re.Match[str]) -> str:
        name = faces.ELEMENT_NAMES.get(match[1])
        return faces.icon(match[1], name=name.in_language(language)) if name else match[0]

    return mark_safe(re.sub(r"\{(\w+)\}", draw_symbol, conditional_escape(text)))  # noqa: S308 - the text is escaped


def displayed_card(game: str, ref: str) -> selectors.DisplayedCard:
    return selectors.get_displayed_card(game, ref, get_language() or "en")
