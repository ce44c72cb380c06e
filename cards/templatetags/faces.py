"""Template tags for symbols.

``{% load faces %}``, then
``{% icon "fire" name %}``    a symbol with the label ``name``; without one it is decorative
``{% sprite %}``              all symbols, once in a page that repeats them with ``<use href="#icon-fire">``
"""

from django import template
from django.utils.safestring import SafeString, mark_safe

from cards import faces

register = template.Library()


@register.simple_tag
def icon(key: str, name: str = "") -> SafeString:
    """Return the symbol ``key`` with the label ``name``; without one it is decorative. Raises KeyError."""
    return mark_safe(faces.icon(key, name=str(name)))  # noqa: S308 - the name is escaped there


@register.simple_tag
def sprite() -> SafeString:
    return mark_safe(faces.sprite())  # noqa: S308 - drawn by the site
