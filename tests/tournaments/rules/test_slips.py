"""Result slips: their codes, and their order after a stack is cut."""

import pytest

from tests.parts.properties import given
from tests.parts.properties import strategies as st
from tournaments.rules.slips import ALPHABET, SlipRefusedError, SlipTable, read_slip, sheets_for_cutting, slip_code

EVENT, OTHER = "8f0e6c1e-56e8-4b0a-9a57-1f6f6a7f4d10", "0c2d4b9a-1d5b-4a53-b1e4-7f3f0b6c2a11"
SLIPS = st.builds(SlipTable, st.integers(1, 99), st.integers(1, 2000), st.integers(0, 3))


@given(SLIPS)
def test_code_is_read_back(slip: SlipTable):
    assert read_slip(EVENT, slip_code(EVENT, slip)) == slip


def test_code_is_read_however_it_is_typed_or_scanned():
    code = slip_code(EVENT, SlipTable(2, 7))
    wide = code.translate({ord(each): chr(ord(each) + 0xFEE0) for each in code})

    assert code.startswith("R2-T07-")
    for text in (
        code.lower(),
        code.replace("-", " "),
        code.replace("-", ""),
        wide,
        f" {code}\n",
        code.replace("T07", "T7"),
    ):
        assert read_slip(EVENT, text) == SlipTable(2, 7)
    assert read_slip(EVENT, f"https://draft.example/e/winter/slip/{code}") == SlipTable(2, 7)


@given(SLIPS, st.data())
def test_wrong_character_is_always_detected(slip: SlipTable, data: st.DataObject):
    code = slip_code(EVENT, slip)
    marks = {0, code.index("T"), *(place for place, letter in enumerate(code) if letter == "-")}
    place = data.draw(st.sampled_from([place for place in range(len(code)) if place not in marks]))
    letters = ALPHABET if place >= len(code) - 2 else "ABC" if code[place] in "ABC" else "0123456789"
    wrong = data.draw(st.sampled_from([letter for letter in letters if letter != code[place]]))

    with pytest.raises(SlipRefusedError):
        read_slip(EVENT, code[:place] + wrong + code[place + 1 :])


def test_transposed_digits_are_always_detected():
    for round_ in range(1, 10):
        for table in range(1, 100):
            head, check = f"{round_}{table:02}", slip_code(EVENT, SlipTable(round_, table))[-2:]
            for i, j in ((0, 1), (0, 2), (1, 2)):
                swapped = list(head)
                swapped[i], swapped[j] = swapped[j], swapped[i]
                if swapped != list(head):
                    with pytest.raises(SlipRefusedError):
                        read_slip(EVENT, f"R{swapped[0]}-T{swapped[1]}{swapped[2]}-{check}")


def test_slip_of_another_event_is_refused():
    with pytest.raises(SlipRefusedError) as refused:
        read_slip(OTHER, slip_code(EVENT, SlipTable(2, 7)))

    assert (refused.value.code, refused.value.field) == ("slip_refused", "table")


@pytest.mark.parametrize("text", ["", "7", "R2-T07", "T07-R2-K4", "R2-T07-K4-Z", "R-T-K4", "R2-T07-01", "R9999-T1-KK"])
def test_malformed_code_is_refused(text: str):
    with pytest.raises(SlipRefusedError):
        read_slip(EVENT, text)


@given(st.integers(0, 200), st.integers(1, 8))
def test_slips_are_in_order_after_the_stack_is_cut(count: int, on_sheet: int):
    sheets = sheets_for_cutting(range(count), on_sheet=on_sheet)

    piles = [[sheet[place] for sheet in sheets] for place in range(on_sheet)]
    assert [slip for pile in piles for slip in pile if slip is not None] == list(range(count))
    assert all(len(sheet) == on_sheet for sheet in sheets)
    assert len(sheets) * on_sheet - count < on_sheet


def test_five_slips_on_two_sheets():
    assert sheets_for_cutting([1, 2, 3, 4, 5], on_sheet=4) == [[1, 3, 5, None], [2, 4, None, None]]
