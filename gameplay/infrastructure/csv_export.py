"""CSV downloads for spreadsheets. Text that a spreadsheet would read as a formula is escaped, for example in names."""

import csv
import io
from collections.abc import Iterable, Sequence

from django.http import HttpResponse

# Characters at the start of a formula: ASCII, full-width, and whitespace that a spreadsheet strips.
FORMULA_STARTS = tuple("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")
BYTE_ORDER_MARK = "\ufeff"
"""Without it, spreadsheets decode Japanese text incorrectly."""


def csv_response(name: str, header: Sequence[str], rows: Iterable[Sequence[object]]) -> HttpResponse:
    """Return ``rows`` as the download ``name``.csv; see `csv_text`."""
    response = HttpResponse(csv_text(header, rows), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response


def csv_text(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return ``rows`` as the text of a CSV file. ``header`` has the column names; None is an empty cell."""
    text = io.StringIO()
    table = csv.writer(text)
    table.writerow(header)
    table.writerows([_escape_formula(cell) for cell in row] for row in rows)
    return BYTE_ORDER_MARK + text.getvalue()


def _escape_formula(cell: object) -> object:
    """Return ``cell``, with a leading apostrophe if a spreadsheet would read it as a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.lstrip(" ").startswith(FORMULA_STARTS) else cell
