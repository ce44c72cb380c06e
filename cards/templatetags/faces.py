"""A template tag for symbols: ``{% load faces %}{% icon "fire" name %}``."""

from django import template
from django.utils.safestring import SafeString, mark_safe

from cards import faces

register = template.Library()


@register.simple_tag
def icon(key: str, name: str = "") -> SafeString:
    """Return the symbol ``key`` with the label ``name``; without one it is decorative. Raises KeyError."""
    return mark_safe(faces.icon(key, name=str(name)))  # noqa: S308 - the name is escaped there
