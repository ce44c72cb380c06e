"""The match of two teams from the results of its boards."""

import pytest

from tests.parts.properties import given
from tests.parts.properties import strategies as st
from tournaments.rules.history import PlayedMatch
from tournaments.rules.results import GameResult, MatchResult, MatchSide
from tournaments.rules.teams import (
    BoardNeededError,
    IncompleteTeamsError,
    OneTeamError,
    TeamSizeError,
    board_letter,
    read_board,
    team_cut_match,
    team_match,
    team_size_fault,
    teams_fault,
)

pytestmark = pytest.mark.clause("DRF-OP-14")
PAIR = ("Lamps", "Tides")
BOTH_LOSE = MatchResult(double_loss=True)


def board(*games: tuple[str, int, int]) -> MatchResult:
    """Return the result of a board from its games: the winner, and the VP of both players."""
    return MatchResult(tuple(GameResult(MatchSide(side) if side else None, vp_a, vp_b) for side, vp_a, vp_b in games))


WON = board(("a", 5, 1), ("a", 5, 2))
CLOSE = board(("a", 5, 4), ("b", 3, 5), ("a", 5, 4))
LOST = board(("b", 0, 5), ("b", 1, 5))
LOST_CLOSE = board(("b", 4, 5), ("a", 5, 3), ("b", 4, 5))
DRAWN = board(("a", 5, 0), ("b", 0, 5))
BOARDS = st.lists(st.sampled_from([WON, CLOSE, LOST, LOST_CLOSE, DRAWN, BOTH_LOSE]), min_size=2, max_size=3)


@pytest.mark.parametrize(
    ("boards", "score", "winner"),
    [
        ([WON, WON], (2, 0, 0), "Lamps"),
        ([WON, LOST], (1, 1, 0), None),
        ([WON, DRAWN], (1, 0, 1), "Lamps"),
        ([DRAWN, DRAWN], (0, 0, 2), None),
        ([CLOSE, LOST, LOST], (1, 2, 0), "Tides"),
        ([BOTH_LOSE, LOST], (0, 1, 0), "Tides"),
        ([BOTH_LOSE, DRAWN], (0, 0, 1), None),
    ],
)
def test_team_with_more_boards_wins(boards: list[MatchResult], score: tuple[int, int, int], winner: str | None):
    match = team_match(PAIR, boards, table=3)

    assert match == PlayedMatch(*PAIR, *score, table=3)
    assert match.winner == winner


def test_double_losses_on_all_boards_are_a_double_loss_of_the_teams():
    assert team_match(PAIR, [BOTH_LOSE, BOTH_LOSE]).double_loss
    assert not team_match(PAIR, [BOTH_LOSE, WON]).double_loss
    assert team_cut_match(PAIR, [BOTH_LOSE, BOTH_LOSE]).winner is None


@pytest.mark.parametrize(
    ("boards", "winner"),
    [
        ([WON, LOST_CLOSE], "Lamps"),  # 3-2 games
        ([CLOSE, LOST], "Tides"),  # 2-3 games
        ([WON, LOST], "Tides"),  # 2-2 games, 11-13 VP
        ([LOST, WON], "Tides"),  # the same in reverse order
        ([CLOSE, LOST_CLOSE], "Lamps"),  # level in everything: the higher seed
    ],
)
def test_level_boards_of_a_cut_are_decided_by_games_then_points_then_seeds(boards: list[MatchResult], winner: str):
    assert team_cut_match(PAIR, boards).winner == winner


@given(BOARDS)
def test_cut_match_has_a_winner_and_keeps_decided_matches(boards: list[MatchResult]):
    swiss, cut = team_match(PAIR, boards), team_cut_match(PAIR, boards)

    assert cut.winner or cut.double_loss
    assert (
        cut == swiss
        if swiss.winner
        else cut.games_a + cut.games_b == swiss.games_a + swiss.games_b + (not swiss.double_loss)
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [("3b", (3, 2)), ("12 C", (12, 3)), (" 1A ", (1, 1)), ("3", None), ("b3", None), ("3d", None), ("R2-T07-K4", None)],
)
def test_board_is_read_from_text(text: str, expected: tuple[int, int] | None):
    assert read_board(text) == expected


def test_boards_have_letters_and_teams_two_or_three_members():
    assert [board_letter(place) for place in (1, 2, 3)] == ["A", "B", "C"]
    assert [size for size in range(6) if team_size_fault(size) is None] == [1, 2, 3]
    assert isinstance(team_size_fault(4), TeamSizeError)
    assert BoardNeededError.field == "table"


def test_teams_are_ready_if_at_least_two_are_complete_and_none_is_incomplete():
    assert teams_fault({"Lamps": 2, "Tides": 2, "Owls": 0}, 2) is None
    assert isinstance(teams_fault({"Lamps": 2, "Owls": 0}, 2), OneTeamError)
    fault = teams_fault({"Lamps": 2, "Tides": 1, "Owls": 1}, 2)
    assert isinstance(fault, IncompleteTeamsError)
    assert fault.details == {"size": 2, "teams": "Tides, Owls"}
