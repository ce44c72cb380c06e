"""PettingZoo's own tests of an environment, on every variant and on a game of four."""

import pytest
from pettingzoo.test import api_test, seed_test

from tests.conformance import contests
from tests.conformance.contest import Contest
from tests.conformance.zoo import Zoo

every_contest = pytest.mark.parametrize("contest", contests.everyone(), ids=lambda contest: contest.title)


@every_contest
def test_an_environment_keeps_pettingzoos_contract(contest: Contest):
    api_test(Zoo(contest), num_cycles=200)


@every_contest
def test_one_seed_gives_one_game(contest: Contest):
    seed_test(lambda: Zoo(contest), num_cycles=200)
