"""Read a roster of players from a CSV file, whose columns the organizer matches with ours."""

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gameplay.engine.core.errors import Translatable, UnreadableError, _

DELIMITERS = ",;\t"
MAX_ROWS = 1_000
FIELD_NAMES = {
    "handle": ("player", "name", "handle", "participant", "プレイヤー", "名前", "氏名", "ハンドルネーム"),
    "reading": ("reading", "furigana", "kana", "ふりがな", "フリガナ", "よみ", "読み"),
    "team": ("team", "チーム"),
}
"""The fields of a player, with names of columns that probably mean them, in lower case."""
FIELD_LABELS = {"handle": _("Name"), "reading": _("Reading (furigana)"), "team": _("Team")}


@dataclass(frozen=True, slots=True)
class RosterTable:
    """The columns and rows of a CSV file; each row has the number of its line in the file."""

    columns: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]

    def guess_columns(self) -> dict[str, int | None]:
        """Return the column of each field by its name, None if no column has a usual name.

        Names of players are expected in the first column otherwise.
        """
        names = [column.strip().lower() for column in self.columns]
        found = {
            field: next((place for place, name in enumerate(names) if name in usual), None)
            for field, usual in FIELD_NAMES.items()
        }
        return found | ({"handle": 0} if found["handle"] is None else {})

    def players(self, columns: Mapping[str, int | None]) -> list[tuple[int, dict[str, str]]]:
        """Return the line and the fields of each player, with the chosen ``columns``; rows without a name are left out.

        Raise UnreadableError if a column does not exist or there is no player.
        """
        chosen = {field: column for field, column in columns.items() if column is not None}
        if any(not 0 <= column < len(self.columns) for column in chosen.values()) or "handle" not in chosen:
            raise UnreadableError(_("choose a column of the file for the names"), place="handle")
        found = [(line, {field: row[column].strip() for field, column in chosen.items()}) for line, row in self.rows]
        named = [(line, fields) for line, fields in found if fields["handle"]]
        if not named:
            raise UnreadableError(_("the column has no names"), place="handle")
        return named


def read_roster(text: str, *, file: str = "") -> RosterTable:
    """Return the table in ``text``, whose first row has the names of the columns. Raise UnreadableError.

    The delimiter is a comma, semicolon or tab: the most frequent one in the first row.
    """
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n").split("\n")
    delimiter = max(DELIMITERS, key=lines[0].count)
    reader = csv.reader((f"{line}\n" for line in lines), delimiter=delimiter, strict=True)
    try:
        rows = [(reader.line_num, row) for row in reader if any(cell.strip() for cell in row)]
    except csv.Error as error:
        place = Translatable(_("line {line}"), line=reader.line_num)
        reason = _("check the quotation marks: one is not closed, or stands within a cell")
        raise UnreadableError(reason, file=file, place=place) from error
    if len(rows) < 2:
        raise UnreadableError(_("a roster has a row of column names, and a row for each player"), file=file)
    if len(rows) > MAX_ROWS + 1:
        reason = _("a roster has at most {maximum} players, not {number}")
        raise UnreadableError(reason, file=file, maximum=MAX_ROWS, number=len(rows) - 1)
    (_line, columns), *others = rows
    return RosterTable(tuple(columns), tuple((line, _with_width(row, len(columns))) for line, row in others))


def _with_width(row: Sequence[str], width: int) -> tuple[str, ...]:
    """Return ``row`` with empty cells added, or extra ones removed."""
    return tuple([*row, *[""] * width][:width])
