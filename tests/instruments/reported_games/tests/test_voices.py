"""A part of the check that `manage.py adjudications --voices` runs over many games."""

import pytest

from gameplay.games import RULESETS
from tests.instruments.reported_games.voice_proof import VoiceTally, log_in_voice, tally_voices
from tests.instruments.reported_games.voices import VOICES
from tests.instruments.reported_games.witnessed_games import watch_game


@pytest.mark.parametrize(("game", "variant", "number"), [("enemy", "draft", 0), ("rm2k", "standard", 3)])
def test_truthful_log_is_never_illegal_in_any_voice(game: str, variant: str, number: int) -> None:
    tallies: dict[str, VoiceTally] = {}
    tally_voices(game, variant, [number], tallies)

    assert list(tallies) == list(VOICES)
    assert [line for tally in tallies.values() for line in tally.illegal] == []
    assert all(bool(tally.facts) is (tally.verdicts["undecidable"] == 1) for tally in tallies.values())


def test_voices_differ_in_what_they_write() -> None:
    account = watch_game(RULESETS["enemy"], "draft", 0)
    logs = {voice: "; ".join(log_in_voice(account, voice, seed=0)["turns"]) for voice in VOICES}

    assert len(set(logs.values())) == len(VOICES)
    assert "Alice:" not in logs["terse"]
    assert "destiny" in logs["terse"]
    assert "points" in logs["totals only"]
