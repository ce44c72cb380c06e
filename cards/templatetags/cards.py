"""Cards in pages, in the page's language.

``{% load cards %}``, then with the game's name and the card's ref:
``{% card game ref %}``                     its face; all that stands on it is the picture's alternative
``{% card_row game ref %}``                 a line for narrow lists: name, type, figures and text as words
``{% card_choice game ref token key selected %}``
                                            a radio button that sends ``token``, checked if that is ``selected``; ``key`` is
                                            its place from 1
``{{ line.text|symbols:language }}``        text with its ``{fire}`` as symbols that are read aloud
An unknown card raises KeyError. No tag asks the database about a set that comes with the site.
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
    """``text`` with each element's symbol in its place, named in ``language``."""

    def drawn(found: re.Match[str]) -> str:
        name = faces.ELEMENT_NAMES.get(found[1])
        return faces.icon(found[1], name=name.in_language(language)) if name else found[0]

    return mark_safe(re.sub(r"\{(\w+)\}", drawn, conditional_escape(text)))  # noqa: S308  escaped, then drawn by us


def displayed_card(game: str, ref: str) -> selectors.DisplayedCard:
    return selectors.get_displayed_card(game, ref, get_language() or "en")
