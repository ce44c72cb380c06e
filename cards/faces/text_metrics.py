"""Estimated text widths and line breaking, without access to the font.

Widths are those of a typical sans-serif font in em; a full-width character is one em. Callers
add slack for wider fonts. Japanese text can break anywhere except before closing marks and
after opening marks (kinsoku), and between a number and its counter.
"""

import re
import unicodedata
from dataclasses import dataclass

from cards.faces.symbols import SYMBOLS

SYMBOL_WIDTH = 1.35
_GROUPS = (
    (" !',.:;Iijl·’|", 0.28),
    ('"()/[]frt{}-', 0.37),
    ("*?Jcksvxyz–", 0.54),
    ("#&+034689<=>BKPRSTXZbd", 0.63),
    ("ACDVY", 0.7),
    ("GHNOQU", 0.76),
    ("%@MWmw", 0.88),
)
_WIDTHS = {character: wide for characters, wide in _GROUPS for character in characters}
# Kinsoku: characters that must not begin a line, and characters that must not end one.
_NOT_AT_START = (
    "、。，．・：；？！ー）］｝〕〉》」』】ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ々ゝゞヽヾ゛゜…〜％,.:;!?)]}%"
)
_NOT_AT_END = "（［｛〔〈《「『【([{"
_COUNTERS = "枚体人個点回度つ"
_NUMBER = re.compile(r"\D{0,2}\d{1,3}")
_WIDE = "\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f"
_TOKEN = re.compile(rf"\{{(\w+)\}}|(\s+)|[{_WIDE}]|[^\s{{{_WIDE}]+|\{{")


@dataclass(frozen=True, slots=True)
class Run:
    """Text in one font weight, or the name of a symbol; ``width`` is in em."""

    text: str
    width: float
    symbol: bool = False
    bold: bool = False


@dataclass(frozen=True, slots=True)
class UnbreakableUnit:
    """Text without a line break opportunity; ``gap`` is the space before it, dropped at the start of a line."""

    runs: tuple[Run, ...]
    gap: float = 0

    @property
    def width(self) -> float:
        return sum(run.width for run in self.runs)


Row = tuple[Run, ...]


def text_width(text: str, *, bold: bool = False) -> float:
    """Return the width of ``text`` in em, without slack."""
    return sum(_character_width(character) for character in text) * (1.06 if bold else 1)


def _character_width(character: str) -> float:
    if unicodedata.combining(character):
        return 0
    if unicodedata.east_asian_width(character) in "WF":
        return 1
    return _WIDTHS.get(character, 0.6)


def unbreakable_units(text: str, *, bold: bool = False) -> list[UnbreakableUnit]:
    """Split ``text`` at line break opportunities; ``{fire}`` becomes a symbol if it exists."""
    units: list[UnbreakableUnit] = []
    gap = 0.0
    for match in _TOKEN.finditer(text):
        symbol, space = match.groups()
        if space:
            gap = text_width(" ")
            continue
        if symbol in SYMBOLS:
            run = Run(symbol, SYMBOL_WIDTH, symbol=True)
        else:
            piece = match[0]
            run = Run(piece, text_width(piece, bold=bold), bold=bold)
        if units and not gap and _is_unbreakable(units[-1].runs[-1], run):
            units[-1] = UnbreakableUnit((*units[-1].runs, run), units[-1].gap)
        else:
            units.append(UnbreakableUnit((run,), gap))
        gap = 0.0
    return units


def _is_unbreakable(before: Run, after: Run) -> bool:
    """Return whether a line break is forbidden between two runs without a space between them."""
    if not after.symbol and after.text[0] in _NOT_AT_START:
        return True
    if before.symbol:
        return False
    counted = not after.symbol and after.text[0] in _COUNTERS and _NUMBER.fullmatch(before.text)
    return bool(counted) or before.text[-1] in _NOT_AT_END


def wrap_text(text: str, max_width: float, *, label: str = "", bold: bool = False) -> list[Row]:
    """Break ``text`` into rows of at most ``max_width`` em, with ``label`` in bold before it."""
    all_units = (*unbreakable_units(label, bold=True), *_after_label(text, label, bold))
    units = [part for unit in all_units for part in _split_wide_word(unit, max_width)]
    rows: list[list[Run]] = [[]]
    used = 0.0
    for unit in units:
        if rows[-1] and used + unit.gap + unit.width > max_width:
            rows.append([])
            used = 0.0
        if rows[-1] and unit.gap:
            rows[-1].append(Run(" ", unit.gap))
            used += unit.gap
        rows[-1].extend(unit.runs)
        used += unit.width
    return [merge_runs(row) for row in rows if row]


def _after_label(text: str, label: str, bold: bool) -> list[UnbreakableUnit]:
    units = unbreakable_units(text, bold=bold)
    if label and units:
        units[0] = UnbreakableUnit(units[0].runs, text_width(" "))
    return units


def _split_wide_word(unit: UnbreakableUnit, limit: float) -> list[UnbreakableUnit]:
    """Split a single word that is wider than a whole line."""
    if unit.width <= limit or len(unit.runs) > 1 or unit.runs[0].symbol:
        return [unit]
    word, bold = unit.runs[0].text, unit.runs[0].bold
    pieces, piece = [], ""
    for character in word:
        if piece and text_width(piece + character, bold=bold) > limit:
            pieces.append(piece)
            piece = ""
        piece += character
    return [
        UnbreakableUnit((Run(p, text_width(p, bold=bold), bold=bold),), unit.gap if i == 0 else 0)
        for i, p in enumerate([*pieces, piece])
    ]


def merge_runs(row: list[Run]) -> Row:
    """Merge adjacent runs of the same weight."""
    merged: list[Run] = []
    for run in row:
        last = merged[-1] if merged else None
        mergeable = last and not last.symbol and not run.symbol and (last.bold == run.bold or run.text == " ")
        if last and mergeable:
            merged[-1] = Run(last.text + run.text, last.width + run.width, bold=last.bold)
        else:
            merged.append(run)
    return tuple(merged)


def row_text(row: Row) -> str:
    return "".join(run.text for run in row)
