"""Teams: two teams meet on a board for each member, A against A, B against B (MTR 8.2, DRF-OP-14).

In standings, tie-breakers and pairings, a team counts as a player and a board as a game: won, lost, drawn, or a double
loss.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from gameplay.engine.core.errors import RulesError, _
from tournaments.rules.history import PlayedMatch
from tournaments.rules.results import MatchResult, MatchSide

TEAM_SIZES = (1, 2, 3)
"""Allowed numbers of members; 1 is an event without teams."""
BOARD_LETTERS = "ABC"
BOARD_PATTERN = re.compile(rf"([0-9]{{1,4}})\s*([{BOARD_LETTERS}])", re.IGNORECASE)


class TeamSizeError(RulesError):
    """Raised if a team cannot have this number of members."""

    code = "team_size"
    clause = "DRF-OP-14"
    sentence = _("A team has two or three members. Enter 1 for an event without teams.")
    field = "team_size"


class IncompleteTeamsError(RulesError):
    """Raised if members of some teams are missing; ``details`` name these teams."""

    code = "incomplete_teams"
    clause = "DRF-OP-14"
    sentence = _(
        "These teams do not have all {size} members here: {teams}. Wait for the missing players, move players between "
        "teams, or drop the incomplete teams."
    )
    is_state_conflict = True


class BoardNeededError(RulesError):
    """Raised if a table of a team event is named without its board."""

    code = "board_needed"
    clause = "DRF-OP-14"
    sentence = _("Enter the table and the board, for example 3B.")
    field = "table"


class OneTeamError(RulesError):
    """Raised if there are fewer than two teams."""

    code = "one_team"
    clause = "DRF-OP-14"
    sentence = _("There are fewer than two teams. Wait for more players to join.")
    is_state_conflict = True


def teams_fault(present: Mapping[str, int], size: int) -> RulesError | None:
    """Return the error if teams with these numbers of members ``present`` cannot be seated, else None.

    Teams without any member present are left out.
    """
    if incomplete := [name for name, members in present.items() if 0 < members < size]:
        return IncompleteTeamsError(size=size, teams=", ".join(incomplete))
    return OneTeamError() if sum(map(bool, present.values())) < 2 else None


def team_size_fault(size: int) -> TeamSizeError | None:
    """Return the error if a team cannot have ``size`` members, else None."""
    return None if size in TEAM_SIZES else TeamSizeError()


def board_letter(place: int) -> str:
    """Return the letter of the board of the n-th member, from A."""
    return BOARD_LETTERS[place - 1]


def read_board(text: str) -> tuple[int, int] | None:
    """Return the table and the board, from 1, of input like "3b"; None for anything else."""
    match = BOARD_PATTERN.fullmatch(text.strip())
    return (int(match[1]), BOARD_LETTERS.index(match[2].upper()) + 1) if match else None


def team_match(pair: tuple[str, str], boards: Sequence[MatchResult], *, table: int | None = None) -> PlayedMatch:
    """Return the match of two teams: the team with more boards wins; equal numbers are a draw (DRF-OP-14).

    A board with a double loss is neither won nor drawn. If all boards are double losses, so is the match.
    """
    won = {side: sum(board.winner is side for board in boards) for side in MatchSide}
    lost_by_both = sum(board.double_loss for board in boards)
    drawn = len(boards) - won[MatchSide.A] - won[MatchSide.B] - lost_by_both
    return PlayedMatch(*pair, won[MatchSide.A], won[MatchSide.B], drawn, table, double_loss=lost_by_both == len(boards))


def team_cut_match(pair: tuple[str, str], boards: Sequence[MatchResult], *, table: int | None = None) -> PlayedMatch:
    """Return the match of two teams in a top cut, which needs a winner; ``pair`` has the higher seed first.

    If boards are level, the games won on all boards decide, then VP, then the seeds. The winner gets one additional
    board, which counts nowhere else (DRF-OP-14).
    """
    match = team_match(pair, boards, table=table)
    if match.winner or match.double_loss:
        return match
    ahead = _leading_side(boards)
    return replace(
        match, games_a=match.games_a + (ahead is MatchSide.A), games_b=match.games_b + (ahead is MatchSide.B)
    )


def _leading_side(boards: Sequence[MatchResult]) -> MatchSide:
    games = sum(board.score[0] - board.score[1] for board in boards)
    vp = sum(game.vp_a - game.vp_b for board in boards for game in board.games)
    return MatchSide.B if (games, vp) < (0, 0) else MatchSide.A
