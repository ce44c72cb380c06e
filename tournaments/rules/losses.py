"""Games and matches that a player loses by a penalty, and what they make of the result of a match.

A game loss is a game that the other player has won. A match loss is as many as win the match, whatever was played; where
both players lose the match nobody has won it. What was played stays as it was said, so that a penalty that is withdrawn
leaves no trace.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gameplay.engine.core.errors import RulesError, _
from tournaments.rules.results import End, GameResult, MatchResult, Side

WINS = 2
"""Games that win a match (DRF-4.3)."""
SCORES = ((2, 0), (2, 1), (1, 1), (1, 2), (0, 2))
"""With these a match usually ends, a's games first."""


class GameLossLeftOutError(RulesError):
    """A score in which a game that a penalty has cost is not counted; ``details`` gives the score of these games alone."""

    code = "game_loss_left_out"
    sentence = _("Game losses count here: the match began {games_a}-{games_b}. Give the score with them.")
    field = "score"


class GameLossGoneError(GameLossLeftOutError):
    """A score with a game lost by a penalty that does not count; ``details`` as above."""

    code = "game_loss_gone"
    sentence = _(
        "Only these game losses count here: the match began {games_a}-{games_b}. Give the score with them alone."
    )


@dataclass(frozen=True, slots=True)
class Loss:
    """What ``side`` loses by a penalty: a game, or the ``whole`` match."""

    side: Side
    whole: bool = False


def begun(losses: Sequence[Loss]) -> MatchResult:
    """Return the match as it stands before anything is played: the games that ``losses`` give away."""
    out = {loss.side for loss in losses if loss.whole}
    if len(out) == len(Side):
        return MatchResult(double_loss=True)
    if out:
        return MatchResult((_given_by(*out),) * WINS)
    return MatchResult(tuple(_given_by(loss.side) for loss in losses))


def decided(losses: Sequence[Loss]) -> bool:
    """Whether nothing has to be played any more."""
    match = begun(losses)
    return match.double_loss or max(match.won(side) for side in Side) >= WINS


def counted(played: MatchResult | None, losses: Sequence[Loss]) -> MatchResult | None:
    """Return what counts of the games that were ``played``; None if something has yet to be."""
    if not losses:
        return played
    match = begun(losses)
    if decided(losses):
        return match
    return played and replace(played, games=match.games + played.games)


def to_play(score: tuple[int, int], losses: Sequence[Loss]) -> tuple[int, int]:
    """Return how many games each won by playing, in a match that ended with ``score``. Raises GameLossLeftOutError."""
    given_a, given_b, _drawn = begun(losses).score
    left = (score[0] - given_a, score[1] - given_b)
    if min(left) < 0:
        raise GameLossLeftOutError(games_a=given_a, games_b=given_b)
    return left


def possible_scores(losses: Sequence[Loss], *, winner: bool) -> list[str]:
    """Return the usual scores that a match with such ``losses`` can end with, the best for a first.

    Without the drawn one where there has to be a ``winner``.
    """
    match = begun(losses)
    return [
        f"{a}-{b}" for a, b in SCORES if a >= match.won(Side.A) and b >= match.won(Side.B) and not (winner and a == b)
    ]


def names_losses(result: MatchResult) -> bool:
    """Whether a game of ``result`` was lost by a penalty."""
    return any(game.end == End.PENALTY for game in result.games)


def without_losses(result: MatchResult, losses: Sequence[Loss], *, exact: bool) -> MatchResult:
    """Return what was played of ``result``, a whole match in which the games that ``losses`` gave away are named.

    With ``exact`` no other game may be given away by a penalty; without it such a game counts as played.
    Raises GameLossLeftOutError or GameLossGoneError.
    """
    match, games = begun(losses), list(result.games)
    score = {"games_a": match.won(Side.A), "games_b": match.won(Side.B)}
    for given in match.games:
        found = next((game for game in games if game.end == End.PENALTY and game.winner is given.winner), None)
        if found is None:
            raise GameLossLeftOutError(**score)
        games.remove(found)
    played = replace(result, games=tuple(games))
    if exact and names_losses(played):
        raise GameLossGoneError(**score)
    return played


def _given_by(side: Side) -> GameResult:
    return GameResult(side.other, 0, 0, End.PENALTY)
