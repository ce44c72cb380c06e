"""Handles: cleaning and sort order."""

import pytest

from gameplay.engine.core.errors import RulesError
from gameplay.infrastructure.handles import clean_handle


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
