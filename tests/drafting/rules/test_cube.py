from dataclasses import replace

import pytest

from cards.printed import CardSet, LocalizedText, PrintedCard
from drafting.rules.cube import read_cube


@pytest.fixture
def cards(card_set: CardSet) -> list[PrintedCard]:
    """The test set, its first card with a Japanese name, and a second set that shares a title."""
    first = replace(card_set.cards[0], name=LocalizedText("Silt Grub", "泥虫"))
    second = replace(card_set.cards[3], name=LocalizedText("100 Steps"))
    return [first, *card_set.cards[1:3], second, *card_set.cards[4:], replace(card_set.cards[1], set_code="XX")]


@pytest.mark.parametrize(
    ("line", "refs"),
    [
        ("TS-C01", ["TS-C01"]),
        ("ts-c01", ["TS-C01"]),
        ("Silt Grub", ["TS-C01"]),
        ("  silt   GRUB  # a comment", ["TS-C01"]),
        ("泥虫", ["TS-C01"]),
        ("2 Silt Grub", ["TS-C01"] * 2),
        ("3x TS-C03", ["TS-C03"] * 3),
        ("2X 泥虫", ["TS-C01"] * 2),
        ("100 Steps", ["TS-C04"]),
        ("2 100 Steps", ["TS-C04"] * 2),
        ("", []),
        ("# only a comment", []),
        ("\ufeffTS-C01", ["TS-C01"]),
    ],
)
def test_a_line_has_a_card_and_a_count(cards: list[PrintedCard], line: str, refs: list[str]):
    assert read_cube(line, cards) == (refs, [])


def test_every_error_has_its_line_number(cards: list[PrintedCard]):
    refs, faults = read_cube("TS-C01\nno such card\n\ncommon 2\n1 TS-T01\nTS-C03", cards)

    assert refs == ["TS-C01", "TS-C03"]
    assert [str(fault) for fault in faults] == [
        "Line 2: there is no card no such card.",
        "Line 4: common 2 is the title of several cards: TS-C02, XX-C02. Use the number.",
        "Line 5: TS-T01 has a T or P number; such cards cannot be drafted.",
    ]
    assert {fault.field for fault in faults} == {"cube"}


def test_the_size_of_a_cube_is_limited(cards: list[PrintedCard]):
    _refs, faults = read_cube("999 TS-C01\n" * 3, cards)

    assert [fault.code for fault in faults] == ["cube_size"]
