"""Games and matches that a player loses by a penalty, and what they make of the result of a match.

A game loss is a game that the other player has won. A match loss is as many as win the match, whatever was played; where
both players lose the match nobody has won it. What was played stays as it was said, so that a penalty that is withdrawn
leaves no trace.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gameplay.engine.core.errors import RulesError, _
from tournaments.rules.results import GameEnd, GameResult, MatchResult, MatchSide

GAMES_TO_WIN = 2
"""Games that win a match (DRF-4.3)."""
USUAL_SCORES = ((2, 0), (2, 1), (1, 1), (1, 2), (0, 2))
"""With these a match usually ends, a's games first."""


class GameLossOmittedError(RulesError):
    """A score in which a game that a penalty has cost is not counted; ``details`` gives the score of these games alone."""

    code = "game_loss_left_out"
    sentence = _("Game losses count here: the match began {games_a}-{games_b}. Give the score with them.")
    field = "score"


class UnknownGameLossError(GameLossOmittedError):
    """A score with a game lost by a penalty that does not count; ``details`` as above."""

    code = "game_loss_gone"
    sentence = _(
        "Only these game losses count here: the match began {games_a}-{games_b}. Give the score with them alone."
    )


@dataclass(frozen=True, slots=True)
class PenaltyLoss:
    """What ``side`` loses by a penalty: a game, or the ``whole`` match."""

    side: MatchSide
    whole: bool = False


def score_before_play(losses: Sequence[PenaltyLoss]) -> MatchResult:
    """Return the match as it stands before anything is played: the games that ``losses`` give away."""
    out = {loss.side for loss in losses if loss.whole}
    if len(out) == len(MatchSide):
        return MatchResult(double_loss=True)
    if out:
        return MatchResult((_game_lost_to(*out),) * GAMES_TO_WIN)
    return MatchResult(tuple(_game_lost_to(loss.side) for loss in losses))


def is_decided_by_losses(losses: Sequence[PenaltyLoss]) -> bool:
    """Whether nothing has to be played any more."""
    match = score_before_play(losses)
    return match.double_loss or max(match.won(side) for side in MatchSide) >= GAMES_TO_WIN


def add_losses(played: MatchResult | None, losses: Sequence[PenaltyLoss]) -> MatchResult | None:
    """Return what counts of the games that were ``played``; None if something has yet to be."""
    if not losses:
        return played
    match = score_before_play(losses)
    if is_decided_by_losses(losses):
        return match
    return played and replace(played, games=match.games + played.games)


def score_without_losses(score: tuple[int, int], losses: Sequence[PenaltyLoss]) -> tuple[int, int]:
    """Return how many games each won by playing, in a match that ended with ``score``. Raises GameLossLeftOutError."""
    given_a, given_b, _drawn = score_before_play(losses).score
    left = (score[0] - given_a, score[1] - given_b)
    if min(left) < 0:
        raise GameLossOmittedError(games_a=given_a, games_b=given_b)
    return left


def possible_scores(losses: Sequence[PenaltyLoss], *, needs_winner: bool) -> list[str]:
    """Return the usual scores that a match with such ``losses`` can end with, the best for a first.

    Without the drawn one where there has to be a ``winner``.
    """
    match = score_before_play(losses)
    return [
        f"{a}-{b}"
        for a, b in USUAL_SCORES
        if a >= match.won(MatchSide.A) and b >= match.won(MatchSide.B) and not (needs_winner and a == b)
    ]


def includes_penalty_games(result: MatchResult) -> bool:
    """Whether a game of ``result`` was lost by a penalty."""
    return any(game.end == GameEnd.PENALTY for game in result.games)


def remove_losses(result: MatchResult, losses: Sequence[PenaltyLoss], *, exact: bool) -> MatchResult:
    """Return what was played of ``result``, a whole match in which the games that ``losses`` gave away are named.

    With ``exact`` no other game may be given away by a penalty; without it such a game counts as played.
    Raises GameLossLeftOutError or GameLossGoneError.
    """
    match, games = score_before_play(losses), list(result.games)
    score = {"games_a": match.won(MatchSide.A), "games_b": match.won(MatchSide.B)}
    for given in match.games:
        found = next((game for game in games if game.end == GameEnd.PENALTY and game.winner is given.winner), None)
        if found is None:
            raise GameLossOmittedError(**score)
        games.remove(found)
    played = replace(result, games=tuple(games))
    if exact and includes_penalty_games(played):
        raise UnknownGameLossError(**score)
    return played


def _game_lost_to(side: MatchSide) -> GameResult:
    return GameResult(side.other, 0, 0, GameEnd.PENALTY)
