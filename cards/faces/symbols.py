"""Symbols: the six elements, skills, and the marks beside a card's stats.

Elements differ in their outline, in the glyph inside it, and only then in colour.
Every drawing is in a box from -12 to 12.
"""

from cards.faces.svg import group, number, path, tag
from cards.printed import LocalizedText

# Outline and glyph. The outlines of fire, water and thunder follow the symbols that players know.
ELEMENTS = {
    "wood": ("M0-12.5 11 0 0 12.5-11 0Z", "M-4.3 4.8C-6-2.5-.5-6 4.8-5.4 5.6 0 2.6 5.6-2.4 4.2L-4.5 6.3M-3 4 2.4-2.8"),
    "earth": (
        "M-6.2-11H6.2L12.2 0 6.2 11H-6.2L-12.2 0Z",
        "M-6-4.4-2.2-6 2-4.4 6-6M-7.5.6-2.6-1 2.4.6 7.5-1M-6 5.8-2.2 4.2 2 5.8 6 4.2",
    ),
    "fire": (
        "M0-12.2 13 10.8H-13Z",
        (
            "M.6-4.6C4.4-.6 5.8 2.2 4.7 5.2 3.8 7.6 1.8 8.6-.2 8.6-3 8.6-5 6.6-4.9 3.9-4.8 2-3.8.6-2.6-.6-2.3"
            " 1-1.8 1.8-.9 2.2-.9-.6-.8-2.6.6-4.6Z"
        ),
    ),
    "water": (
        "M0 12.2-13-10.8H13Z",
        "M-7-6.2Q-4.6-8.6-2.3-6.2T2.3-6.2 7-6.2M-4.7-1.6Q-3-3.6-1.5-1.6T1.6-1.6 4.7-1.6M-2 3Q-1 1.7 0 3T2 3",
    ),
    "darkness": ("M0-12A12 12 0 1 1 0 12 12 12 0 1 1 0-12Z", "M3-7A7.4 7.4 0 1 0 7 3.2 6 6 0 1 1 3-7Z"),
    "thunder": ("M-11-11H11V11H-11Z", "M2.6-8-5.6 1.6H-.6L-2.6 8 5.6-1.8H.8Z"),
}
ELEMENT_NAMES = {
    "wood": LocalizedText("Wood", "木"),
    "earth": LocalizedText("Earth", "土"),
    "fire": LocalizedText("Fire", "火"),
    "water": LocalizedText("Water", "水"),
    "darkness": LocalizedText("Darkness", "闇"),
    "thunder": LocalizedText("Thunder", "雷"),
}
# Glyphs that are drawn as lines, and their widths.
_STROKE_WIDTHS = {"wood": 1.9, "earth": 2.4, "water": 2.4}

# Marks for stats, classes and skills: filled shapes in the current colour.
MARKS = {
    "strength": (
        "M-9-10-6.5-10 .5-3 7-10H10V-7L3 .5 6.6 4.2 8.6 2.4 10 3.8 3.6 10 2.2 8.6 4.2 6.4 0 2.6-4.2 6.4-2.2"
        " 8.6-3.6 10-10 3.8-8.6 2.4-6.6 4.2-3 .5-10-7V-10Z"
    ),
    "tolerance": "M0-10A10 10 0 1 1 0 10 10 10 0 1 1 0-10ZM-2.5-6.6A7 7 0 0 0-7-1.2L-4.8-.6A4.8 4.8 0 0 1-1.7-4.4Z",
    "vp": "M0-10.5 3-3.7 10.4-3 4.8 1.8 6.5 9 0 5.2-6.5 9-4.8 1.8-10.4-3-3-3.7Z",
    "storable": "M-9 10V0A9 9 0 0 1 9 0V10H5.4V0A5.4 5.4 0 0 0-5.4 0V10ZM-1.4-2H1.4V4.4H4.6L0 9.6-4.6 4.4H-1.4Z",
    "size": "M-10 9V4H-5V9ZM-3 9V-1H2.5V9ZM4.5 9V-9H10V9Z",
    "level": "M0-9.5 9-1.5V3L0-5-9 3V-1.5ZM0-.5 9 7.5V12L0 4-9 12V7.5Z",
    "speed": "M-10-8-1.6 0-10 8ZM0-8 9.6 0 0 8Z",
    "cost": "M0-10.5 10 0 0 10.5-10 0ZM0-5-4.8 0 0 5 4.8 0Z",
    "armour": "M0-10.5 9-7V0C9 5 5.4 8.6 0 10.8-5.4 8.6-9 5-9 0V-7ZM0-6.8-5.6-4.6V0C-5.6 3-3.4 5.3 0 6.9Z",
    "firepower": "M0-11 2-4 8-8 4-2 11 0 4 2 8 8 2 4 0 11-2 4-8 8-4 2-11 0-4-2-8-8-2-4Z",
    "fuel": "M0-11C5-4.4 7.6-.8 7.6 3A7.6 7.6 0 0 1-7.6 3C-7.6-.8-5-4.4 0-11Z",
    "range": "M-10-1.8H3V-7L10.5 0 3 7V1.8H-10Z",
    "area": "M-10-10H-1V-1H-10ZM1-10H10V-1H1ZM-10 1H-1V10H-10ZM1 1H10V10H1Z",
    "bandwidth": (
        "M-1.8 4.6H1.8V9H-1.8ZM-7.5 1.5A9.4 9.4 0 0 1 7.5 1.5L5.2 3.6A6.4 6.4 0 0 0-5.2 3.6ZM-11-3A15 15 0 0"
        " 1 11-3L8.8-.8A12 12 0 0 0-8.8-.8Z"
    ),
    "goal": "M-8-10.5H-5V-9H9L5.4-4 9 1H-5V10.5H-8Z",
    "roleplay": (
        "M-9-8C-3-10 3-10 9-8 9.6 2 6 9 0 10.5-6 9-9.6 2-9-8ZM-6-2.8Q-3.6-5-1.4-2.6-3.6-1-6-2.8ZM6-2.8Q3.6-5"
        " 1.4-2.6 3.6-1 6-2.8ZM-4 3Q0 7.4 4 3 0 4.6-4 3Z"
    ),
    "otaku": "M-10-8C-6-9.4-3-9-.8-7.2V9C-3.4 7.6-6.4 7.4-10 8.4ZM10-8C6-9.4 3-9 .8-7.2V9C3.4 7.6 6.4 7.4 10 8.4Z",
    "argue": "M-10-9H10V4H0L-5.4 10V4H-10Z",
    "script": "M-5.6-8.6-3-6.6-7.6 0-3 6.6-5.6 8.6-11.6 0ZM5.6-8.6 3-6.6 7.6 0 3 6.6 5.6 8.6 11.6 0Z",
    "gamer": "M-3.4-10.4H3.4V-3.4H10.4V3.4H3.4V10.4H-3.4V3.4H-10.4V-3.4H-3.4Z",
    "twin_blade": (
        "M-10.5-10.5-5.4-9 5.6 4.4 7.6 3 9 4.4 7.2 6.4 9.8 9.2 8.6 10.4 6 7.6 4.2 9.2 2.8 7.8 4.2 5.8-9-5.4Z"
        "M10.5-10.5 5.4-9 1.6-4.4 4-1.6 9-5.4ZM-1.4-.6-5.6 4.4-7.6 3-9 4.4-7.2 6.4-9.8 9.2-8.6 10.4-6"
        " 7.6-4.2 9.2-2.8 7.8-4.2 5.8.8 1.8Z"
    ),
    "long_arm": "M10.5-10.5 9-3.4 6-5-9 10.5-10.5 9 5-6 3.4-9Z",
    "wavemaster": (
        "M0-11A5.4 5.4 0 0 1 1.4-.6V11H-1.4V-.6A5.4 5.4 0 0 1 0-11ZM0-8A2.6 2.6 0 0 0 0-2.8 2.6 2.6 0 0 0"
        " 0-8ZM-8.4-2-6-1A7 7 0 0 0-3.4 3.6L-5 5.6A9.6 9.6 0 0 1-8.4-2ZM8.4-2 6-1A7 7 0 0 1 3.4 3.6L5 5.6"
        "A9.6 9.6 0 0 0 8.4-2Z"
    ),
    "heavy_blade": "M0-12 4.4-7V4H8V7H2V12H-2V7H-8V4H-4.4V-7Z",
    "heavy_axeman": (
        "M-1.3-11H1.3V-8C5-10.6 9-10 10.6-8.6 11.4-4 10.4 0 8.6 1.4 7-.6 4.4-1.6 1.3-1.4V11.4H-1.3V-1.4"
        "C-4.4-1.6-7-.6-8.6 1.4-10.4 0-11.4-4-10.6-8.6-9-10-5-10.6-1.3-8Z"
    ),
    "blademaster": (
        "M10.8-10.8C9-4 4.6 1.6-2.6 5.4L-.6 7.6-2.2 9-4.6 6.8-9 11-11 9-6.8 4.6-9 2.2-7.6.6-5.4 2.6C-1.6-4"
        " 4-9 10.8-10.8Z"
    ),
}

SYMBOLS = {*ELEMENTS, *MARKS}
BOX = "-13 -13 26 26"  # the viewBox of a symbol


def silhouette(element: str) -> str:
    """Return the path data of the element's outline. Raises KeyError."""
    return ELEMENTS[element][0]


def symbol(key: str, *, fill: str, ink: str) -> str:
    """Return the symbol ``key``, in a box from -12 to 12: an element in its outline, or a mark."""
    if key not in ELEMENTS:
        return path(MARKS[key], fill=fill, fill_rule="evenodd")
    shape, glyph = ELEMENTS[key]
    if key not in _STROKE_WIDTHS:
        return path(shape, fill=fill) + path(glyph, fill=ink)
    ends = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    return path(shape, fill=fill) + path(glyph, fill="none", stroke=ink, stroke_width=_STROKE_WIDTHS[key], **ends)


def symbol_at(key: str, at: tuple[float, float], size: float, *, fill: str, ink: str) -> str:
    """Return the symbol with a width of ``size`` units, centred ``at`` a point."""
    move = f"translate({number(at[0])} {number(at[1])}) scale({size / 24:.3f})"
    return group(symbol(key, fill=fill, ink=ink), transform=move)


def icon(key: str, *, name: str = "") -> str:
    """Return a symbol for use inline in the text of a page, coloured by CSS.

    ``name`` is its accessible label; without one the symbol is decorative.
    """
    spoken = {"role": "img", "aria_label": name} if name else {"aria_hidden": "true"}
    drawn = symbol(key, fill="currentColor", ink="var(--glyph, Canvas)")
    return tag("svg", drawn, viewBox=BOX, **{"class": f"icon icon-{key}"}, **spoken)


def sprite() -> str:
    """Return all symbols for a page that repeats them: ``<use href="#icon-fire">`` shows one."""
    drawn = (
        tag("symbol", symbol(key, fill="currentColor", ink="var(--glyph, Canvas)"), id=f"icon-{key}", viewBox=BOX)
        for key in (*ELEMENTS, *MARKS)
    )
    return tag("svg", "".join(drawn), width="0", height="0", aria_hidden="true", **{"class": "sprite"})
