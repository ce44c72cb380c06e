from fractions import Fraction

import pytest

from drafting.rules.draft_log import DraftLog, TakenCopy
from drafting.rules.tally import CardTally, tally_cards

# Two seats, one pack of four each: "a" goes first from both, "d" last.
PACKS = {
    (1, 0): [TakenCopy(1, 0, "a"), TakenCopy(2, 1, "b"), TakenCopy(3, 0, "c"), TakenCopy(4, 1, "d")],
    (1, 1): [TakenCopy(1, 1, "a"), TakenCopy(2, 0, "c"), TakenCopy(3, 1, "b"), TakenCopy(4, 0, "d", by="clock")],
}
DRAFT = DraftLog(2, PACKS)


def test_cards_are_counted_in_every_hand_in_which_they_lay():
    found = tally_cards([DRAFT])

    assert {ref: each.seen for ref, each in found.items()} == {"a": 2, "b": 5, "c": 5, "d": 8}
    assert {ref: each.picks for ref, each in found.items()} == {"a": [1, 1], "b": [2, 3], "c": [2, 3], "d": [4]}


def test_the_wheel_is_counted_from_first_looks_at_packs_that_came_back():
    found = tally_cards([DRAFT])

    assert found["a"].wheel_rate == 0
    assert found["d"].wheel_rate == 1
    assert (found["c"].returned, found["c"].could_return) == (1, 4)


def test_several_drafts_add_up():
    assert tally_cards([DRAFT, DRAFT])["a"].taken == 4


@pytest.mark.parametrize(
    ("by", "seen", "picks"),
    [
        ("player", 1, [1]),
        ("substitute", 1, [1]),
        ("selection", 1, [1]),
        ("clock", 1, []),
        ("judge", 1, []),
        ("bot", 0, []),
    ],
)
def test_what_people_held_is_seen_and_what_they_chose_is_taken(by: str, seen: int, picks: list[int]):
    draft = DraftLog(2, {(1, 0): [TakenCopy(1, 0, "a", by)], (1, 1): [TakenCopy(1, 1, "b")]})

    found = tally_cards([draft])

    assert found.get("a", CardTally()) == CardTally(seen=seen, picks=picks)
    assert found["b"] == CardTally(seen=1, picks=[1])


def test_a_pack_that_went_past_a_closed_seat_was_in_nobodys_hand():
    draft = DraftLog(2, {(1, 0): [TakenCopy(1, 0, "a"), TakenCopy(3, 0, "b")]})

    assert tally_cards([draft])["b"] == CardTally(seen=2, could_return=1, returned=1, picks=[3])


def test_figures_of_a_card_nobody_took():
    none = CardTally()

    assert (none.average_pick, none.last_pick, none.wheel_rate) == (None, None, None)
    assert CardTally(picks=[1, 4, 4]).average_pick == Fraction(3)
