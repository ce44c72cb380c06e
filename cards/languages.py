"""The language of a text, for the ``lang`` of what shows it: readers and fonts follow that."""

import re

from django.utils.translation import pgettext

JAPANESE = re.compile("[\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff]")
LATIN = re.compile("[A-Za-z]{2}")


def interface_language() -> str:
    """Return the code of the language that the pages are written in for this reader.

    English where no catalogue of translations covers the language that the reader chose: cards speak it all the same.
    """
    return pgettext("code of the language of this catalogue, as in lang", "en")


def detect_language(text: str) -> str:
    """Return "ja" or "en" by the letters of ``text``; "" for what has no letters to tell by."""
    if JAPANESE.search(text):
        return "ja"
    return "en" if LATIN.search(text) else ""
