"""A part of the check that `manage.py adjudications --voices --followed` runs over many games."""

import pytest

from gameplay.games import RULESETS
from tests.instruments.reported_games.followed_games import followed, lost_turn
from tests.instruments.reported_games.voices import Place
from tests.instruments.reported_games.witnessed_games import watch_game


@pytest.mark.parametrize(
    ("game", "variant", "number", "voice"),
    [
        ("enemy", "draft", 1110, "chatty"),  # the only option that a discard can be about is that of another entry
        ("rm2k", "standard", 1203, "mixed"),  # a result right behind a decision is about another event
        ("rm2k", "standard", 1152, "terse"),  # charges that the log leaves out are assumed again with a learned card
    ],
)
def test_exhaustive_search_reaches_the_true_game(game: str, variant: str, number: int, voice: str) -> None:
    assert lost_turn(watch_game(RULESETS[game], variant, number), voice, number, Place.ANYWHERE) is None


@pytest.mark.parametrize("number", [1004, 1006])
def test_text_with_another_number_is_not_the_cause_of_a_result(number: int) -> None:
    """2 lag of a lost Challenge are written behind an ability that puts 1 lag on a User."""
    account = watch_game(RULESETS["rm2k"], "standard", number)

    assert followed(account, "chatty", number, Place.ANYWHERE) is None
