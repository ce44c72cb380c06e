"""The language of a text, for ``lang`` attributes; screen readers and fonts depend on them."""

import re
from collections.abc import Iterable
from functools import lru_cache

from django.utils.translation import get_language, gettext, pgettext

JAPANESE = re.compile("[\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff]")
LATIN = re.compile("[A-Za-z][a-z]")


def interface_language() -> str:
    """Return the code of the language in which pages are displayed.

    This is English if there are no translations for the chosen language, although card texts may exist in it.
    """
    return _catalogue_language(get_language())


@lru_cache
def _catalogue_language(active: str | None) -> str:
    """Return the language of the catalogue of the ``active`` language; every sentence with a name asks for it."""
    return pgettext("code of the language of this catalogue, as in lang", "en")


def detect_language(text: str) -> str:
    """Return "ja" or "en" by the letters of ``text``, or "" if it has no such letters."""
    if JAPANESE.search(text):
        return "ja"
    return "en" if LATIN.search(text) else ""


def join_list(items: Iterable[object]) -> str:
    """Return ``items`` as a list in the language of the page: "a, b, c"."""
    return pgettext("between the items of a list", ", ").join(map(str, items))


def join_with_and(items: Iterable[object]) -> str:
    """Return ``items`` as part of a sentence in the language of the page: "a, b and c"."""
    texts, conjunction = [*map(str, items)], gettext("and")
    return f"{join_list(texts[:-1])} {conjunction} {texts[-1]}" if len(texts) > 1 else "".join(texts)


def after_term(term: object, text: object) -> str:
    """Return ``term`` and what it stands for in the language of the page: "term: text"."""
    return f"{term}{pgettext('after a term', ': ')}{text}"
