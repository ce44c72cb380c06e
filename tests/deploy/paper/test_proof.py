"""A part of what `manage.py adjudications` proves over hundreds of games."""

import pytest

from deploy.paper.proof import tally

GAMES = {"draft": (0, 1, 3, 4), "sample": (1, 2, 3), "full": (0, 2)}
"""Those that are judged soonest; some others take as long as all of these."""


@pytest.mark.parametrize("variant", sorted(GAMES))
def test_true_logs_are_legal_faults_are_named_and_what_is_asked_for_settles(variant: str) -> None:
    counts, wrong = tally("enemy", variant, GAMES[variant])
    assert not wrong
    assert counts["true", True] == len(GAMES[variant])
    assert len(counts) > 15  # so many kinds of faults were planted, and something was missing
