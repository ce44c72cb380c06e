"""Draw a card at a small size, as it lies on a table: name, picture, corner, present numbers and labels.

The drawing is 100 by 139 units; its text is readable from about 90 pixels of width.
"""

from collections.abc import Sequence

from cards.faces.face import Face
from cards.faces.frame import art_shapes
from cards.faces.palette import Palette, palette
from cards.faces.svg import circle, group, rect, tag
from cards.faces.symbols import symbol_at
from cards.faces.text_layout import draw_text, fitting_size
from cards.faces.text_metrics import row_text, text_width, wrap_text

WIDTH, HEIGHT = 100.0, 139.0
HARMFUL, HARMLESS = "#a3120d", "#10131f"
RISEN, FALLEN = "#7dff9a", "#ff9f97"
NAME_SIZE, STAT_SIZE, LABEL_SIZE = 12.0, 13.0, 11.0
NAME_HEIGHT, STATS_HEIGHT = 30.0, 20.0
Value = tuple[str, str, int]
"""The glyph and the value of a number, and the sign of its change."""
Label = tuple[str, bool]
"""A label of a mark, and whether the mark is harmful."""


def draw_small_face(face: Face, *, values: Sequence[Value] = (), labels: Sequence[Label] = ()) -> str:
    """Return the card as SVG shapes. Raises KeyError for an unknown tone, art or glyph."""
    ink = palette(face.tone)
    floor = HEIGHT - (STATS_HEIGHT if values else 0)
    return group(
        rect((0, 0), (WIDTH, HEIGHT), rx=6, fill=ink.deep),
        tag(
            "svg",
            art_shapes(face),
            x=0,
            y=NAME_HEIGHT,
            width=WIDTH,
            height=floor - NAME_HEIGHT,
            viewBox="-116 -100 232 200",
            preserveAspectRatio="xMidYMid slice",
        ),
        _name(face.name, ink),
        _corner(face, ink),
        _labels(labels, floor),
        _values(values, ink),
        rect((1, 1), (WIDTH - 2, HEIGHT - 2), rx=5.5, fill="none", stroke=ink.body, stroke_width=2),
    )


def draw_small_back() -> str:
    """Return the back of a card as SVG shapes; it is the same for every card."""
    ink = palette("indigo")
    rings = "".join(circle((50, 69.5), 12 + 11 * i, stroke_width=1.4, stroke_dasharray=f"{3 + i} 5") for i in range(4))
    return group(
        rect((0, 0), (WIDTH, HEIGHT), rx=6, fill=ink.night),
        group(rings, fill="none", stroke=ink.shade),
        tag(
            "path",
            d="M55 58 42 69.5 55 81",
            fill="none",
            stroke=ink.accent,
            stroke_width=6,
            stroke_linecap="round",
            stroke_linejoin="round",
        ),
        rect((1, 1), (WIDTH - 2, HEIGHT - 2), rx=5.5, fill="none", stroke=ink.body, stroke_width=2),
    )


def _name(name: str, ink: Palette) -> str:
    """Draw the name in at most two rows."""
    rows = [row_text(row) for row in wrap_text(name, (WIDTH - 10) / NAME_SIZE / 1.1, bold=True)]
    shown = rows[:2]
    if len(rows) > 2:
        shown[1] = shown[1][:-1] + "…"
    first = 19.5 if len(shown) == 1 else 13.0
    drawn = (draw_text(text, (6, first + 13 * i), size=NAME_SIZE) for i, text in enumerate(shown))
    return group(*drawn, font_weight="700", fill=ink.spark)


def _corner(face: Face, ink: Palette) -> str:
    """Draw the symbol at the left and the number at the right, over the picture."""
    top, drawn = NAME_HEIGHT + 2, []
    if face.icon:
        drawn.append(rect((3, top), (19, 19), rx=4, fill=ink.night))
        drawn.append(symbol_at(face.icon, (12.5, top + 9.5), 16, fill=ink.light, ink=ink.night))
    if face.corner:
        size = fitting_size(face.corner, 14, 18)
        at = (87.0, top + 14.5)
        drawn.append(rect((77, top), (20, 19), rx=4, fill=ink.spark))
        drawn.append(draw_text(face.corner, at, size=size, fill=ink.night, font_weight="800", text_anchor="middle"))
    return "".join(drawn)


def _labels(labels: Sequence[Label], floor: float) -> str:
    """Draw the labels from the bottom of the picture upwards."""
    drawn, y = [], floor - 17
    for text, is_harmful in labels[:4]:
        size = fitting_size(text, LABEL_SIZE, WIDTH - 18)
        wide = min(WIDTH - 6, size * text_width(text, bold=True) * 1.1 + 10)
        drawn.append(rect(((WIDTH - wide) / 2, y), (wide, 15), rx=7, fill=HARMFUL if is_harmful else HARMLESS))
        drawn.append(
            draw_text(text, (WIDTH / 2, y + 11.2), size=size, fill="#fff", font_weight="650", text_anchor="middle")
        )
        y -= 16
    return "".join(drawn)


def _values(values: Sequence[Value], ink: Palette) -> str:
    """Draw the numbers in one row at the bottom."""
    if not values:
        return ""
    share, y = WIDTH / len(values), HEIGHT - STATS_HEIGHT
    drawn = [rect((0, y), (WIDTH, STATS_HEIGHT), rx=4, fill=ink.deep)]
    for index, (glyph, text, change) in enumerate(values):
        beside = 13 if glyph and share > 24 else 0
        middle, size = share * (index + 0.5), fitting_size(text, STAT_SIZE, share - beside - 1)
        start = middle - (text_width(text, bold=True) * size + beside) / 2
        if beside:
            drawn.append(symbol_at(glyph, (start + 5.5, y + 10), 12, fill=ink.light, ink=ink.deep))
        colour = RISEN if change > 0 else FALLEN if change < 0 else ink.spark
        drawn.append(draw_text(text, (start + beside, y + 14.5), size=size, fill=colour, font_weight="750"))
    return "".join(drawn)
