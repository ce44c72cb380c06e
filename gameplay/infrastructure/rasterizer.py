"""Turns SVG drawings into PNG images, with the fonts of the system.

The library draws only text of families that exist. So the generic family is set to the first one of FAMILIES that the
system has; a character that it lacks is taken from any other font. Without any of these fonts there are no pictures.
"""

from collections.abc import Iterable
from functools import lru_cache

from resvg_py import svg_to_bytes

from gameplay.engine.core.errors import RulesError, _

FAMILIES = (
    *("Inter", "Noto Sans", "Noto Sans JP", "Noto Sans CJK JP", "Hiragino Sans", "Yu Gothic", "Segoe UI", "Roboto"),
    *("DejaVu Sans", "Liberation Sans", "Arial", "Helvetica", "Open Sans", "Ubuntu", "FreeSans", "Verdana"),
    *("IPAexGothic", "VL Gothic", "TakaoPGothic", "Source Han Sans", "Droid Sans", "Cantarell"),
)
ABSENT_CHARACTER = "\U0010fffd"
"""A private character, which is in no font."""


class NoFontError(RulesError):
    """The server has no font, so it cannot draw pictures."""

    code = "no_font"
    sentence = _("This server has no font to draw pictures with. Ask its operator to install one.")


def rasterize(svg: str, *, width: int, height: int) -> bytes:
    """Return the drawing as PNG, of this size in pixels. Raise NoFontError."""
    family = font_family()
    if family is None:
        raise NoFontError
    return svg_to_bytes(svg_string=svg, width=width, height=height, sans_serif_family=family)


@lru_cache(maxsize=1)
def font_family() -> str | None:
    """Return the first of FAMILIES that the system has, or None."""
    blank = _draw("", "sans-serif")
    return next((family for family in FAMILIES if _draw("A", family) != blank), None)


def can_draw(text: str) -> bool:
    """Return whether the system has a glyph for each character of ``text``."""
    return all(map(_has_glyph, _distinct(text)))


def _distinct(text: str) -> Iterable[str]:
    return (character for character in set(text) if not character.isspace())


@lru_cache(maxsize=4096)
def _has_glyph(character: str) -> bool:
    family = font_family()
    if family is None:
        return False
    return character.isascii() or _draw(character, family) != _draw(ABSENT_CHARACTER, family)


def _draw(character: str, family: str) -> bytes:
    """Return an image of one character, to be compared with that of another one."""
    escaped = f"&#{ord(character)};" if character else ""
    text = f'<text x="4" y="24" font-size="20" font-family="{family}">{escaped}</text>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="32">{text}</svg>'
    return svg_to_bytes(svg_string=svg, width=40, height=32)
