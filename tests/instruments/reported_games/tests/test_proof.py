"""A part of what `manage.py adjudications` proves over hundreds of games."""

import pytest

from tests.instruments.reported_games.proof import check_game, tally

GAMES = {
    ("enemy", "draft"): (0, 1, 3, 4),
    ("enemy", "sample"): (1, 2, 3),
    ("enemy", "full"): (0, 2),
    ("rm2k", "standard"): (6,),
}
"""Those that are judged soonest; some others take as long as all of these."""


@pytest.mark.parametrize(("game", "variant"), sorted(GAMES))
def test_true_logs_are_legal_faults_are_named_and_what_is_asked_for_settles(game: str, variant: str) -> None:
    counts, wrong = tally(game, variant, GAMES[game, variant])
    assert not wrong
    assert counts["true", True] == len(GAMES[game, variant])
    assert len(counts) > 15  # so many kinds of faults were planted, and something was missing


HAGMI = [("tactics", 1), ("survival", 1), ("simple", 12), ("simple", 13), ("team", 3)]


@pytest.mark.parametrize(("variant", "number"), HAGMI)
def test_a_fault_in_a_log_of_hagmi_is_named(variant: str, number: int) -> None:
    tried = list(check_game("hagmi", variant, number, every_fault=False))

    assert [(name, said) for name, right, said in tried if not right] == []
    assert len(tried) == 4


@pytest.mark.parametrize("number", [1, 5])  # of three and of four players
def test_a_fault_among_several_players_of_rm2k_is_named(number: int) -> None:
    tried = list(check_game("rm2k", "standard", number, every_fault=False))

    assert [(name, said) for name, right, said in tried if not right] == []
    assert len(tried) == 3
