"""OpenSpiel's own game tests, with every variant and a game of four."""

import pytest

from tests.conformance import contests
from tests.conformance.contest import Contest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not available on this machine")
spiel = pytest.importorskip("tests.conformance.spiel")
playthrough = pytest.importorskip("tests.conformance.playthrough")

every_contest = pytest.mark.parametrize("contest", contests.all_contests(), ids=lambda contest: contest.title)


@every_contest
@pytest.mark.parametrize("serialize", [False, True], ids=["", "serialised"])
def test_random_games_pass_the_simulation_test(contest: Contest, serialize: bool):
    pyspiel.random_sim_test(spiel.load(contest), num_sims=2, serialize=serialize, verbose=False)


@pytest.mark.parametrize("title", playthrough.SHORT)
def test_short_game_matches_its_playthrough(title: str):
    assert playthrough.replayed(title) == playthrough.recorded(title), "if intended, regenerate it: see playthrough.py"
