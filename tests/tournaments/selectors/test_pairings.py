"""The winner of a match on the pages of an event."""

import pytest

from tests.tournaments.conftest import Day
from tournaments.selectors.pairings import paired_round


@pytest.mark.parametrize(("score", "winner"), [("2-1", "a"), ("0-2", "b")])
def test_the_winner_is_the_side_with_more_games(day: Day, score: str, winner: str):
    day.to_round(1)
    day.settle(1, score)
    paired = paired_round(day.event.rounds.get())

    assert {pairing.winner for pairing in paired.tables} == {winner}


def test_a_match_without_a_result_has_no_winner(day: Day):
    day.to_round(1)
    paired = paired_round(day.event.rounds.get())

    assert {pairing.winner for pairing in paired.tables} == {""}
