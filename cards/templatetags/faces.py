"""Symbols in pages: ``{% load faces %}{% icon "fire" name %}``."""

from django import template
from django.utils.safestring import SafeString, mark_safe

from cards import faces

register = template.Library()


@register.simple_tag
def icon(key: str, name: str = "") -> SafeString:
    """The symbol ``key``; ``name`` is read aloud, without one it is decoration. Raises KeyError."""
    return mark_safe(faces.icon(key, name=str(name)))  # noqa: S308  drawn by us, escaped there
