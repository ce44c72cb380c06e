"""A part of the check that `manage.py adjudications --voices` runs over many games."""

import pytest

from gameplay.engine.adjudication.exhaustive import ExhaustiveSearch
from gameplay.engine.adjudication.hypotheses import ReportedGame, StepBudget
from gameplay.engine.adjudication.paper_log import reported_game_from_json
from gameplay.games import RULESETS
from gameplay.selectors.cards import known_cards
from tests.instruments.reported_games.voice_proof import VoiceTally, log_in_voice, tally_voices
from tests.instruments.reported_games.voices import VOICES
from tests.instruments.reported_games.witnessed_games import watch_game


@pytest.mark.parametrize(
    ("game", "variant", "number", "max_questions"), [("enemy", "draft", 0, 8), ("rm2k", "standard", 3, 1)]
)
def test_truthful_log_is_never_illegal_in_any_voice(game: str, variant: str, number: int, max_questions: int) -> None:
    tallies: dict[str, VoiceTally] = {}
    tally_voices(game, variant, [number], tallies, max_questions=max_questions)

    assert list(tallies) == list(VOICES)
    assert [line for tally in tallies.values() for line in tally.illegal] == []
    assert all(bool(tally.facts) is (tally.verdicts["undecidable"] == 1) for tally in tallies.values())
    assert all(sum(tally.answered.values()) == 1 for tally in tallies.values())
    assert tallies["terse"].answered["legal after 0"] == 1
    if game == "enemy":
        assert not any(tally.open_facts for tally in tallies.values())


def test_voices_differ_in_what_they_write() -> None:
    account = watch_game(RULESETS["enemy"], "draft", 0)
    logs = {voice: "; ".join(log_in_voice(account, voice, seed=0)["turns"]) for voice in VOICES}

    assert len(set(logs.values())) == len(VOICES)
    assert "Alice:" not in logs["terse"]
    assert "destiny" in logs["terse"]
    assert "points" in logs["totals only"]


def test_fuel_paid_and_burnt_in_one_turn_is_no_contradiction() -> None:
    account = watch_game(RULESETS["hagmi"], "survival", 0)
    reported_game = reported_game_from_json(log_in_voice(account, "chatty", seed=0), RULESETS, known_cards)
    assert isinstance(reported_game, ReportedGame)

    search = ExhaustiveSearch(reported_game, 1200, lambda hypothesis, outcome: outcome, StepBudget(20_000))
    assert search.find_contradiction() is None
