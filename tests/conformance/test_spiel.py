"""OpenSpiel's own tests of a game, on every variant and on a game of four."""

import pytest

from tests.conformance import contests
from tests.conformance.contest import Contest

pyspiel = pytest.importorskip("pyspiel", reason="there is no OpenSpiel for this machine")
spiel = pytest.importorskip("tests.conformance.spiel")
playthrough = pytest.importorskip("tests.conformance.playthrough")

every_contest = pytest.mark.parametrize("contest", contests.everyone(), ids=lambda contest: contest.title)


@every_contest
@pytest.mark.parametrize("serialize", [False, True], ids=["", "serialised"])
def test_random_games_keep_openspiels_contract(contest: Contest, serialize: bool):
    pyspiel.random_sim_test(spiel.load(contest), num_sims=2, serialize=serialize, verbose=False)


@pytest.mark.parametrize("title", playthrough.SHORT)
def test_a_short_game_is_played_and_told_as_it_was(title: str):
    assert playthrough.again(title) == playthrough.written(title), "meant? then write it anew: see playthrough.py"
