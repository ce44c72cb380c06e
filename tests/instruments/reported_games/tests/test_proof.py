"""A part of the check that `manage.py adjudications` runs over hundreds of games."""

import pytest

from tests.instruments.reported_games.proof import check_game, tally

GAMES = {
    ("enemy", "draft"): (0,),
    ("enemy", "sample"): (2,),
    ("enemy", "full"): (0,),
    ("rm2k", "standard"): (6,),
}
"""Games that need little time; some others take as long as all of these together."""


@pytest.mark.parametrize(("game", "variant"), sorted(GAMES))
def test_true_logs_are_legal_and_faults_are_named(game: str, variant: str) -> None:
    counts, wrong = tally(game, variant, GAMES[game, variant])
    assert not wrong
    assert counts["true", True] == len(GAMES[game, variant])
    assert len(counts) > 10  # kinds of injected faults, and completions


HAGMI = [("tactics", 1), ("survival", 1), ("simple", 12), ("team", 3)]


@pytest.mark.parametrize(("variant", "number"), HAGMI)
def test_fault_in_a_log_of_hagmi_is_named(variant: str, number: int) -> None:
    checks = list(check_game("hagmi", variant, number, every_fault=False))

    assert [(name, description) for name, right, description in checks if not right] == []
    assert len(checks) == 4


@pytest.mark.parametrize("number", [1, 5])  # three and four players
def test_fault_in_a_multiplayer_log_of_rm2k_is_named(number: int) -> None:
    checks = list(check_game("rm2k", "standard", number, every_fault=False))

    assert [(name, description) for name, right, description in checks if not right] == []
    assert len(checks) == 3
