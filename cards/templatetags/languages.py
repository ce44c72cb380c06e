"""The ``lang`` of text that may be in another language than the page around it: cards, sets and what games say.

``{% load languages %}``, then
``{% interface_language as lang %}``        the language the page is written in
``<li{% lang_of card.words %}>``            `` lang="ja"`` if that is not the page's, else nothing
``{{ card.face.name|in_language }}``        the text, in a ``<span>`` of its language if that is not the page's
``{{ event.text|mark_japanese }}``          a sentence of the page's language, with the Japanese names in it marked
"""

import re

from django import template
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from cards import languages

register = template.Library()

JAPANESE_LETTER = "\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff"
JAPANESE_RUN = re.compile(
    f"[{JAPANESE_LETTER}](?:[{JAPANESE_LETTER}\u3000-\u303f\u30fb-\u30ff\uff01-\uff5e0-9]| (?=[{JAPANESE_LETTER}]))*"
)
"""Japanese words, with what stands between and right after them: long vowels, middle dots, full-width signs, digits."""


@register.simple_tag
def interface_language() -> str:
    return languages.interface_language()


@register.simple_tag
def lang_of(text: object) -> SafeString | str:
    """Return the attribute for an element that holds ``text`` alone; nothing where the page has that language."""
    found = languages.detect_language(str(text or ""))
    return format_html(' lang="{}"', found) if found and found != languages.interface_language() else ""


@register.filter
def in_language(text: str) -> SafeString | str:
    """Return ``text``, marked where it is in another language than the page."""
    attribute = lang_of(text)
    return format_html("<span{}>{}</span>", attribute, text) if attribute else conditional_escape(text)


@register.filter
def mark_japanese(sentence: str) -> SafeString | str:
    """Return ``sentence`` with its runs of Japanese marked, where the page is in another language."""
    text = conditional_escape(sentence)
    if languages.interface_language() == "ja":
        return text
    return mark_safe(JAPANESE_RUN.sub(r'<span lang="ja">\g<0></span>', text))  # noqa: S308  escaped, then marked by us
