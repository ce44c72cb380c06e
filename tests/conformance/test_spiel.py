"""OpenSpiel's own game tests, with every variant and a game of four."""

import pytest

from tests.conformance import contests
from tests.conformance.contest import Contest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not available on this machine")
spiel = pytest.importorskip("tests.conformance.spiel")
playthrough = pytest.importorskip("tests.conformance.playthrough")

every_contest = pytest.mark.parametrize("contest", contests.all_contests(), ids=lambda contest: contest.title)


@every_contest
def test_random_game_passes_the_simulation_test(contest: Contest):
    """The test also saves and restores the state after each move."""
    pyspiel.random_sim_test(spiel.load(contest), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("title", playthrough.SHORT)
def test_short_game_matches_its_playthrough(title: str):
    assert playthrough.replayed(title) == playthrough.recorded(title), "if intended, regenerate it: see playthrough.py"
