"""What the boards of two teams make of their match."""

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
    """A board from its games: who won, and the VP of both."""
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
def test_who_wins_more_boards_wins(boards: list[MatchResult], score: tuple[int, int, int], winner: str | None):
    found = team_match(PAIR, boards, table=3)

    assert found == PlayedMatch(*PAIR, *score, table=3)
    assert found.winner == winner


def test_teams_that_lose_every_board_together_have_both_lost():
    assert team_match(PAIR, [BOTH_LOSE, BOTH_LOSE]).double_loss
    assert not team_match(PAIR, [BOTH_LOSE, WON]).double_loss
    assert team_cut_match(PAIR, [BOTH_LOSE, BOTH_LOSE]).winner is None


@pytest.mark.parametrize(
    ("boards", "winner"),
    [
        ([WON, LOST_CLOSE], "Lamps"),  # 3-2 games
        ([CLOSE, LOST], "Tides"),  # 2-3 games
        ([WON, LOST], "Tides"),  # 2-2 games, 11-13 VP
        ([LOST, WON], "Tides"),  # the same the other way about
        ([CLOSE, LOST_CLOSE], "Lamps"),  # level in all: the better seed
    ],
)
def test_level_boards_of_a_cut_are_decided_by_games_then_points_then_seeds(boards: list[MatchResult], winner: str):
    assert team_cut_match(PAIR, boards).winner == winner


@given(BOARDS)
def test_a_match_of_a_cut_has_a_winner_and_changes_no_decided_one(boards: list[MatchResult]):
    usual, found = team_match(PAIR, boards), team_cut_match(PAIR, boards)

    assert found.winner or found.double_loss
    assert (
        found == usual
        if usual.winner
        else found.games_a + found.games_b == usual.games_a + usual.games_b + (not usual.double_loss)
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [("3b", (3, 2)), ("12 C", (12, 3)), (" 1A ", (1, 1)), ("3", None), ("b3", None), ("3d", None), ("R2-T07-K4", None)],
)
def test_a_board_is_read_as_people_type_it(text: str, found: tuple[int, int] | None):
    assert read_board(text) == found


def test_places_have_letters_and_sizes_are_two_or_three():
    assert [board_letter(place) for place in (1, 2, 3)] == ["A", "B", "C"]
    assert [size for size in range(6) if team_size_fault(size) is None] == [1, 2, 3]
    assert isinstance(team_size_fault(4), TeamSizeError)
    assert BoardNeededError.field == "table"


def test_teams_are_ready_once_two_are_there_and_none_in_part():
    assert teams_fault({"Lamps": 2, "Tides": 2, "Owls": 0}, 2) is None
    assert isinstance(teams_fault({"Lamps": 2, "Owls": 0}, 2), OneTeamError)
    lacking = teams_fault({"Lamps": 2, "Tides": 1, "Owls": 1}, 2)
    assert isinstance(lacking, IncompleteTeamsError)
    assert lacking.details == {"size": 2, "teams": "Tides, Owls"}
