"""Lettering: how wide words are, and where lines break, with no font at hand.

Widths are those of a usual sans-serif in em; a full-width character is one em. Whoever
asks leaves slack for broader fonts. Japanese breaks anywhere but before closing marks
and after opening ones (kinsoku).
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
# Kinsoku: what may not begin a line, and what may not end one.
_NOT_AT_START = "、。，．・：；？！ー）］｝〕〉》」』】ぁぃぅぇぉっゃゅょァィゥェォッャュョ々ゝ゛゜,.:;!?)]}%"
_NOT_AT_END = "（［｛〔〈《「『【([{"
_WIDE = "\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f"
_TOKEN = re.compile(rf"\{{(\w+)\}}|(\s+)|[{_WIDE}]|[^\s{{{_WIDE}]+|\{{")


@dataclass(frozen=True, slots=True)
class Run:
    """Words in one weight, or a symbol's name; ``width`` in em."""

    text: str
    width: float
    symbol: bool = False
    bold: bool = False


@dataclass(frozen=True, slots=True)
class UnbreakableUnit:
    """What no line break may part; ``gap`` is the space before it, lost at a line's start."""

    runs: tuple[Run, ...]
    gap: float = 0

    @property
    def width(self) -> float:
        return sum(run.width for run in self.runs)


Row = tuple[Run, ...]


def text_width(text: str, *, bold: bool = False) -> float:
    """How wide ``text`` is, in em, slack not included."""
    return sum(_character_width(character) for character in text) * (1.06 if bold else 1)


def _character_width(character: str) -> float:
    if unicodedata.combining(character):
        return 0
    if unicodedata.east_asian_width(character) in "WF":
        return 1
    return _WIDTHS.get(character, 0.6)


def unbreakable_units(text: str, *, bold: bool = False) -> list[UnbreakableUnit]:
    """Cut ``text`` into what no line break may part; ``{fire}`` becomes a symbol if there is one."""
    found: list[UnbreakableUnit] = []
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
        if found and not gap and _is_unbreakable(found[-1].runs[-1], run):
            found[-1] = UnbreakableUnit((*found[-1].runs, run), found[-1].gap)
        else:
            found.append(UnbreakableUnit((run,), gap))
        gap = 0.0
    return found


def _is_unbreakable(before: Run, after: Run) -> bool:
    """Whether no line may break between two runs with no space between them."""
    if not after.symbol and after.text[0] in _NOT_AT_START:
        return True
    return not before.symbol and before.text[-1] in _NOT_AT_END


def wrap_text(text: str, max_width: float, *, label: str = "", bold: bool = False) -> list[Row]:
    """Break ``text`` into rows at most ``room`` em wide, with ``label`` in bold before it."""
    everything = (*unbreakable_units(label, bold=True), *_after_label(text, label, bold))
    pieces = [part for atom in everything for part in _split_wide_word(atom, max_width)]
    done: list[list[Run]] = [[]]
    used = 0.0
    for atom in pieces:
        if done[-1] and used + atom.gap + atom.width > max_width:
            done.append([])
            used = 0.0
        if done[-1] and atom.gap:
            done[-1].append(Run(" ", atom.gap))
            used += atom.gap
        done[-1].extend(atom.runs)
        used += atom.width
    return [merge_runs(row) for row in done if row]


def _after_label(text: str, label: str, bold: bool) -> list[UnbreakableUnit]:
    found = unbreakable_units(text, bold=bold)
    if label and found:
        found[0] = UnbreakableUnit(found[0].runs, text_width(" "))
    return found


def _split_wide_word(atom: UnbreakableUnit, limit: float) -> list[UnbreakableUnit]:
    """Cut a single word that is wider than a whole line wherever it must be."""
    if atom.width <= limit or len(atom.runs) > 1 or atom.runs[0].symbol:
        return [atom]
    word, bold = atom.runs[0].text, atom.runs[0].bold
    pieces, piece = [], ""
    for character in word:
        if piece and text_width(piece + character, bold=bold) > limit:
            pieces.append(piece)
            piece = ""
        piece += character
    return [
        UnbreakableUnit((Run(p, text_width(p, bold=bold), bold=bold),), atom.gap if i == 0 else 0)
        for i, p in enumerate([*pieces, piece])
    ]


def merge_runs(row: list[Run]) -> Row:
    """Neighbouring words of one weight become one run."""
    merged: list[Run] = []
    for run in row:
        last = merged[-1] if merged else None
        alike = last and not last.symbol and not run.symbol and (last.bold == run.bold or run.text == " ")
        if last and alike:
            merged[-1] = Run(last.text + run.text, last.width + run.width, bold=last.bold)
        else:
            merged.append(run)
    return tuple(merged)


def row_text(row: Row) -> str:
    return "".join(run.text for run in row)
