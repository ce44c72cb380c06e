import csv
import io

import pytest

from gameplay.infrastructure.csv_export import csv_response


def cells(*row: object) -> list[str]:
    """``row`` as a program reads it out of the file."""
    text = csv_response("x", ["head"], [row]).content.decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text, newline="")))[1]


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20", "  ="])
def test_what_would_be_a_formula_is_text(sign: str):
    assert cells(f"{sign}HYPERLINK(A1)") == [f"'{sign}HYPERLINK(A1)"]


def test_numbers_and_words_stay_as_they_are():
    assert cells(-5, 2.5, None, "Alice", "a-b", 'quo"ted, twice') == ["-5", "2.5", "", "Alice", "a-b", 'quo"ted, twice']


def test_the_file_is_named_and_says_how_it_is_written():
    answer = csv_response("draft-A", ["名前"], [["あきら"]])

    assert answer["Content-Disposition"] == 'attachment; filename="draft-A.csv"'
    assert answer.content.startswith("\ufeff名前\r\n".encode())
