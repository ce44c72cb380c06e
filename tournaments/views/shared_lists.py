"""Lists that look the same to everybody: rendered once for each state of an event, and marked for their reader.

A hall of people opens the same page in the same minute. The lists are kept in the site's cache for a short time. While
one request renders a list, the others of this process that need it wait for it.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock

from django.core.cache import cache
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

CACHE_SECONDS = 60
_LOCKS = [Lock() for _ in range(16)]


@dataclass(frozen=True, slots=True)
class SharedList:
    """The HTML of a list and what its page says about it.

    ``title`` is the heading of the page, if it depends on the list. ``rows_of`` has the keys of the shown rows of each
    account, and ``pages`` has the page of each player or team, by its id in the rules.
    """

    html: SafeString
    title: str
    is_long: bool
    rows_of: Mapping[str, Sequence[str]]
    pages: Mapping[str, int]

    def html_for(self, rows: Iterable[str]) -> SafeString:
        """Return the HTML with the user's ``rows`` marked, given by their keys."""
        html = str(self.html)
        chip = format_html('<span class="chip">{}</span>', gettext("you"))
        for row in rows:
            html = html.replace(f'data-row="{row}"', f'data-row="{row}" class="own" id="own"', 1)
            html = html.replace(f'data-line="{row}"', f'data-line="{row}" class="own"', 1)
            html = html.replace(f"<!--you {row}-->", chip, 1)
        return mark_safe(html)  # noqa: S308 - the keys are those of rows in the HTML


def shared_list(state: object, render: Callable[[], SharedList]) -> SharedList:
    """Return the list for ``state``, whose text has everything on which the list depends, rendered if it is new."""
    key = f"list/{hashlib.sha256(repr(state).encode()).hexdigest()}"
    if (found := cache.get(key)) is None:
        with _LOCKS[hash(key) % len(_LOCKS)]:
            if (found := cache.get(key)) is None:
                found = render()
                cache.set(key, found, CACHE_SECONDS)
    kept: SharedList = found
    return kept
