"""Line breaking without a font: no row is too wide, and Japanese follows kinsoku."""

import pytest

from cards.faces.text_metrics import row_text, text_width, wrap_text
from tests.parts.properties import given
from tests.parts.properties import strategies as st

SENTENCE = "このユニットが攻撃を宣言した時、「火力」を＋１する（１ターンに１度）。さらにカードを引いてもよい！"


def test_full_width_character_is_one_em():
    assert text_width("火力") == 2


def test_rows_break_between_words():
    assert [row_text(row) for row in wrap_text("Draw two cards now", 6)] == ["Draw two", "cards now"]


def test_rows_begin_with_the_label_in_bold():
    (first,) = wrap_text("Draw a card.", 40, label="Reward")

    assert [(run.text, run.bold) for run in first] == [("Reward ", True), ("Draw a card.", False)]


def test_symbol_is_not_separated_from_a_full_stop():
    rows = wrap_text("Spot two {fire}. Then draw.", 6)

    assert [[run.text for run in row if run.symbol] for row in rows if any(run.symbol for run in row)] == [["fire"]]
    assert not any(row_text(row).startswith(".") for row in rows)


@given(st.integers(min_value=4, max_value=30))
def test_no_row_begins_with_a_closing_mark_or_ends_with_an_opening_one(max_width: int):
    rows = [row_text(row) for row in wrap_text(SENTENCE, max_width)]

    assert "".join(rows) == SENTENCE
    assert not any(row[0] in "、。」）！ッ" or row[-1] in "「（" for row in rows)


@pytest.mark.parametrize("max_width", [6, 7, 8, 9, 10, 11])
def test_a_number_is_not_separated_from_its_counter(max_width: int):
    rows = [row_text(row) for row in wrap_text("自分のPC1人を回復し、カードを12枚引く。", max_width)]

    assert not [row for row in rows if row[-1].isdecimal() or row[0] in "人枚"]


@given(st.text(alphabet="abcmW -火力", max_size=200), st.integers(min_value=3, max_value=40))
def test_no_row_is_wider_than_the_maximum(text: str, max_width: int):
    assert all(sum(run.width for run in row) <= max_width + 1e-9 for row in wrap_text(text, max_width))


@given(st.text(max_size=300))
def test_any_text_can_be_wrapped(text: str):
    assert "".join("".join(map(row_text, wrap_text(text, 10))).split()) == "".join(text.split())
