"""What a form says a match ended with: by one of its scores, or game by game."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from tournaments.models import Match
from tournaments.rules.penalty_losses import (
    GameLossOmittedError,
    PenaltyLoss,
    UnknownGameLossError,
    possible_scores,
    score_before_play,
)
from tournaments.rules.plausibility import MatchRules
from tournaments.rules.results import MatchResult, MatchSide
from tournaments.selectors.results import match_losses, read_result, result_from_score
from tournaments.views.event_request import posted_number

GAME_NUMBERS = range(1, 4)


def result_form_context(side: MatchSide | None, losses: Sequence[PenaltyLoss], rules: MatchRules) -> dict[str, Any]:
    """Return what the form of ``side`` offers: see tournaments/parts/games.html, and the scores that ``losses`` leave."""
    given, scores = score_before_play(losses).games, possible_scores(losses, needs_winner=rules.needs_winner)
    return {
        "begun": str(score_before_play(losses)),
        "lost": [(number, game.winner is side) for number, game in enumerate(given, 1)],
        "numbers": GAME_NUMBERS[len(given) :],
        "unit": _(rules.scoring.unit),
        "endings": [(end, _(ending.label)) for end, ending in rules.endings.items()],
        "quick": scores
        if side is MatchSide.A
        else [_as_seen_by_a(score, side) for score in reversed(scores)]
        if side
        else [],
    }


def posted_result(request: HttpRequest, match: Match, *, score: str, side: MatchSide | None) -> MatchResult:
    """Return what the form says, its ``score`` if it gives one. "Mine" and the first number are those of ``side``.

    Games that were lost by a penalty come first; the form names in ``begun`` the score of those that it knows, if it does.
    Raises UnreadableError, GameLossLeftOutError or GameLossGoneError.
    """
    losses, known = match_losses(match), request.POST.get("begun")
    if known is not None:
        _refuse_other(known, losses)
    if request.POST.get("agreed"):
        return MatchResult(agreed=True)
    if score:
        return result_from_score(_as_seen_by_a(score, side), match.round.event.match_rules, losses)
    games = [_game(request, number, side) for number in GAME_NUMBERS if request.POST.get(f"winner_{number}")]
    played = read_result({"games": games})
    return played if known is None else replace(played, games=score_before_play(losses).games + played.games)


def _refuse_other(known: str, losses: Sequence[PenaltyLoss]) -> None:
    """Raise GameLossLeftOutError or GameLossGoneError if a form knows of other ``losses`` than there are."""
    match = score_before_play(losses)
    if known != str(match):
        refusal = GameLossOmittedError if match.games else UnknownGameLossError
        raise refusal(games_a=match.won(MatchSide.A), games_b=match.won(MatchSide.B))


def _game(request: HttpRequest, number: int, side: MatchSide | None) -> dict[str, Any]:
    mine, theirs = ("a", "b") if side is MatchSide.A else ("b", "a")
    winner = {"mine": mine, "theirs": theirs, "drawn": None}
    return {
        "winner": winner.get(request.POST[f"winner_{number}"], "?"),
        f"vp_{mine}": posted_number(request, f"vp_mine_{number}"),
        f"vp_{theirs}": posted_number(request, f"vp_theirs_{number}"),
        "end": request.POST.get(f"end_{number}", ""),
    }


def _as_seen_by_a(score: str, side: MatchSide | None) -> str:
    """Return a score that names a player's own games first as one that names those of a."""
    return score if side is MatchSide.A else "-".join(reversed(score.split("-")))
