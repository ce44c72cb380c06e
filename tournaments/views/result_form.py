"""Read the result of a match from a form: a score, or game by game."""

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
    """Return the context of tournaments/parts/games.html for ``side``, with the scores possible after ``losses``."""
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
    """Return the result from the form, or from ``score`` if given. "Mine" and the first number belong to ``side``.

    Games lost by penalty come first. The field ``begun`` contains their score when the form was rendered, if sent.
    Raise UnreadableError, GameLossOmittedError or UnknownGameLossError.
    """
    losses, known = match_losses(match), request.POST.get("begun")
    if known is not None:
        _refuse_outdated_losses(known, losses)
    if request.POST.get("agreed"):
        return MatchResult(agreed=True)
    if score:
        return result_from_score(_as_seen_by_a(score, side), match.round.event.match_rules, losses)
    games = [_game(request, number, side) for number in GAME_NUMBERS if request.POST.get(f"winner_{number}")]
    played = read_result({"games": games})
    return played if known is None else replace(played, games=score_before_play(losses).games + played.games)


def _refuse_outdated_losses(known: str, losses: Sequence[PenaltyLoss]) -> None:
    """Raise GameLossOmittedError or UnknownGameLossError if the form was rendered with other ``losses``."""
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
    """Return ``score``, in which the games of ``side`` come first, with those of a first."""
    return score if side is MatchSide.A else "-".join(reversed(score.split("-")))
