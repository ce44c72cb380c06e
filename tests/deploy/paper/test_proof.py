"""A part of what `manage.py adjudications` proves over hundreds of games."""

import pytest

from deploy.paper.faults import PLANTS
from deploy.paper.proof import tally

GAMES = {"draft": range(16), "sample": range(12), "full": range(6)}


@pytest.mark.parametrize("variant", sorted(GAMES))
def test_true_logs_are_legal_faults_are_named_and_what_is_asked_for_settles(variant: str) -> None:
    counts, wrong = tally("enemy", variant, GAMES[variant])
    assert not wrong
    assert counts["true", True] == len(GAMES[variant])


def test_nearly_every_fault_can_be_planted_in_a_few_games() -> None:
    counts, _ = tally("enemy", "sample", GAMES["sample"])
    planted = {name for name, _ in counts} & set(PLANTS)
    assert len(planted) >= len(PLANTS) - 6  # of the rest the two sample decks give no occasion
