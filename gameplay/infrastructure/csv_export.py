"""Tables for people's spreadsheets, as CSV. A cell is never taken for a formula there, whatever somebody is called."""

import csv
import io
from collections.abc import Iterable, Sequence

from django.http import HttpResponse

# What begins a formula: as typed, in full width, and after what a spreadsheet strips.
FORMULA_STARTS = tuple("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")
BYTE_ORDER_MARK = "\ufeff"
"""Without it a spreadsheet reads Japanese as something else."""


def csv_response(name: str, header: Sequence[str], rows: Iterable[Sequence[object]]) -> HttpResponse:
    """Return a file to download: ``name`` without its ending, the names of the columns, the rows. None is an empty cell."""
    text = io.StringIO()
    table = csv.writer(text)
    table.writerow(header)
    table.writerows([_escape_formula(cell) for cell in row] for row in rows)
    answer = HttpResponse(BYTE_ORDER_MARK + text.getvalue(), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return answer


def _escape_formula(cell: object) -> object:
    """Return ``cell``; text that a spreadsheet would calculate is marked as text."""
    return f"'{cell}" if isinstance(cell, str) and cell.lstrip(" ").startswith(FORMULA_STARTS) else cell
