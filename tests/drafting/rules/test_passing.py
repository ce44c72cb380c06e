from collections import Counter

import pytest

from drafting.rules import passing
from drafting.rules.passing import (
    CorrectionTooLateError,
    DraftOverError,
    NotInPackError,
    PackNotOpenError,
    PackPickedFromError,
    PickRequest,
    PodTable,
    RoundNotDraftedError,
    StalePickError,
    check_pick,
)
from gameplay.engine.core.chance import RandomStream

SEED = bytes(32)


@pytest.mark.clause("DRF-2.7", "DRF-2.15")
@pytest.mark.parametrize("pack_round", [1, 3])
def test_packs_one_and_three_are_passed_left(pack_round: int):
    assert [passing.passes_to(seat, pack_round, 6) for seat in range(6)] == [1, 2, 3, 4, 5, 0]
    assert [passing.receives_from(seat, pack_round, 6) for seat in range(6)] == [5, 0, 1, 2, 3, 4]


@pytest.mark.clause("DRF-2.8", "DRF-2.15")
@pytest.mark.parametrize("pack_round", [2, 4])
def test_packs_two_and_four_are_passed_right(pack_round: int):
    assert [passing.passes_to(seat, pack_round, 6) for seat in range(6)] == [5, 0, 1, 2, 3, 4]
    assert [passing.receives_from(seat, pack_round, 6) for seat in range(6)] == [1, 2, 3, 4, 5, 0]


@pytest.mark.parametrize(("pack_round", "holders"), [(1, [4, 5, 0, 1]), (2, [4, 3, 2, 1])])
def test_the_holder_is_as_many_seats_on_as_the_pack_was_passed(pack_round: int, holders: list[int]):
    assert [passing.holder_of(4, hops, pack_round, 6) for hops in range(4)] == holders


def test_opener_of_is_the_inverse_of_holder_of():
    for pack_round in (1, 2, 3, 4):
        for seat in range(5):
            for number in range(1, 12):
                opener = passing.opener_of(seat, number, pack_round, 5)
                assert passing.holder_of(opener, number - 1, pack_round, 5) == seat


@pytest.mark.clause("DRF-2.15")
@pytest.mark.parametrize(("pack_round", "path"), [(1, [4, 0, 1, 2, 3]), (2, [4, 3, 2, 1, 0])])
def test_a_pack_has_reached_exactly_the_seats_that_held_it(pack_round: int, path: list[int]):
    for hops in range(12):
        for empty in (False, True):
            holders = path[: hops + 1 - empty]  # an empty pack is not passed on
            reached = [
                seat
                for seat in range(5)
                if passing.has_reached(seat, 4, hops, pack_round=pack_round, seats=5, empty=empty)
            ]
            assert reached == sorted(holders)


def test_packs_queue_in_the_order_of_arrival():
    # Seat 2 has not picked yet; the packs of seats 0 and 1 have been passed twice and once.
    table = PodTable(seats=4, pack_round=1, hops={0: 2, 1: 1, 2: 0, 3: 0})

    assert table.queue(2) == [2, 1, 0]
    assert table.queue(3) == [3]
    assert table.queue(0) == []


LEFT_OF_PACK = {"a", "b", "c"}
OPEN = PodTable(seats=4, pack_round=1, hops={0: 1, 1: 0, 2: 0, 3: 1})


@pytest.mark.clause("DRF-2.5")
def test_a_pick_from_the_first_pack_of_the_queue_is_accepted():
    check_pick(PickRequest(1, 1, 1, "a"), 1, OPEN, LEFT_OF_PACK)
    check_pick(PickRequest(1, 3, 2, "a"), 0, OPEN, LEFT_OF_PACK)


@pytest.mark.clause("DRF-2.5")
@pytest.mark.parametrize(
    ("seat", "pick"),
    [
        (0, PickRequest(1, 0, 1, "a")),  # already made
        (0, PickRequest(1, 3, 1, "a")),  # wrong number for the pack in hand
        (1, PickRequest(1, 0, 2, "a")),  # a pack behind another one in the queue
        (1, PickRequest(1, 2, 1, "a")),  # a neighbour's pack
        (3, PickRequest(1, 2, 2, "a")),  # a pack that has not arrived yet
        (0, PickRequest(0, 3, 2, "a")),  # another round
    ],
)
def test_a_pick_that_is_not_current_is_stale(seat: int, pick: PickRequest):
    with pytest.raises(StalePickError) as refusal:
        check_pick(pick, seat, OPEN, LEFT_OF_PACK)

    assert (refusal.value.code, refusal.value.is_state_conflict) == ("stale_pick", True)


def test_a_seat_without_a_pack_cannot_pick():
    with pytest.raises(StalePickError):
        check_pick(PickRequest(1, 3, 2, "a"), 0, PodTable(4, 1, {1: 0}), LEFT_OF_PACK)


@pytest.mark.clause("DRF-2.10")
def test_a_taken_card_is_not_in_the_pack():
    with pytest.raises(NotInPackError) as refusal:
        check_pick(PickRequest(1, 1, 1, "taken"), 1, OPEN, LEFT_OF_PACK)

    assert (refusal.value.code, refusal.value.clause, refusal.value.is_state_conflict) == (
        "not_in_pack",
        "DRF-2.10",
        False,
    )
    assert "taken" not in str(refusal.value)


@pytest.mark.clause("DRF-2.1")
@pytest.mark.parametrize("open_round", [0, 1])
def test_a_pack_cannot_be_picked_from_before_the_signal(open_round: int):
    with pytest.raises(PackNotOpenError) as refusal:
        check_pick(PickRequest(open_round + 1, 1, 1, "a"), 1, PodTable(4, open_round, {}), LEFT_OF_PACK)

    assert (refusal.value.clause, refusal.value.is_state_conflict) == ("DRF-2.1", True)


@pytest.mark.clause("DRF-2.9")
def test_the_next_round_opens_when_the_last_is_drafted():
    assert passing.next_round(PodTable(6, 0, {}), 4) == 1
    assert passing.next_round(PodTable(6, 1, {}), 4) == 2
    with pytest.raises(RoundNotDraftedError) as refusal:
        passing.next_round(PodTable(6, 1, {3: 10}), 4)

    assert (refusal.value.details, refusal.value.is_state_conflict) == ({"packs": 1, "pack_round": 1}, True)


@pytest.mark.clause("DRF-2.6")
def test_after_the_last_round_the_draft_is_over():
    with pytest.raises(DraftOverError):
        passing.next_round(PodTable(6, 4, {}), 4)


@pytest.mark.clause("DRF-2.4")
def test_a_pack_is_replaced_before_the_first_pick_only():
    passing.check_replacement(0)
    with pytest.raises(PackPickedFromError):
        passing.check_replacement(1)


@pytest.mark.clause("DRF-2.10")
def test_a_pick_can_be_corrected_until_the_next_seat_has_picked():
    passing.check_correction(pick_number=3, hops=3)
    with pytest.raises(CorrectionTooLateError):
        passing.check_correction(pick_number=3, hops=4)


TOKENS = [f"{place:02}" for place in range(10)]


@pytest.mark.clause("DRF-2.12")
def test_the_display_order_does_not_depend_on_the_order_received():
    forwards = passing.display_order(TOKENS, seed=SEED, label="pod/1/pack/1/0", hops=1)
    backwards = passing.display_order(TOKENS[::-1], seed=SEED, label="pod/1/pack/1/0", hops=1)

    assert forwards == backwards
    assert sorted(forwards) == TOKENS


@pytest.mark.clause("DRF-2.12")
def test_the_display_order_reveals_nothing_to_the_next_seat():
    # The position at which the next seat sees the first card of one seat.
    places: Counter[int] = Counter()
    for pack in range(1000):
        first = passing.display_order(TOKENS, seed=SEED, label=f"pack/{pack}", hops=1)
        second = passing.display_order(TOKENS, seed=SEED, label=f"pack/{pack}", hops=2)
        places[second.index(first[0])] += 1

    chi_square = sum((places[place] - 100) ** 2 / 100 for place in range(10))
    assert chi_square < 27.9  # 9 degrees of freedom, significance 0.001


@pytest.mark.clause("DRF-OP-4")
def test_the_clock_takes_the_selected_card():
    assert passing.clock_pick("b", LEFT_OF_PACK, RandomStream(SEED, "auto")) == "b"


@pytest.mark.clause("DRF-OP-4")
@pytest.mark.parametrize("selected", [None, "gone"])
def test_without_a_selection_the_clock_takes_a_random_card(selected: str | None):
    taken = {passing.clock_pick(selected, LEFT_OF_PACK, RandomStream(SEED, f"auto/{n}")) for n in range(40)}

    assert taken == LEFT_OF_PACK
