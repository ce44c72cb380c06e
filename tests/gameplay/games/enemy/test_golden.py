"""One whole game of each variant, stored as a record and as a transcript."""

import pytest

from tests.gameplay.games.enemy.transcript import golden, transcript
from tests.gameplay.games.golden import read_record, replayed

SAMPLE = pytest.mark.clause("ENE-4.1", "ENE-5.4", "ENE-5.7", "ENE-16.3")
FULL = pytest.mark.clause("ENE-4.1", "ENE-5.2", "ENE-5.7", "ENE-11.7", "ENE-16.3")
DRAFT = pytest.mark.clause("ENE-4.1", "ENE-5.9", "ENE-16.3")


@pytest.mark.parametrize(
    "variant",
    [pytest.param("sample", marks=SAMPLE), pytest.param("full", marks=FULL), pytest.param("draft", marks=DRAFT)],
)
def test_golden_game_matches_its_transcript(variant: str):
    expected = golden(variant, "txt").read_text(encoding="utf-8")

    assert transcript(replayed(read_record(golden(variant, "json")))) == expected, (
        "if this is intended, update the golden games: see transcript.py"
    )
