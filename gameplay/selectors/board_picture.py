"""Draws the board of a game as an SVG picture, 1200 by 630 pixels, to share a moment and for link previews.

It contains nothing but what is on the board, so it shows no more than the page with the same board.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from cards.faces import draw_small_back, draw_small_face
from cards.faces.small import HEIGHT as CARD_HEIGHT
from cards.faces.small import WIDTH as CARD_WIDTH
from cards.faces.svg import group, rect, tag
from cards.faces.text_layout import draw_text, fitting_size
from cards.faces.text_metrics import row_text, wrap_text
from gameplay.selectors.board import Board, BoardSide, BoardZone
from gameplay.selectors.board_cards import BoardCard

WIDTH, HEIGHT = 1200, 630
MARGIN, GAP = 12.0, 8.0
HEADER = 56.0
PLATE = 176.0  # the width of a player's name, score and piles
MIDDLE = 108.0  # the height of the strip between two players
CAPTION = 15.0  # the height of the name of a zone
CARD_GAP, ZONE_GAP = 6.0, 14.0
GROUND, SURFACE, EDGE, TEXT, QUIET, ACCENT = "#0f1220", "#171b2e", "#343c5a", "#eef1fa", "#b7bfd9", "#7cc4ff"
FONT = "Inter, 'Noto Sans', 'Noto Sans JP', 'Noto Sans CJK JP', 'Hiragino Sans', 'Yu Gothic', IPAexGothic, sans-serif"
MAX_BACKS = 12


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle, in pixels."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Row:
    """Cards that lie side by side under a caption; None is a face-down card."""

    caption: str
    cards: Sequence[BoardCard | None]


def draw_board(board: Board, *, title: str, moment: str) -> str:
    """Return the picture as SVG text, under a ``title`` and the name of the ``moment``."""
    return tag(
        "svg",
        tag("symbol", draw_small_back(), id="back", viewBox=f"0 0 {CARD_WIDTH:.0f} {CARD_HEIGHT:.0f}"),
        rect((0, 0), (WIDTH, HEIGHT), fill=GROUND),
        _header(title, moment),
        *(_side(side, board, area) for side, area in zip(board.sides, _areas(board), strict=True)),
        _middle(board),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        font_family=FONT,
    )


def _has_middle(board: Board) -> bool:
    return bool(board.shared or board.resolving or board.lines)


def _areas(board: Board) -> list[Area]:
    """Return the areas of the sides in their order: the others above, the reader's own below."""
    count, top = len(board.sides), HEADER
    middle = MIDDLE + GAP if _has_middle(board) else 0.0
    high = (HEIGHT - top - MARGIN - GAP - middle) / 2
    below, wide = top + high + GAP + middle, WIDTH - 2 * MARGIN
    own = Area(MARGIN, below, wide, high)
    if count == 2:
        return [Area(MARGIN, top, wide, high), own]
    half = (wide - GAP) / 2
    left, right = Area(MARGIN, top, half, high), Area(MARGIN + half + GAP, top, half, high)
    if count == 3:
        return [left, right, own]
    lower = [Area(MARGIN + half + GAP, below, half, high), Area(MARGIN, below, half, high)]
    return [left, right, *lower]


def _header(title: str, moment: str) -> str:
    size = fitting_size(title, 24, 560)
    return group(
        draw_text(title, (MARGIN + 4, 37), size=size, fill=TEXT, font_weight="750"),
        draw_text(moment, (700, 37), size=fitting_size(moment, 20, 320), fill=QUIET, text_anchor="middle"),
        draw_text("Passleft", (WIDTH - MARGIN - 4, 37), size=20, fill=ACCENT, text_anchor="end", font_weight="750"),
    )


def _side(side: BoardSide, board: Board, area: Area) -> str:
    """Draw the side of one player: the plate at the left, the zones beside it."""
    is_wide = area.width > WIDTH / 2
    plate = PLATE if is_wide else PLATE * 0.72
    inner = Area(area.x + plate + 14, area.y + 6, area.width - plate - 22, area.height - 12)
    front, back = _front_rows(side), _back_rows(side, board)
    return group(
        rect((area.x, area.y), (area.width, area.height), rx=12, fill=SURFACE),
        rect((area.x, area.y), (5, area.height), rx=2.5, fill=ACCENT if side.is_active else EDGE),
        _plate(side, Area(area.x + 14, area.y + 8, plate - 8, area.height - 16)),
        _zones(front, back, inner),
    )


def _zones(front: Sequence[Row], back: Sequence[Row], area: Area) -> str:
    """Draw the zones in one line if they fit at full size, else the back ones below the front ones, and smaller."""
    rows = [*front, *back]
    if not rows:
        return ""
    full_width = _card_height(area) * CARD_WIDTH / CARD_HEIGHT
    needed = sum(len(row.cards) for row in rows) * (full_width + CARD_GAP) + ZONE_GAP * (len(rows) - 1)
    if not front or not back or needed <= area.width:
        return _rows(rows, area)
    upper = area.height * 0.56
    below = Area(area.x, area.y + upper, area.width, area.height - upper)
    return _rows(front, Area(area.x, area.y, area.width, upper)) + _rows(back, below)


def _card_height(area: Area) -> float:
    return min(area.height - CAPTION - 4, 190.0)


def _plate(side: BoardSide, area: Area) -> str:
    """Draw the name, the score, the states and the piles of a player."""
    name = draw_text(
        side.name, (area.x, area.y + 20), size=fitting_size(side.name, 20, area.width), fill=TEXT, font_weight="700"
    )
    score = draw_text(
        side.score, (area.x, area.y + 50), size=fitting_size(side.score, 26, area.width), fill=ACCENT, font_weight="750"
    )
    piles = [f"{pile.text} {pile.count}" for pile in side.piles if pile.count]
    lines = [*side.states, *piles]
    drawn, y = [name, score], area.y + 74
    for text in lines[: int((area.height - 74) / 18) + 1]:
        drawn.append(draw_text(text, (area.x, y), size=fitting_size(text, 14, area.width), fill=QUIET))
        y += 18
    return "".join(drawn)


def _front_rows(side: BoardSide) -> list[Row]:
    return [_row(zone) for zone in side.front]


def _back_rows(side: BoardSide, board: Board) -> list[Row]:
    """Return the hand, open or face down, and the zones behind the front."""
    hand: list[Row] = []
    if side.is_reader and board.hand:
        hand = [Row(gettext("Hand"), board.hand)]
    elif side.open_hand:
        hand = [_row(side.open_hand)]
    elif side.hand:
        hand = [Row(f"{gettext('Hand')} {side.hand}", [None] * min(MAX_BACKS, side.hand))]
    return [*hand, *map(_row, side.back)]


def _row(zone: BoardZone) -> Row:
    return Row(zone.text, [card if card.face.card else None for card in zone.cards])


def _rows(rows: Sequence[Row], area: Area) -> str:
    """Draw zones side by side, as large as the area allows. Cards overlap if there are too many."""
    high = _card_height(area)
    wide = high * CARD_WIDTH / CARD_HEIGHT
    count = sum(len(row.cards) for row in rows)
    room = area.width - ZONE_GAP * (len(rows) - 1) - wide * len(rows)
    step = min(wide + CARD_GAP, room / (count - len(rows))) if count > len(rows) else wide + CARD_GAP
    drawn, x = [], area.x
    for row in rows:
        own_width = wide + step * (len(row.cards) - 1)
        drawn.append(
            draw_text(row.caption, (x, area.y + 12), size=fitting_size(row.caption, 12, own_width), fill=QUIET)
        )
        for index, card in enumerate(row.cards):
            drawn.append(_placed(card, (x + step * index, area.y + CAPTION + 2), high))
        x += own_width + ZONE_GAP
    return "".join(drawn)


def _placed(card: BoardCard | None, at: tuple[float, float], high: float) -> str:
    """Draw a card with the number of cards under it; face-up cards that others do not see are darkened."""
    x, y = at
    wide = high * CARD_WIDTH / CARD_HEIGHT
    displayed = card.face.card if card else None
    if card is None or displayed is None:
        return tag("use", href="#back", x=x, y=y, width=wide, height=high)
    face, signs = card.face, {"up": 1, "down": -1}
    labels = [(badge.short, badge.harmful) for badge in face.badges]
    under = len(card.under) + len(card.backs)
    drawn = draw_small_face(
        displayed.face,
        values=[(each.stat.glyph, each.value, signs.get(each.change, 0)) for each in face.stats],
        labels=[*labels, *([(f"+{under}", False)] if under else [])],
    )
    shade = rect((0, 0), (CARD_WIDTH, CARD_HEIGHT), rx=6, fill="#10131f", fill_opacity=0.45) if face.is_covered else ""
    return group(drawn, shade, transform=f"translate({x:.1f} {y:.1f}) scale({high / CARD_HEIGHT:.4f})")


def _middle(board: Board) -> str:
    """Draw what lies between the players, and what is being resolved."""
    if not _has_middle(board):
        return ""
    y = (HEADER + HEIGHT - MARGIN) / 2 - MIDDLE / 2
    rows = [_row(zone) for zone in (*board.shared, *([board.resolving] if board.resolving else [])) if zone.cards]
    wide = WIDTH - 2 * MARGIN - (420 if board.lines else 0)
    lines = list(_lines(board, Area(WIDTH - MARGIN - 410, y, 400, MIDDLE)))
    return group(*lines, _rows(rows, Area(MARGIN + 14, y, wide - 20, MIDDLE)) if rows else "")


def _lines(board: Board, area: Area) -> Iterator[str]:
    """Yield the first lines of what is being resolved."""
    y = area.y + 20
    for line in board.lines:
        for row in wrap_text(line.text, area.width / 15 / 1.1):
            if y > area.y + area.height:
                return
            yield draw_text(row_text(row), (area.x, y), size=15, fill=TEXT)
            y += 19
