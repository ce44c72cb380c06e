"""One whole game of each variant, kept as a record and as the words a judge would read."""

import pytest

from tests.gameplay.games.hagmi.transcript import SEATS, golden, golden_record, played, transcript


@pytest.mark.clause("HAG-3.1.2", "HAG-7.3.7")
@pytest.mark.parametrize("variant", SEATS)
def test_the_golden_game_is_played_as_it_was(variant: str):
    expected = golden(variant, "txt").read_text(encoding="utf-8")

    assert transcript(played(golden_record(variant))) == expected, "meant? then write it anew: see transcript.py"
