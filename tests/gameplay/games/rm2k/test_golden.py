"""Complete games of two and three players, stored as records and transcripts."""

import pytest

from tests.gameplay.games.golden import read_record, replayed
from tests.gameplay.games.rm2k.transcript import SEATS, golden, new_game, transcript


@pytest.mark.clause("RM-3.1.1", "RM-2.15", "RM-9.1")
@pytest.mark.parametrize("seats", SEATS)
def test_the_golden_game_has_the_same_transcript(seats: int):
    expected = golden(seats, "txt").read_text(encoding="utf-8")

    assert transcript(replayed(read_record(golden(seats, "json")))) == expected, (
        "if intended, update it: see transcript.py"
    )


@pytest.mark.parametrize("seats", SEATS)
def test_the_standard_bots_replay_the_golden_game(seats: int):
    assert new_game(seats)[0].entries == replayed(read_record(golden(seats, "json"))).entries
