"""Layout of the text on a card: choosing a font size, placing rows and drawing inline symbols."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from cards.faces.face import RulesParagraph
from cards.faces.palette import Palette
from cards.faces.svg import Point, group, tag
from cards.faces.symbols import ELEMENTS, symbol_at
from cards.faces.text_metrics import Row, Run, row_text, text_width, wrap_text

TEXT_WIDTH = 214.0
# Slack for fonts that are wider than the estimate; bold names vary most.
TEXT_SLACK, NAME_SLACK = 1.1, 1.2
PARAGRAPH_GAP = 4.5
PADDING_TOP, PADDING_BOTTOM = 23.0, 9.0
# Font sizes to try, each with the maximum height of its panel; short texts are set larger.
SIZES = ((13.0, 78.0), (12.0, 108.0), (11.0, 1000.0), (10.0, 1000.0), (9.0, 1000.0), (8.0, 1000.0), (7.0, 1000.0))


@dataclass(frozen=True, slots=True)
class TextBlock:
    """Rules text broken into paragraphs of rows at one font size."""

    paragraphs: tuple[tuple[Row, ...], ...]
    size: float
    leading: float

    @property
    def height(self) -> float:
        if not self.paragraphs:
            return 0
        count = sum(len(paragraph) for paragraph in self.paragraphs)
        return PADDING_TOP + PADDING_BOTTOM + (count - 1) * self.leading + (len(self.paragraphs) - 1) * PARAGRAPH_GAP

    def draw(self, at: Point, ink: Palette) -> str:
        """Draw the text in a panel with the upper left corner ``at``."""
        drawn, y = [], at[1] + PADDING_TOP
        for paragraph in self.paragraphs:
            for row in paragraph:
                drawn.append(_row(row, (at[0], y), self.size, ink))
                y += self.leading
            y += PARAGRAPH_GAP
        return group(*drawn, font_size=self.size, fill=ink.night)


def fit_text(lines: Sequence[RulesParagraph], *, tallest: float, language: str) -> TextBlock:
    """Return the rules text at the largest font size whose panel is not too tall."""
    for size, comfortable in SIZES:
        leading = size * (1.38 if language == "ja" else 1.27)
        block = TextBlock(
            tuple(tuple(wrap_text(each.text, TEXT_WIDTH / TEXT_SLACK / size, label=each.label)) for each in lines),
            size,
            leading,
        )
        if block.height <= min(tallest, comfortable):
            break
    return block


def draw_title(name: str, *, at: Point, max_width: float, ink: Palette) -> str:
    """Draw the name in one or two rows, vertically centred ``at`` a point; truncate it only if no size fits."""
    for size, max_rows in ((19.0, 1), (17.5, 1), (16.0, 1), (14.0, 2), (12.5, 2), (11.0, 2)):
        wrapped = wrap_text(name, max_width / NAME_SLACK / size, bold=True)
        if len(wrapped) <= max_rows:
            break
    rows = [row_text(row) for row in wrapped[:2]]
    if len(wrapped) > 2:
        rows[1] = rows[1][:-1] + "…"
    first = at[1] + size * (0.36 if len(rows) == 1 else -0.2)
    drawn = (draw_text(text, (at[0], first + i * size * 1.12), size=size) for i, text in enumerate(rows))
    return group(*drawn, font_weight="750", fill=ink.spark)


def draw_text(text: str, at: Point, *, size: float, **attributes: str | float) -> str:
    return tag("text", escape(text), x=at[0], y=at[1], font_size=size, **attributes)


def fitting_size(text: str, size: float, max_width: float) -> float:
    """Return ``size``, reduced if necessary so that bold ``text`` is at most ``max_width`` wide."""
    return min(size, max_width / max(text_width(text, bold=True) * NAME_SLACK, 0.1))


def _row(row: Row, at: Point, size: float, ink: Palette) -> str:
    """Draw one row. Text before a symbol is fixed to its estimated width, so that the symbol is in the right place."""
    if not any(run.symbol for run in row):
        return tag("text", *(_span(run) for run in row), x=at[0], y=at[1])
    drawn, (x, y) = [], at
    for i, run in enumerate(row):
        wide = run.width * size
        if run.symbol:
            drawn.append(_symbol(run, (x + wide / 2, y - size * 0.34), size, ink))
        elif run.text.strip():
            drawn.append(_fixed_width_text(run, (x, y), size, last=i == len(row) - 1))
        x += wide
    return "".join(drawn)


def _span(run: Run) -> str:
    return tag("tspan", escape(run.text), font_weight="750") if run.bold else escape(run.text)


def _fixed_width_text(run: Run, at: Point, size: float, *, last: bool) -> str:
    lead = len(run.text) - len(run.text.lstrip())
    x = at[0] + text_width(" ") * size * lead
    length: dict[str, str | float] = {} if last else {"textLength": text_width(run.text.strip(), bold=run.bold) * size}
    weight: dict[str, str | float] = {"font_weight": "750"} if run.bold else {}
    return tag("text", escape(run.text.strip()), x=x, y=at[1], **length, **weight)


def _symbol(run: Run, at: Point, size: float, ink: Palette) -> str:
    fill = ink.deep if run.text in ELEMENTS else ink.shade
    return symbol_at(run.text, at, size * 1.2, fill=fill, ink="#fff")
