"""Numbers of clauses on demand: a sign that shows its number on hover and focus, and leads to the text of the clause.

``{% load clauses %}``, then
``{% clause fault.clause %}``          the sign of a clause, "" without one
``{{ field.help_text|clauses }}``      a text in which each number, such as "(DRF-2.5)", is replaced by its sign

Verdicts of judges and the catalogue of infractions show the numbers themselves, because they are the point there.
"""

import re
from collections.abc import Mapping
from functools import lru_cache

from django import template
from django.urls import reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from gameplay.games import RULESETS
from gameplay.selectors import clauses as selectors

register = template.Library()

NUMBER = re.compile(r"\s*\(?\b((?:DRF|ENE|HAG|RM)-[A-Z\d]+(?:[.-]\d+)*)\b\)?")
SIGN = '<span aria-hidden="true">§</span><span class="clause-id">{}</span>'


@register.simple_tag
@lru_cache(maxsize=1024)
def clause(number: str) -> SafeString | str:
    """Return the sign of the clause ``number``: a link if a page has its text, else a button without an action."""
    if not number:
        return ""
    sign = format_html(SIGN, number)
    if game := _games_by_clause().get(number):
        url = f"{reverse('rules_clauses', args=[game])}#{number}"
        return format_html('<a class="clause" href="{}" translate="no">{}</a>', url, sign)
    return format_html('<button class="clause" type="button" translate="no">{}</button>', sign)


@register.filter
def clauses(text: str) -> SafeString:
    """Return ``text`` with the sign of each clause in place of its number."""
    escaped = str(conditional_escape(text))
    return mark_safe(NUMBER.sub(lambda found: f" {clause(found[1])}", escaped).strip())  # noqa: S308 - escaped


@lru_cache
def _games_by_clause() -> Mapping[str, str]:
    return {number: game for game in RULESETS for number in selectors.clauses(game)}
