"""Cards as they lie on the table."""

from typing import Any

from django import template
from django.utils.translation import get_language

from cards import selectors

register = template.Library()


@register.inclusion_tag("gameplay/parts/table_card.html")
def table_card(game: str, card: dict[str, Any]) -> dict[str, Any]:
    """``{% table_card game card %}``: a card of a view, with its marks; its text opens on demand."""
    return {"game": game, "marks": card, "card": selectors.shown(game, card["ref"], get_language() or "en")}
