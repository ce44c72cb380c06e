"""The frame of a card: header, picture, chip, rules text, stats and foot; and the back.

The picture fills the height that the text leaves. At a width of 328 pixels, as on a 360 pixel
phone, one unit is 1.3 pixels, so rules text of 11 units is 14 pixels high.
"""

import hashlib

from cards.faces.art import compose
from cards.faces.art.scene import Scene
from cards.faces.face import Face, Stat
from cards.faces.palette import COPPER, GOLD, SILVER, Palette, palette
from cards.faces.svg import MotifRandom, circle, gradient, group, line, number, path, polygon, rect, ring_points, tag
from cards.faces.symbols import ELEMENT_NAMES, ELEMENTS, symbol_at
from cards.faces.text_layout import TextBlock, draw_text, draw_title, fit_text, fitting_size
from cards.faces.text_metrics import text_width
from cards.printed import LocalizedText

SVG_ATTRIBUTES: dict[str, str | float] = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 250 350"}
FONT = "Inter, 'Noto Sans JP', 'Noto Sans CJK JP', 'Hiragino Sans', 'Yu Gothic', system-ui, sans-serif"
LEFT, RIGHT, HEADER_BOTTOM, FOOT_TOP = 9.0, 241.0, 47.0, 327.5
FIGURES_HEIGHT, MIN_PICTURE_HEIGHT = 38.0, 84.0
RARITY_NAMES = {
    "common": LocalizedText("Common", "コモン"),
    "uncommon": LocalizedText("Uncommon", "アンコモン"),
    "rare": LocalizedText("Rare", "レア"),
    "fixed": LocalizedText("Starter", "構築済み"),
    "tournament": LocalizedText("Tournament", "大会"),
    "promo": LocalizedText("Promo", "プロモ"),
}
CORNER_TRANSFORMS = (
    "",
    "translate(250 0) scale(-1 1)",
    "translate(0 350) scale(1 -1)",
    "translate(250 350) scale(-1 -1)",
)
RARITY_COLOURS = {"uncommon": SILVER, "rare": GOLD, "tournament": GOLD, "promo": COPPER}


def draw_face(face: Face, *, language: str = "en", label: bool = False) -> str:
    """Return ``face`` as SVG text; with ``label``, it has an accessible label.

    Without a label, the drawing is hidden from screen readers, because the page has the text
    beside it. Raises KeyError for an unknown tone, art, icon, glyph or rarity.
    """
    ink = palette(face.tone)
    floor = FOOT_TOP - FIGURES_HEIGHT * len(_figure_rows(face.stats))
    text = fit_text(face.lines, tallest=floor - HEADER_BOTTOM - MIN_PICTURE_HEIGHT, language=language)
    split = floor - text.height
    parts = (
        rect((0, 0), (250, 350), rx=14, fill=ink.night),
        _picture(face, split),
        _panel(text, ink, split, floor),
        _header(face, ink),
        _chip(face, ink, split),
        _figures(face.stats, ink, floor),
        _foot(face, ink, language),
        _edge(face, ink),
    )
    aria: dict[str, str | float] = {"aria_hidden": "true"}
    if label:
        aria = {"role": "img", "aria_label": spoken_text(face, language=language)}
    return tag("svg", *parts, **SVG_ATTRIBUTES, lang=language, font_family=FONT, **aria)


def draw_art(face: Face) -> str:
    """Return the picture of ``face`` alone as SVG text, 232 by 200 units. Raises KeyError like `draw_face`."""
    return tag("svg", art_shapes(face), xmlns=SVG_ATTRIBUTES["xmlns"], viewBox="-116 -100 232 200", aria_hidden="true")


def spoken_text(face: Face, *, language: str = "en") -> str:
    """Return the whole text of the card, in reading order."""
    element = ELEMENT_NAMES[face.icon].in_language(language) if face.icon in ELEMENTS else ""
    figures = [f"{stat.label} {stat.value}" for stat in face.stats]
    lines = [f"{each.label}: {each.text}" if each.label else each.text for each in face.lines]
    parts = (face.name, face.kind, element, f"{face.corner_name} {face.corner}".strip(), *figures, *lines)
    stop = "。" if language == "ja" else ". "
    text = "".join(part.rstrip(".。 ") + stop for part in parts if part).rstrip()
    for key, name in ELEMENT_NAMES.items():
        text = text.replace(f"{{{key}}}", name.in_language(language))
    return text


def _picture(face: Face, split: float) -> str:
    """Draw the art, cropped to the window between the header and the text."""
    high = split - HEADER_BOTTOM
    # A tall window zooms in; a low one crops the sky and the ground equally.
    zoom = max(1.0, high / 200)
    across, down = 232 / zoom, high / zoom
    view = f"{number(-across / 2)} {number(-down / 2)} {number(across)} {number(down)}"
    return tag("svg", art_shapes(face), x=LEFT, y=HEADER_BOTTOM, width=232, height=high, viewBox=view)


def art_shapes(face: Face) -> str:
    """Return the shapes of the picture, from -116 to 116 horizontally and -100 to 100 vertically."""
    ink = palette(face.tone)
    key = "f" + hashlib.sha256(f"{face.motif}/{face.tone}/{face.art}/{face.emblem}".encode()).hexdigest()[:8]
    return compose(face.art, Scene(MotifRandom(face.motif), ink, face.emblem, face.icon, key))


def _header(face: Face, ink: Palette) -> str:
    start = 52.0 if face.icon else 18.0
    room = (197.0 if face.corner else 234.0) - start
    parts = [path("M9 47V19A10 10 0 0 1 19 9H231A10 10 0 0 1 241 19V47Z", fill=ink.deep)]
    parts.append(rect((LEFT, HEADER_BOTTOM - 2), (232, 2), fill=RARITY_COLOURS.get(face.rarity, ink.body)))
    if face.unique:
        parts.append(polygon(ring_points((start + 5, 28), (6, 2.4), 4), fill=ink.accent))
        start, room = start + 14, room - 14
    parts.append(draw_title(face.name, at=(start, 27.5), max_width=room, ink=ink))
    if face.icon:
        parts.append(
            circle((29, 31), 21, fill=ink.night) + symbol_at(face.icon, (29, 31), 32, fill=ink.light, ink=ink.night)
        )
    if face.corner:
        parts.append(_corner(face.corner, ink))
    return "".join(parts)


def _corner(value: str, ink: Palette) -> str:
    """Draw the number at the top right, in an octagon."""
    seat = polygon(ring_points((221, 31), (22,), 8, turn=22.5), fill=ink.night)
    rim = polygon(ring_points((221, 31), (18.5,), 8, turn=22.5), fill=ink.spark)
    size = fitting_size(value, 23, 30)
    figure = draw_text(
        value, (221, 31 + size * 0.36), size=size, fill=ink.night, font_weight="800", text_anchor="middle"
    )
    return seat + rim + figure


def _panel(text: TextBlock, ink: Palette, split: float, floor: float) -> str:
    """Draw the panel with the rules text; empty for a card without text."""
    if not text.paragraphs:
        return ""
    return rect((LEFT, split), (232, floor - split), fill=ink.spark) + text.draw((18, split), ink)


def _chip(face: Face, ink: Palette, split: float) -> str:
    size = fitting_size(face.kind, 10.5, 196)
    wide = min(214.0, 22 + size * 1.05 * text_width(face.kind, bold=True))
    top = split - 9.5 if face.lines else split - 25
    pill = rect(
        (LEFT + 8, top),
        (wide, 19),
        rx=9.5,
        fill=ink.night,
        stroke=RARITY_COLOURS.get(face.rarity, ink.body),
        stroke_width=1.2,
    )
    return pill + draw_text(face.kind, (LEFT + 19, top + 13.2), size=size, fill=ink.spark, font_weight="650")


def _figure_rows(stats: tuple[Stat, ...]) -> list[tuple[Stat, ...]]:
    """Return the stats in rows: up to five in one row, more in two."""
    if not stats:
        return []
    across = len(stats) if len(stats) <= 5 else (len(stats) + 1) // 2
    return [stats[i : i + across] for i in range(0, len(stats), across)]


def _figures(stats: tuple[Stat, ...], ink: Palette, floor: float) -> str:
    drawn = []
    for i, row in enumerate(_figure_rows(stats)):
        needs = [_figure_width(stat) for stat in row]
        x, top = LEFT, floor + FIGURES_HEIGHT * i
        drawn.append(rect((LEFT, top), (232, FIGURES_HEIGHT), fill=ink.deep))
        drawn.append(line([(LEFT, top), (RIGHT, top)], stroke=ink.shade, stroke_width=1))
        for stat, need in zip(row, needs, strict=True):
            wide = 232 * need / sum(needs)
            if x > LEFT:
                drawn.append(line([(x, top + 8), (x, top + 31)], stroke=ink.shade, stroke_width=1))
            drawn.append(_figure(stat, ink, (x + wide / 2, top), wide))
            x += wide
    return "".join(drawn)


def _is_long(stat: Stat) -> bool:
    """Return whether a value, such as LONG, is too long for the normal size; it is drawn without its glyph."""
    return len(stat.value) > 3


def _figure_width(stat: Stat) -> float:
    return 12 + 13 * text_width(stat.value, bold=True) if _is_long(stat) else 48.0


def _figure(stat: Stat, ink: Palette, at: tuple[float, float], wide: float) -> str:
    """Draw a glyph with a large value beside it and its label below, centred in the cell."""
    x, top = at
    beside = 17 if stat.glyph and not _is_long(stat) else 0
    size = fitting_size(stat.value, 13 if _is_long(stat) else 21, wide - 6 - beside)
    start = x - (text_width(stat.value, bold=True) * size + beside) / 2
    glyph = symbol_at(stat.glyph, (start + 6.5, top + 15), 14, fill=ink.light, ink=ink.deep) if beside else ""
    value = draw_text(
        stat.value, (start + beside, top + 15 + size * 0.36), size=size, fill=ink.spark, font_weight="800"
    )
    label = draw_text(
        stat.label, (x, top + 33.5), size=fitting_size(stat.label, 8.4, wide - 5), fill=ink.light, text_anchor="middle"
    )
    return glyph + value + label


def _foot(face: Face, ink: Palette, language: str) -> str:
    metal = RARITY_COLOURS.get(face.rarity, ink.light)
    name = RARITY_NAMES[face.rarity].in_language(language)
    number_ = draw_text(face.number, (18, 337.6), size=8.2, fill=ink.light)
    word = draw_text(name, (221, 337.6), size=8.2, fill=metal, text_anchor="end", font_weight="650")
    return number_ + word + _rarity_mark(face.rarity, (229, 334.7), metal)


def _rarity_mark(rarity: str, at: tuple[float, float], metal: str) -> str:
    """Draw the mark of a rarity: circle, diamond or star, distinguishable by shape."""
    if rarity in ("common", "fixed"):
        return circle(at, 3, fill="none" if rarity == "fixed" else metal, stroke=metal, stroke_width=1.2)
    if rarity == "uncommon":
        return polygon(ring_points(at, (4.4,), 4), fill=metal)
    return polygon(ring_points(at, (5, 2.2), 5 if rarity == "rare" else 6), fill=metal)


def _edge(face: Face, ink: Palette) -> str:
    """Draw the border of the card, which is richer for higher rarities."""
    metal = RARITY_COLOURS.get(face.rarity)
    hair = rect((8.5, 8.5), (233, 333), rx=10.5, fill="none", stroke=metal or ink.shade, stroke_width=1.4)
    outer = rect((0.75, 0.75), (248.5, 348.5), rx=13.2, fill="none", stroke=ink.shade, stroke_width=1.5)
    if metal is None:
        return outer + hair
    rim = rect(
        (3.4, 3.4), (243.2, 343.2), rx=12, fill="none", stroke=metal, stroke_width=1 if face.rarity == "uncommon" else 2
    )
    beads = "".join(
        polygon(ring_points(at, (4.6,), 4), fill=metal, stroke=ink.night, stroke_width=1.2)
        for at in ((6, 175), (244, 175))
    )
    return outer + hair + rim + beads + (_filigree(metal, ink) if face.rarity != "uncommon" else "")


def _filigree(metal: str, ink: Palette) -> str:
    """Draw a leaf in each corner."""
    leaf = path("M2 30C2 12 12 2 30 2 18 5 12 8 10 10S5 18 2 30Z", fill=metal, stroke=ink.night, stroke_width=0.8)
    leaf += circle((12.5, 12.5), 2.2, fill=metal)
    return "".join(group(leaf, transform=spot) if spot else leaf for spot in CORNER_TRANSFORMS)


def draw_back() -> str:
    """Return the back of a card as SVG text: packs that are passed around a ring. It is the same for every card."""
    ink = palette("indigo")
    glow = gradient("fback", ((0, ink.shade, 1), (1, ink.night, 1)), radial=True)
    base = rect((0, 0), (250, 350), rx=14, fill=ink.night) + rect(
        (9, 9), (232, 332), rx=10, fill="url(#fback)", stroke=ink.body, stroke_width=1.4
    )
    weave = "".join(
        circle((125, 175), 34 + 15 * i, stroke_width=1, stroke_dasharray=f"{2 + i} {4 + i}") for i in range(11)
    )
    tile = rect((-17, -23), (34, 46), rx=5, fill=ink.deep, stroke=ink.light, stroke_width=2) + path(
        "M6-10-5 0 6 10",
        fill="none",
        stroke=ink.accent,
        stroke_width=3.4,
        stroke_linecap="round",
        stroke_linejoin="round",
    )
    tiles = "".join(
        group(group(tile, transform="translate(0 -84)"), transform=f"translate(125 175) rotate({60 * i})")
        for i in range(6)
    )
    heart = circle((125, 175), 38, fill=ink.night, stroke=ink.light, stroke_width=2) + circle(
        (125, 175), 31, fill="none", stroke=ink.body, stroke_width=1
    )
    arrow = path(
        "M133 159 114 175 133 191",
        fill="none",
        stroke=ink.accent,
        stroke_width=6,
        stroke_linecap="round",
        stroke_linejoin="round",
    )
    corner = path(
        "M20 52V30A10 10 0 0 1 30 20H52M32 62V38A6 6 0 0 1 38 32H62", fill="none", stroke=ink.body, stroke_width=1.6
    )
    corners = "".join(group(corner, transform=spot) if spot else corner for spot in CORNER_TRANSFORMS)
    drawn = (glow, base, group(weave, fill="none", stroke=ink.body, opacity=0.45), corners, tiles, heart, arrow)
    return tag("svg", *drawn, **SVG_ATTRIBUTES, aria_hidden="true")
