"""Whole games between two and three, kept as records and as the words a judge would read."""

import pytest

from tests.gameplay.games.rm2k.transcript import SEATS, golden, played, transcript


@pytest.mark.clause("RM-3.1.1", "RM-2.15", "RM-9.1")
@pytest.mark.parametrize("seats", SEATS)
def test_the_golden_game_is_played_as_it_was(seats: int):
    expected = golden(seats, "txt").read_text(encoding="utf-8")

    assert transcript(played(seats)) == expected, "meant? then write it anew: see transcript.py"
