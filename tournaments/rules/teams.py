"""Teams: two of them meet on as many boards as they have members, A against A, B against B (MTR 8.2, DRF-OP-14).

To standings, tie-breaks and pairings a team is a player, and a board is a game: won, lost, drawn, or lost by both.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from gameplay.engine.core.errors import RulesError, _
from tournaments.rules.history import PlayedMatch
from tournaments.rules.results import MatchResult, MatchSide

TEAM_SIZES = (1, 2, 3)
"""So many members; one is no team."""
BOARD_LETTERS = "ABC"
BOARD_PATTERN = re.compile(rf"([0-9]{{1,4}})\s*([{BOARD_LETTERS}])", re.IGNORECASE)


class TeamSizeError(RulesError):
    """A number of members that no team has."""

    code = "team_size"
    clause = "DRF-OP-14"
    sentence = _("A team has two or three members; 1 is an event without teams.")
    field = "team_size"


class IncompleteTeamsError(RulesError):
    """Not every team has all its members; ``details`` names those."""

    code = "incomplete_teams"
    clause = "DRF-OP-14"
    sentence = _(
        "These teams have not all {size} members here: {teams}. Move players between teams, wait for them, or let the "
        "others drop."
    )
    is_state_conflict = True


class BoardNeededError(RulesError):
    """A table of teams has several results."""

    code = "board_needed"
    clause = "DRF-OP-14"
    sentence = _("Name the board, too, as in 3B.")
    field = "table"


class OneTeamError(RulesError):
    """No team can play alone."""

    code = "one_team"
    clause = "DRF-OP-14"
    sentence = _("There are not two teams yet. Let more players join.")
    is_state_conflict = True


def teams_fault(present: Mapping[str, int], size: int) -> RulesError | None:
    """Return why teams with so many members ``present`` cannot be seated, None if they can; who is not there is left out."""
    if lacking := [name for name, members in present.items() if 0 < members < size]:
        return IncompleteTeamsError(size=size, teams=", ".join(lacking))
    return OneTeamError() if sum(map(bool, present.values())) < 2 else None


def team_size_fault(size: int) -> TeamSizeError | None:
    """Return why no team has so many members, None if one can."""
    return None if size in TEAM_SIZES else TeamSizeError()


def board_letter(place: int) -> str:
    """Return what the board of the n-th member is called, from A."""
    return BOARD_LETTERS[place - 1]


def read_board(text: str) -> tuple[int, int] | None:
    """Return table and board, from 1, of what somebody typed, as in 3b; None for anything else."""
    found = BOARD_PATTERN.fullmatch(text.strip())
    return (int(found[1]), BOARD_LETTERS.index(found[2].upper()) + 1) if found else None


def team_match(pair: tuple[str, str], boards: Sequence[MatchResult], *, table: int | None = None) -> PlayedMatch:
    """Return the match of two teams: who wins more boards wins, and is level with who wins as many (DRF-OP-14).

    A board that both have lost is won by nobody and drawn by nobody; where all are, both teams have lost.
    """
    won = {side: sum(board.winner is side for board in boards) for side in MatchSide}
    lost_by_both = sum(board.double_loss for board in boards)
    drawn = len(boards) - won[MatchSide.A] - won[MatchSide.B] - lost_by_both
    return PlayedMatch(*pair, won[MatchSide.A], won[MatchSide.B], drawn, table, double_loss=lost_by_both == len(boards))


def team_cut_match(pair: tuple[str, str], boards: Sequence[MatchResult], *, table: int | None = None) -> PlayedMatch:
    """Return the same in a top cut, where somebody has to win; ``pair`` names the better seed first.

    Level boards are decided by the games won on all of them, then by VP, then by the seeds, and the winner is given one
    board more; it counts nowhere else (DRF-OP-14).
    """
    found = team_match(pair, boards, table=table)
    if found.winner or found.double_loss:
        return found
    ahead = _leading_side(boards)
    return replace(
        found, games_a=found.games_a + (ahead is MatchSide.A), games_b=found.games_b + (ahead is MatchSide.B)
    )


def _leading_side(boards: Sequence[MatchResult]) -> MatchSide:
    games = sum(board.score[0] - board.score[1] for board in boards)
    vp = sum(game.vp_a - game.vp_b for board in boards for game in board.games)
    return MatchSide.B if (games, vp) < (0, 0) else MatchSide.A
