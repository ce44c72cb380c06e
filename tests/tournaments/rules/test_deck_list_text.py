import pytest

from cards.printed import bundled_card_sets
from drafting.rules.card_list_text import CardNames
from drafting.rules.decks import deck_list_text
from tests.parts.properties import given
from tests.parts.properties import strategies as st
from tournaments.rules.deck_list_text import MAX_CARDS, read_deck_list

CARDS = [card for found in bundled_card_sets("hagmi") for card in found.cards]
NAMES = CardNames(CARDS)
FIRST = CARDS[0]


@pytest.mark.parametrize(
    ("line", "copies"),
    [
        (FIRST.ref, 1),
        (FIRST.name.en, 1),
        (FIRST.name.ja, 1),
        (f"3 {FIRST.ref}", 3),
        (f"3x {FIRST.name.en}", 3),
        (f"2 {FIRST.ref} {FIRST.name.en}", 2),
        (f"2 {FIRST.ref.lower()}   # a remark", 2),
        ("Weapons:", 0),
        ("秘策：", 0),
        ("", 0),
        ("# only a remark", 0),
    ],
)
def test_line_names_a_card_and_its_copies(line: str, copies: int):
    assert read_deck_list(line, NAMES) == ([FIRST.ref] * copies, [])


def test_unreadable_lines_are_reported_and_the_rest_is_read():
    refs, faults = read_deck_list(f"{FIRST.ref}\nnot a card\n\n0x\n{FIRST.ref}", NAMES)

    assert refs == [FIRST.ref] * 2
    assert [str(fault) for fault in faults] == [
        "Line 2: there is no card not a card.",
        "Line 4: there is no card 0x.",
    ]
    assert {fault.field for fault in faults} == {"text"}


def test_list_is_cut_off_at_the_maximum():
    refs, faults = read_deck_list(f"{FIRST.ref}\n" + f"999 {FIRST.ref}\n" * 1000, NAMES)

    assert refs == [FIRST.ref]
    assert [str(fault) for fault in faults] == [
        f"The list has more than {MAX_CARDS} cards. Everything after line 1 is ignored."
    ]


@given(st.lists(st.sampled_from([card.ref for card in CARDS]), max_size=120))
def test_written_list_is_read_back(cards: list[str]):
    assert read_deck_list(deck_list_text(cards), NAMES) == (sorted(cards), [])


@given(st.text(max_size=300))
def test_any_text_is_read_without_a_crash(text: str):
    refs, faults = read_deck_list(text, NAMES)
    assert all(str(fault) for fault in faults)
    assert len(refs) <= MAX_CARDS
