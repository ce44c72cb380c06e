"""Game losses and match losses by penalty, and their effect on the result of a match.

A game loss counts as a game won by the other player. A match loss gives the other player the games that win the match,
regardless of the games played; if both players lose the match, it has no winner. The reported games stay unchanged, so
a penalty can be withdrawn without a trace.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gameplay.engine.core.errors import RulesError, _
from tournaments.rules.results import GameEnd, GameResult, MatchResult, MatchSide

GAMES_TO_WIN = 2
"""Games that win a match (DRF-4.3)."""
USUAL_SCORES = ((2, 0), (2, 1), (1, 1), (1, 2), (0, 2))
"""The usual final scores of a match, games of player a first."""


class GameLossOmittedError(RulesError):
    """Raised if a score does not include a game lost by a penalty; ``details`` give the score of these games alone."""

    code = "game_loss_left_out"
    sentence = _("With game losses, this match began at {games_a}-{games_b}. Enter the score including them.")
    field = "score"


class UnknownGameLossError(GameLossOmittedError):
    """Raised if a score includes a game lost by a penalty that does not count; ``details`` as for its base class."""

    code = "game_loss_gone"
    sentence = _(
        "With game losses, this match began at {games_a}-{games_b}. Enter the score with these game losses and no "
        "others."
    )


@dataclass(frozen=True, slots=True)
class PenaltyLoss:
    """A loss of ``side`` by a penalty: of a game, or of the ``whole`` match."""

    side: MatchSide
    whole: bool = False


def score_before_play(losses: Sequence[PenaltyLoss]) -> MatchResult:
    """Return the result of the match before any game is played: the games lost by ``losses``."""
    lost_match = {loss.side for loss in losses if loss.whole}
    if len(lost_match) == len(MatchSide):
        return MatchResult(double_loss=True)
    if lost_match:
        return MatchResult((_game_lost_to(*lost_match),) * GAMES_TO_WIN)
    return MatchResult(tuple(_game_lost_to(loss.side) for loss in losses))


def is_decided_by_losses(losses: Sequence[PenaltyLoss]) -> bool:
    """Return whether ``losses`` alone decide the match."""
    match = score_before_play(losses)
    return match.double_loss or max(match.won(side) for side in MatchSide) >= GAMES_TO_WIN


def add_losses(played: MatchResult | None, losses: Sequence[PenaltyLoss]) -> MatchResult | None:
    """Return the result of a match with the games ``played`` and ``losses``; None if it is not decided yet."""
    if not losses:
        return played
    match = score_before_play(losses)
    if is_decided_by_losses(losses):
        return match
    return played and replace(played, games=match.games + played.games)


def score_without_losses(score: tuple[int, int], losses: Sequence[PenaltyLoss]) -> tuple[int, int]:
    """Return the games that each player won by playing, in a match that ended with ``score``.

    Raise GameLossOmittedError if ``score`` is less than the games lost by penalties.
    """
    given_a, given_b, _drawn = score_before_play(losses).score
    left = (score[0] - given_a, score[1] - given_b)
    if min(left) < 0:
        raise GameLossOmittedError(games_a=given_a, games_b=given_b)
    return left


def possible_scores(losses: Sequence[PenaltyLoss], *, needs_winner: bool) -> list[str]:
    """Return the usual final scores of a match with these ``losses``, the best for player a first.

    Drawn scores are left out if the match ``needs_winner``.
    """
    match = score_before_play(losses)
    return [
        f"{a}-{b}"
        for a, b in USUAL_SCORES
        if a >= match.won(MatchSide.A) and b >= match.won(MatchSide.B) and not (needs_winner and a == b)
    ]


def includes_penalty_games(result: MatchResult) -> bool:
    """Return whether a game of ``result`` was lost by a penalty."""
    return any(game.end == GameEnd.PENALTY for game in result.games)


def remove_losses(result: MatchResult, losses: Sequence[PenaltyLoss], *, exact: bool) -> MatchResult:
    """Return the games played of ``result``, a match that includes the games of ``losses``.

    If ``exact``, no other game may be lost by a penalty; otherwise such a game counts as played. Raise
    GameLossOmittedError or UnknownGameLossError.
    """
    match, games = score_before_play(losses), list(result.games)
    score = {"games_a": match.won(MatchSide.A), "games_b": match.won(MatchSide.B)}
    for loss in match.games:
        listed = next((game for game in games if game.end == GameEnd.PENALTY and game.winner is loss.winner), None)
        if listed is None:
            raise GameLossOmittedError(**score)
        games.remove(listed)
    played = replace(result, games=tuple(games))
    if exact and includes_penalty_games(played):
        raise UnknownGameLossError(**score)
    return played


def _game_lost_to(side: MatchSide) -> GameResult:
    return GameResult(side.other, 0, 0, GameEnd.PENALTY)
