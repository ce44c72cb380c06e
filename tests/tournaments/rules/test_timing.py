from datetime import UTC, datetime, timedelta

import pytest

from tournaments.rules.timing import END_OF_TURN, EndOfMatchProcedure, RoundClock, minutes_for_ruling

NOON = datetime(2004, 4, 1, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


@pytest.mark.clause("DRF-4.6", "ENE-X.2")
def test_round_has_fifty_minutes():
    clock = RoundClock(NOON)

    assert clock.ends_at() == NOON + 50 * MINUTE
    assert not clock.is_time_called(NOON + 50 * MINUTE - timedelta(seconds=1))
    assert clock.is_time_called(NOON + 50 * MINUTE)


def test_extension_applies_to_one_table():
    clock = RoundClock(NOON, minutes=40)

    assert clock.ends_at(4 * MINUTE) == NOON + 44 * MINUTE
    assert clock.is_time_called(NOON + 42 * MINUTE)
    assert not clock.is_time_called(NOON + 42 * MINUTE, 4 * MINUTE)


@pytest.mark.clause("ENE-X.3")
def test_turn_is_finished_at_time_unless_the_event_adds_turns():
    assert RoundClock(NOON).end_of_match == END_OF_TURN
    assert (END_OF_TURN.code, EndOfMatchProcedure(extra_turns=5).code) == ("end_of_turn", "extra_turns")


@pytest.mark.parametrize(("seconds", "minutes"), [(0, 0), (60, 0), (61, 2), (180, 3), (210, 4)])
def test_ruling_of_more_than_a_minute_gives_an_extension(seconds: int, minutes: int):
    assert minutes_for_ruling(timedelta(seconds=seconds)) == minutes
