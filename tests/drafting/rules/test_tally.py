from fractions import Fraction

from drafting.rules.log import DraftLog, Taken
from drafting.rules.tally import Tally, tally

# Two seats, one pack of four each: "a" goes first from both, "d" last.
PACKS = {
    (1, 0): [Taken(1, 0, "a"), Taken(2, 1, "b"), Taken(3, 0, "c"), Taken(4, 1, "d")],
    (1, 1): [Taken(1, 1, "a"), Taken(2, 0, "c"), Taken(3, 1, "b"), Taken(4, 0, "d", by_clock=True)],
}
DRAFT = DraftLog(2, PACKS)


def test_cards_are_counted_in_every_hand_in_which_they_lay():
    found = tally([(DRAFT, {0, 1})])

    assert {ref: each.seen for ref, each in found.items()} == {"a": 2, "b": 5, "c": 5, "d": 8}
    assert {ref: each.picks for ref, each in found.items()} == {"a": [1, 1], "b": [2, 3], "c": [2, 3], "d": [4]}


def test_the_wheel_is_counted_from_first_looks_at_packs_that_came_back():
    found = tally([(DRAFT, {0, 1})])

    assert found["a"].wheel_rate == 0
    assert found["d"].wheel_rate == 1
    assert (found["c"].returned, found["c"].could_return) == (1, 4)


def test_only_people_count_and_several_drafts_add_up():
    assert tally([(DRAFT, {0})])["d"] == Tally(seen=4, could_return=2, returned=2, picks=[])
    assert tally([(DRAFT, {0, 1}), (DRAFT, {0, 1})])["a"].taken == 4


def test_figures_of_a_card_nobody_took():
    none = Tally()

    assert (none.average_pick, none.last_pick, none.wheel_rate) == (None, None, None)
    assert Tally(picks=[1, 4, 4]).average_pick == Fraction(3)
