"""The ``lang`` attribute of text that may differ from the page's language: cards, sets and texts of games.

``{% load languages %}``, then
``{% interface_language as lang %}``        the language of the page
``<li{% lang_of card.words %}>``            `` lang="ja"`` if that is not the page's language, otherwise nothing
``{{ card.face.name|in_language }}``        the text, in a ``<span>`` with its language if that is not the page's
``{{ names|join_list }}``                   the items as a list in the language of the page
``{% filter close_up %}...``                sentences, without the spaces between them in Japanese
``{{ event.text|mark_japanese }}``          a sentence in the page's language, with Japanese names in it marked
"""

import re
from collections.abc import Iterable

from django import template
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from cards import languages

register = template.Library()

SPACE_AFTER_SENTENCE = re.compile(r"(?<=[。！？])\s+(?=\S)")

JAPANESE_LETTER = "\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff"
JAPANESE_RUN = re.compile(
    f"[{JAPANESE_LETTER}](?:[{JAPANESE_LETTER}\u3000-\u303f\u30fb-\u30ff\uff01-\uff5e0-9]| (?=[{JAPANESE_LETTER}]))*"
)
"""Japanese words with the characters between and after them: long vowels, middle dots, full-width signs, digits."""


@register.simple_tag
def interface_language() -> str:
    return languages.interface_language()


@register.simple_tag
def lang_of(text: object) -> SafeString | str:
    """Return the attribute for an element with only ``text``; empty if the page has the same language."""
    language = languages.detect_language(str(text or ""))
    return format_html(' lang="{}"', language) if language and language != languages.interface_language() else ""


@register.filter
def join_list(items: Iterable[object]) -> str:
    return languages.join_list(items)


@register.filter
def in_language(text: str) -> SafeString | str:
    """Return ``text``, marked with its language if the page has another one."""
    attribute = lang_of(text)
    return format_html("<span{}>{}</span>", attribute, text) if attribute else conditional_escape(text)


@register.filter(is_safe=True)
def close_up(sentences: str) -> str:
    """Return ``sentences`` without the spaces after them in Japanese, which has none."""
    return SPACE_AFTER_SENTENCE.sub("", sentences)


@register.filter
def mark_japanese(sentence: str) -> SafeString | str:
    """Return ``sentence`` with Japanese text in it marked, if the page has another language."""
    text = conditional_escape(sentence)
    if languages.interface_language() == "ja":
        return text
    return mark_safe(JAPANESE_RUN.sub(r'<span lang="ja">\g<0></span>', text))  # noqa: S308 - the text is escaped
