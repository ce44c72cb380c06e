"""CSV downloads."""

import csv
import io

import pytest

from gameplay.infrastructure.csv_export import csv_response


def cells(*row: object) -> list[str]:
    """Return ``row`` as a program reads it from the file."""
    text = csv_response("x", ["head"], [row]).content.decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text, newline="")))[1]


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20", "  ="])
def test_formulas_are_escaped(sign: str):
    assert cells(f"{sign}HYPERLINK(A1)") == [f"'{sign}HYPERLINK(A1)"]


def test_numbers_and_other_text_are_not_changed():
    assert cells(-5, 2.5, None, "Alice", "a-b", 'quo"ted, twice') == ["-5", "2.5", "", "Alice", "a-b", 'quo"ted, twice']


def test_file_has_a_name_and_a_byte_order_mark():
    response = csv_response("draft-A", ["名前"], [["あきら"]])

    assert response["Content-Disposition"] == 'attachment; filename="draft-A.csv"'
    assert response.content.startswith("\ufeff名前\r\n".encode())
