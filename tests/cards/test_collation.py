"""Names sorted by their reading or by their letters, and cards sorted by name."""

from dataclasses import replace

import pytest

from cards.browse import browse_set
from cards.collation import sort_key
from cards.printed import bundled_card_set
from cards.selectors import DisplayedCard

KANA = ("しがみつけ", "こだまボット")


def in_order(*people: tuple[str, str]) -> list[str]:
    numbered = [(name, reading, number) for number, (name, reading) in enumerate(people, 1)]
    return [person[0] for person in sorted(numbered, key=lambda person: sort_key(*person))]


def test_names_are_sorted_by_their_reading_or_else_by_their_letters():
    names = in_order(
        ("鈴木", "すずき"), ("カンナ", ""), ("Zoë", ""), ("Émile", ""), ("あおい", ""), ("Eve", ""), ("Emil", "")
    )

    assert names == ["Emil", "Émile", "Eve", "Zoë", "あおい", "カンナ", "鈴木"]


def test_chinese_characters_without_a_reading_come_last_in_order_of_number():
    assert in_order(("田中", ""), ("Zoe", ""), ("鈴木", ""), ("佐藤", "さとう")) == ["Zoe", "佐藤", "田中", "鈴木"]


@pytest.mark.parametrize(
    ("one", "other"), [("アオイ", "あおい"), ("ｱｵｲ", "あおい"), ("ALICE", "alice"), ("Ｂｏｂ", "Bob")]
)
def test_sort_key_ignores_case_width_and_kind_of_kana(one: str, other: str):
    assert sort_key(one, "", 1)[:2] == sort_key(other, "", 1)[:2]


def test_a_long_vowel_is_sorted_as_its_vowel_and_small_kana_as_large_ones():
    typed = ("カイト", "カード", "かあ", "しゅう", "しゆあ", "コーダ", "こおた", "ー")

    assert in_order(*((name, "") for name in typed)) == [
        "かあ", "カード", "カイト", "こおた", "コーダ", "しゆあ", "しゅう", "ー",
    ]  # fmt: skip


def test_cards_with_names_in_kana_come_before_the_others_which_are_sorted_by_number():
    first, *others = browse_set(bundled_card_set("enemy", "FL"), {}, "ja").cards[:5]
    kana = [replace(card, face=replace(card.face, name=name)) for card, name in zip(others, KANA, strict=False)]

    ordered = sorted([first, *reversed(others[2:]), *kana[:2]], key=DisplayedCard.name_order)

    assert [card.face.name for card in ordered[:2]] == ["こだまボット", "しがみつけ"]
    assert [card.printed.ref for card in ordered[2:]] == ["FL-C01", "FL-C04", "FL-C05"]
