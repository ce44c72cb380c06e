"""Handles: cleaning and sort order."""

import pytest

from gameplay.engine.core.errors import RulesError
from gameplay.infrastructure.handles import clean_handle, sort_key


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Alice \n B ", "Alice B"),
        ("アリス", "アリス"),
        ("e\u0301", "é"),
        ("a\u202egnp.exe", "agnp.exe"),
        ("z" + "\u0335" * 10_000 + "a", "z\u0335\u0335\u0335a"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("\u0e17\u0e35\u0e48\u0e23\u0e31\u0e01", "\u0e17\u0e35\u0e48\u0e23\u0e31\u0e01"),
        ("🃏", "🃏"),
    ],
)
def test_clean_handle_keeps_only_visible_characters(typed: str, shown: str):
    assert clean_handle(typed) == shown


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "name_missing"),
        (" \u202e\u200b\u200d ", "name_missing"),
        ("\u3164\u2800\uffa0", "name_missing"),
        ("x" * 41, "name_too_long"),
        ("Judge", "name_reserved"),
        ("Ｊｕｄｇｅ！", "name_reserved"),
        ("head_judge", "name_reserved"),
        ("ジャッジ", "name_reserved"),
    ],
)
def test_clean_handle_refuses_reserved_long_and_blank_names(typed: str, code: str):
    with pytest.raises(RulesError) as refusal:
        clean_handle(typed)

    assert (refusal.value.code, refusal.value.field) == (code, "handle")


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
