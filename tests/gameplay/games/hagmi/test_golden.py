"""A complete game of each variant, stored as a record and a transcript."""

import pytest

from tests.gameplay.games.golden import read_record, replayed
from tests.gameplay.games.hagmi.transcript import SEATS, golden, transcript


@pytest.mark.clause("HAG-3.1.2", "HAG-7.3.7")
@pytest.mark.parametrize("variant", SEATS)
def test_the_golden_game_has_the_same_transcript(variant: str):
    expected = golden(variant, "txt").read_text(encoding="utf-8")

    assert transcript(replayed(read_record(golden(variant, "json")))) == expected, (
        "if intended, update it: see transcript.py"
    )
