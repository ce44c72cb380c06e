"""Normalize the text and markup of a page, so that tests do not depend on the layout of a template."""

import re
from html import unescape


def visible_text(html: str) -> str:
    """Return the text of ``html`` without its tags, with single spaces."""
    text = " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())
    return re.sub(r" ([,.:;)])", r"\1", text)


def compact_markup(html: str) -> str:
    """Return ``html`` with single spaces, and without spaces at the edges of tags."""
    html = re.sub(r"\s+", " ", html)
    return re.sub(r" (/?>|<)", r"\1", re.sub(r"> ", ">", html))
