from datetime import UTC, datetime, timedelta

import pytest

from drafting.rules import timing
from drafting.rules.timing import GRACE, PICK_CLOCKS, BuildTimeOverError, PickTimeOverError, called_picks

NOON = datetime(2004, 4, 1, 12, tzinfo=UTC)


def seconds(code: str, cards_left: int, extra_percent: int = 0) -> float:
    allowed = PICK_CLOCKS[code].allowance(cards_left, extra_percent=extra_percent)
    assert allowed is not None
    return allowed.total_seconds()


@pytest.mark.clause("DRF-OP-4")
def test_without_a_clock_a_pick_has_no_time_limit():
    assert PICK_CLOCKS["off"].allowance(11) is None
    timing.check_pick_time(None, NOON)


def test_picks_have_less_time_when_fewer_cards_are_left():
    for code in ("relaxed", "standard", "tournament"):
        allowed = [seconds(code, left) for left in range(1, 12)]
        assert allowed == sorted(allowed)


def test_the_presets_are_ordered():
    for left in range(1, 12):
        assert seconds("tournament", left) < seconds("standard", left) < seconds("relaxed", left)


def test_packs_of_eleven_or_more_cards_have_the_longest_time():
    assert (seconds("standard", 11), seconds("standard", 15)) == (75, 75)


def test_a_seat_can_have_extra_time():
    assert seconds("tournament", 11, extra_percent=50) == 60


@pytest.mark.clause("DRF-OP-4")
def test_a_pick_is_too_late_after_deadline_and_grace():
    timing.check_pick_time(NOON, NOON + GRACE)
    with pytest.raises(PickTimeOverError) as refusal:
        timing.check_pick_time(NOON, NOON + GRACE + timedelta(milliseconds=1))

    assert (refusal.value.is_state_conflict, GRACE.total_seconds()) == (True, 2)


@pytest.mark.clause("DRF-3.1")
def test_a_deck_is_too_late_after_deadline_and_grace():
    timing.check_build_time(NOON, NOON + GRACE)
    with pytest.raises(BuildTimeOverError) as refusal:
        timing.check_build_time(NOON, NOON + timedelta(seconds=3))

    assert (refusal.value.clause, refusal.value.is_state_conflict) == ("DRF-3.1", True)


def test_an_outage_extends_a_deadline_by_its_length():
    assert timing.deadline_after_outage(NOON, timedelta(minutes=5)) == NOON + timedelta(minutes=5)
    assert timing.deadline_after_outage(NOON, GRACE) == NOON


@pytest.mark.clause("DRF-OP-4")
def test_the_picks_of_a_pack_round_are_called_by_the_clock():
    called = called_picks(PICK_CLOCKS["tournament"], 11)

    assert [each.seconds for each in called] == [40, 35, 30, 25, 20, 20, 15, 10, 10, 5, 5]
    assert [(each.number, each.cards) for each in called][:2] == [(1, 11), (2, 10)]
    assert (called[0].until, called[-1].until) == (40, 215)


def test_without_a_clock_no_picks_are_called():
    assert called_picks(PICK_CLOCKS["off"], 11) == []
