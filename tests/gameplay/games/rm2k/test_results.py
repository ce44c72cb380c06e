"""Possible results of a game."""

import pytest

from gameplay.engine.adjudication.notation import notation_of
from gameplay.engine.core.asks import Outcome
from gameplay.games import RULESETS
from gameplay.games.rm2k.variants import STANDARD
from gameplay.selectors.clauses import clauses


@pytest.mark.parametrize(
    ("winners", "reason", "scores", "clause"),
    [
        ((0,), "accomplishment", (11, 6), ""),
        ((0,), "accomplishment", (9, 6), "RM-4.1.3"),
        ((1,), "accomplishment", (11, 6), "RM-4.1.3"),
        ((0,), "accomplishment", (12, 11), "RM-4.1.3"),  # a draw game is won by more VP
        ((0,), "together", (12, 11), ""),
        ((), "together", (12, 12), ""),
        ((), "together", (12, 11), "RM-4.3.1"),
        ((1,), "decks", (7, 4), "RM-4.3.3"),
        ((0,), "time", (7, 4), ""),
        ((0, 1), "time", (4, 4), "RM-4.3.4"),
        ((0, 1), "together", (4, 4), "RM-4.3.4"),
        ((0, 1), "goal", (4, 4), "RM-4.3.1"),  # simultaneous wins are a draw game
        ((1,), "domination", (7, 0), ""),
        ((), "domination", (7, 0), "RM-4.1.1"),
        ((), "pingout", (7, 0), "RM-4.1.2"),
        ((1,), "goal", (7, 0), ""),
        ((), "set_value", (0, 0), ""),
        ((0,), "set_value", (0, 0), "RM-OP-2"),
        ((), "concede", (7, 0), "RM-9.4"),
        ((1,), "time", (7, 4, 1), ""),  # the first may be out
        ((2,), "time", (7, 4, 1), "RM-4.3.3"),
    ],
)
def test_a_reported_result_must_be_possible(
    winners: tuple[int, ...], reason: str, scores: tuple[int, ...], clause: str
) -> None:
    assert (
        notation_of(RULESETS["rm2k"]).clauses.implausible_outcome(STANDARD, Outcome(winners, reason, scores)) == clause
    )
    assert not clause or clause in clauses("rm2k")
