import pytest

from cards.character_width import half_width


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("１２", "12"),
        (" ３Ｂ\u3000", "3B"),
        ("２－１", "2-1"),
        ("２−１", "2-1"),
        ("2ー1", "2-1"),
        ("2–1", "2-1"),
        ("６＋４", "6+4"),
        ("Ｒ２－Ｔ０７－Ｋ４", "R2-T07-K4"),
        ("", ""),
    ],
)
def test_half_width(typed: str, read: str):
    assert half_width(typed) == read
