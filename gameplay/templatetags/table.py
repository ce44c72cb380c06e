"""Template tags for cards on the table."""

import re
from collections.abc import Hashable
from functools import lru_cache
from typing import Any

from django import template
from django.template import Context
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from cards import selectors
from gameplay.selectors.board import BoardEvent, BoardOption, BoardPile, BoardSide, BoardZone
from gameplay.selectors.board_cards import BoardCard, BoardFace

register = template.Library()
LINE_BREAKS = re.compile(r"\n\s*")
MAX_PARTS = 32_768  # kept in memory, of a kilobyte on average: for several hundred games at once


@register.inclusion_tag("gameplay/parts/table_card.html", takes_context=True)
def table_card(context: Context, game: str, card: dict[str, Any]) -> dict[str, Any]:
    """Render a card of a game view with its marks; its text opens on demand: ``{% table_card game card %}``.

    With ``links_uses`` in the context, a link leads to what the card can do now.
    """
    links_uses = context.get("links_uses", False)
    return {"game": game, "placed_card": card, "card": _displayed_card(game, card["ref"]), "links_uses": links_uses}


@register.inclusion_tag("gameplay/parts/card_text.html")
def card_text(game: str, ref: str) -> dict[str, Any]:
    """Render a card's stats and rules text: ``{% card_text game ref %}``."""
    return {"card": _displayed_card(game, ref)}


@register.simple_tag
def board_card(card: BoardCard, control: object = None) -> SafeString:
    """Render a card on the board, as a button if ``control`` is true: ``{% board_card card control %}``."""
    return _draw("card", card, get_language() or "en", control=bool(control))


@register.simple_tag
def board_face(face: BoardFace) -> SafeString:
    """Render what is drawn on a card; see gameplay/board/face.html: ``{% board_face face %}``."""
    return _draw("face", face, get_language() or "en")


@register.simple_tag
def board_zone(zone: BoardZone, control: object = None) -> SafeString:
    """Render a zone on the board; see gameplay/board/zone.html: ``{% board_zone zone control %}``."""
    return _draw("zone", zone, get_language() or "en", control=bool(control))


@register.simple_tag
def board_pile(pile: BoardPile, is_open: object = None, here: str = "") -> SafeString:
    """Render a pile on the board; see gameplay/board/pile.html: ``{% board_pile pile open here %}``."""
    return _draw("pile", pile, get_language() or "en", here=(here or "?") if is_open and pile.is_open else "")


@register.simple_tag(takes_context=True)
def board_side(context: Context, side: BoardSide, place: str = "") -> SafeString:
    """Render a player's side of the board; see gameplay/board/side.html: ``{% board_side side "own" %}``."""
    flags = {name: bool(context.get(name)) for name in ("open", "control", "is_replay")}
    return _draw("side", side, get_language() or "en", place=place, here=context.get("here", ""), **flags)


@register.simple_tag
def board_option(option: BoardOption) -> SafeString:
    """Render an option of the question; see gameplay/board/option.html: ``{% board_option option %}``."""
    return _draw("option", option, get_language() or "en")


@register.simple_tag
def board_event(event: BoardEvent) -> SafeString:
    """Render an event in the log; see gameplay/board/event.html: ``{% board_event event %}``."""
    return _draw("event", event, get_language() or "en")


@lru_cache(maxsize=MAX_PARTS)
def _draw(kind: str, part: Hashable, language: str, **context: object) -> SafeString:
    """Render a part of the board in the current ``language``; most stay as they are from one choice to the next."""
    drawn = render_to_string(f"gameplay/board/{kind}.html", {kind: part} | context)
    return mark_safe(LINE_BREAKS.sub(" ", drawn).strip())  # noqa: S308 - rendered by a template


@register.inclusion_tag("gameplay/parts/labelled_card.html")
def labelled_card(game: str, ref: str) -> dict[str, Any]:
    """Render a large card with numbers beside its parts: ``{% labelled_card game ref %}``."""
    return {"card": _displayed_card(game, ref)}


def _displayed_card(game: str, ref: str) -> selectors.DisplayedCard:
    return selectors.get_displayed_card(game, ref, get_language() or "en")
