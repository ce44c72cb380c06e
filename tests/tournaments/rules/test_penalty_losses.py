"""Game losses and match losses by penalty, and their effect on a result."""

import pytest

from tournaments.rules.agreement import ReportState, Statement, agreement_of
from tournaments.rules.penalty_losses import (
    GameLossOmittedError,
    PenaltyLoss,
    add_losses,
    is_decided_by_losses,
    score_without_losses,
)
from tournaments.rules.results import GameEnd, GameResult, MatchResult, MatchSide

A, B = MatchSide
GAME_A, GAME_B = PenaltyLoss(A), PenaltyLoss(B)
MATCH_A, MATCH_B = PenaltyLoss(A, whole=True), PenaltyLoss(B, whole=True)


def played(*winners: MatchSide) -> MatchResult:
    return MatchResult(tuple(GameResult(each, 5 * (each is A), 5 * (each is B)) for each in winners))


@pytest.mark.parametrize(
    ("losses", "games", "score"),
    [
        ([], [A, B, A], (2, 1, 0)),
        ([GAME_A], [A, A], (2, 1, 0)),
        ([GAME_A], [B], (0, 2, 0)),
        ([GAME_A, GAME_B], [B], (1, 2, 0)),
        ([GAME_A, GAME_A], [], (0, 2, 0)),
        ([MATCH_B], [B], (2, 0, 0)),
        ([MATCH_B, GAME_A], [], (2, 0, 0)),
    ],
)
def test_lost_games_are_added_to_the_games_played(
    losses: list[PenaltyLoss], games: list[MatchSide], score: tuple[int, ...]
):
    result = add_losses(played(*games), losses)

    assert result
    assert result.score == score
    assert result.winner is (A if score[0] > score[1] else B)


def test_one_game_loss_leaves_the_match_open_but_two_decide_it():
    assert add_losses(None, [GAME_A]) is None
    assert not is_decided_by_losses([GAME_A, GAME_B])
    assert is_decided_by_losses([GAME_A, GAME_A])
    assert agreement_of([], [GAME_A]).state is ReportState.OPEN
    assert agreement_of([], [MATCH_A]).is_final


def test_double_loss_has_no_winner():
    result = add_losses(played(A), [MATCH_A, MATCH_B])

    assert result
    assert (result.double_loss, result.winner, result.score) == (True, None, (0, 0, 0))


def test_lost_games_have_the_ending_penalty():
    result = add_losses(played(A, A), [GAME_A])

    assert result
    assert [game.end for game in result.games] == [GameEnd.PENALTY, "vp", "vp"]


def test_reports_are_compared_without_lost_games():
    statements = [Statement(1, A, played(A, A)), Statement(2, B, played(A, A))]

    agreement = agreement_of(statements, [GAME_A])

    assert agreement.is_final
    assert agreement.result
    assert agreement.result.score == (2, 1, 0)
    assert agreement.played == played(A, A)
    assert agreement_of(statements).result == played(A, A)  # the penalty was withdrawn


def test_lost_games_are_subtracted_from_a_score():
    assert score_without_losses((2, 1), [GAME_A]) == (2, 0)
    assert score_without_losses((0, 2), [GAME_A]) == (0, 1)
    with pytest.raises(GameLossOmittedError, match="began at 0-1"):
        score_without_losses((2, 0), [GAME_A])
