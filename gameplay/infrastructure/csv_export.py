"""Tables for people's spreadsheets, as CSV. A cell is never taken for a formula there, whatever somebody is called."""

import csv
import io
from collections.abc import Iterable, Sequence

from django.http import HttpResponse

# What begins a formula: as typed, in full width, and after what a spreadsheet strips.
FORMULA = tuple("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")
SIGNATURE = "\ufeff"
"""Without it a spreadsheet reads Japanese as something else."""


def csv_file(name: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> HttpResponse:
    """Return a file to download: ``name`` without its ending, the names of the columns, the rows. None is an empty cell."""
    text = io.StringIO()
    table = csv.writer(text)
    table.writerow(head)
    table.writerows([_inert(cell) for cell in row] for row in rows)
    answer = HttpResponse(SIGNATURE + text.getvalue(), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return answer


def _inert(cell: object) -> object:
    """Return ``cell``; text that a spreadsheet would calculate is marked as text."""
    return f"'{cell}" if isinstance(cell, str) and cell.lstrip(" ").startswith(FORMULA) else cell
