from fractions import Fraction

import pytest

from drafting.rules.draft_log import DraftLog, TakenCopy
from drafting.rules.tally import CardTally, tally_cards

# Two seats with one pack of four each: "a" is taken first from both, "d" last.
PACKS = {
    (1, 0): [TakenCopy(1, 0, "a"), TakenCopy(2, 1, "b"), TakenCopy(3, 0, "c"), TakenCopy(4, 1, "d")],
    (1, 1): [TakenCopy(1, 1, "a"), TakenCopy(2, 0, "c"), TakenCopy(3, 1, "b"), TakenCopy(4, 0, "d", by="clock")],
}
DRAFT = DraftLog(2, PACKS)


def test_cards_are_counted_in_every_held_pack():
    tallies = tally_cards([DRAFT])

    assert {ref: each.seen for ref, each in tallies.items()} == {"a": 2, "b": 5, "c": 5, "d": 8}
    assert {ref: each.picks for ref, each in tallies.items()} == {"a": [1, 1], "b": [2, 3], "c": [2, 3], "d": [4]}


def test_the_wheel_rate_counts_first_views_of_packs_that_wheeled():
    tallies = tally_cards([DRAFT])

    assert tallies["a"].wheel_rate == 0
    assert tallies["d"].wheel_rate == 1
    assert (tallies["c"].returned, tallies["c"].could_return) == (1, 4)


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
def test_cards_held_by_people_are_seen_and_chosen_cards_are_taken(by: str, seen: int, picks: list[int]):
    draft = DraftLog(2, {(1, 0): [TakenCopy(1, 0, "a", by)], (1, 1): [TakenCopy(1, 1, "b")]})

    tallies = tally_cards([draft])

    assert tallies.get("a", CardTally()) == CardTally(seen=seen, picks=picks)
    assert tallies["b"] == CardTally(seen=1, picks=[1])


def test_a_pack_that_skipped_a_closed_seat_was_not_seen_there():
    draft = DraftLog(2, {(1, 0): [TakenCopy(1, 0, "a"), TakenCopy(3, 0, "b")]})

    assert tally_cards([draft])["b"] == CardTally(seen=2, could_return=1, returned=1, picks=[3])


def test_a_card_that_was_never_taken_has_no_figures():
    empty = CardTally()

    assert (empty.average_pick, empty.last_pick, empty.wheel_rate) == (None, None, None)
    assert CardTally(picks=[1, 4, 4]).average_pick == Fraction(3)
