"""One whole sample game, kept as a record and as the words a judge would read."""

import pytest

from tests.gameplay.games.enemy.transcript import GOLDEN, golden_record, played, transcript


@pytest.mark.clause("ENE-4.1", "ENE-5.4", "ENE-5.7", "ENE-16.3")
def test_the_golden_game_is_played_as_it_was():
    expected = (GOLDEN / "sample_game.txt").read_text(encoding="utf-8")

    assert transcript(played(golden_record("sample"))) == expected, "meant? then print it anew: see transcript.py"
