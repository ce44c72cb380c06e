"""Two accounts of one game are compared entry by entry."""

from typing import Any

import pytest

from gameplay.engine.adjudication.comparison import compare_accounts, merge_accounts, written_lines
from tests.gameplay.engine.adjudication.test_paper_log import read_log

AGREED, ONLY_FIRST, ONLY_SECOND, DIFFERS = "=", "<", ">", "!"


def compared(first: str, second: str) -> list[tuple[str, ...]]:
    """Return what two lines say, each with a sign."""
    rows: list[tuple[str, ...]] = []
    for each in compare_accounts(read_log(turns=[first]), read_log(turns=[second])):
        texts = [entry.words for entry in (each.first, each.second) if entry]
        sign = AGREED if each.agrees else DIFFERS if each.differs else ONLY_FIRST if each.first else ONLY_SECOND
        rows.append((sign, *dict.fromkeys(texts)))
    return rows


def test_other_words_for_the_same_agree():
    assert compared("Alice: attack Heavy Metal; Bob: avoid", "attack heavy metal; avoid") == [
        ("=", "Alice: attack Heavy Metal", "attack heavy metal"),
        ("=", "Bob: avoid", "avoid"),
    ]


def test_another_decision_differs():
    assert compared("attack Heavy Metal; avoid; score Heavy Metal", "attack Heavy Metal; fight") == [
        ("=", "attack Heavy Metal"),
        ("!", "avoid", "fight"),
        ("<", "score Heavy Metal"),
    ]


def test_another_play_and_another_number_differ():
    assert compared("attack Heavy Metal; Bob: destiny 4", "store Heavy Metal; Bob: destiny 2") == [
        ("!", "attack Heavy Metal", "store Heavy Metal"),
        ("!", "Bob: destiny 4", "Bob: destiny 2"),
    ]


def test_destiny_of_different_players_does_not_differ():
    assert compared("Alice: destiny 4", "Bob: destiny 2") == [("<", "Alice: destiny 4"), (">", "Bob: destiny 2")]


def test_results_agree_in_any_order_and_are_never_alternatives():
    rows = compared(
        "attack Heavy Metal; Alpha Ichigoro wounded; discard Heavy Metal; hide",
        "discard Heavy Metal; attack Heavy Metal; discard Elk; Alpha Ichigoro wounded; hide",
    )

    assert [row for row in rows if row[0] != "="] == [(">", "discard Elk")]
    assert len(rows) == 5


def test_results_about_different_cards_can_both_be_true():
    assert compared("hide; discard Heavy Metal", "hide; discard Ectoplasm") == [
        ("=", "hide"),
        ("<", "discard Heavy Metal"),
        (">", "discard Ectoplasm"),
    ]


def test_results_with_other_numbers_about_the_same_differ():
    assert compared("hide; points 3-1", "hide; points 2-1") == [("=", "hide"), ("!", "points 3-1", "points 2-1")]


def test_a_shorthand_is_compared_with_its_entries():
    assert compared("attack Heavy Metal; destiny 3-2", "attack Heavy Metal; destiny 3; destiny 1") == [
        ("=", "attack Heavy Metal"),
        ("=", "destiny 3"),
        ("!", "destiny 2", "destiny 1"),
    ]


@pytest.mark.parametrize(
    ("prefer_second", "merged"),
    [
        (False, ["attack Heavy Metal; avoid; score Heavy Metal", "hide"]),
        (True, ["attack Heavy Metal; fight; score Heavy Metal", "hide"]),
    ],
)
def test_merged_log_has_what_either_account_says(prefer_second: bool, merged: list[str]):
    first = read_log(turns=["attack Heavy Metal; avoid; score Heavy Metal"])
    second = read_log(turns=["attack Heavy Metal; fight", "hide"])

    assert merge_accounts(compare_accounts(first, second), 2, prefer_second=prefer_second) == merged


def test_merged_log_of_an_account_with_itself_is_that_account():
    account = read_log(turns=["attack Heavy Metal; bob: avoid; destiny 3-2", "", "hide"])

    lines = ["attack Heavy Metal; Bob: avoid; destiny 3; destiny 2", "", "hide"]
    assert merge_accounts(compare_accounts(account, account), 3) == written_lines(account, 3) == lines
    assert written_lines(account, 4) == [*lines, ""]


def test_very_long_lines_are_compared_place_by_place():
    turns: list[Any] = ["; ".join(["hide"] * 1000)]

    assert all(each.agrees for each in compare_accounts(read_log(turns=turns), read_log(turns=turns)))
