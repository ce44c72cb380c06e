"""PettingZoo's own environment tests, with every variant and a game of four."""

import pytest
from pettingzoo.test import api_test, seed_test

from tests.conformance import contests
from tests.conformance.contest import Contest
from tests.conformance.zoo import Zoo

every_contest = pytest.mark.parametrize("contest", contests.all_contests(), ids=lambda contest: contest.title)


@every_contest
def test_environment_passes_the_api_test(contest: Contest):
    api_test(Zoo(contest), num_cycles=200)


@every_contest
def test_environment_is_deterministic_for_a_seed(contest: Contest):
    seed_test(lambda: Zoo(contest), num_cycles=200)
