"""What a form says a match ended with: by one of its scores, or game by game."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from tournaments.models import Match
from tournaments.rules.losses import GameLossGoneError, GameLossLeftOutError, Loss, begun, possible_scores
from tournaments.rules.plausibility import MatchRules
from tournaments.rules.results import MatchResult, Side
from tournaments.selectors.results import losses_in, quick_result, read_result
from tournaments.views.reading import number_in

GAMES = range(1, 4)


def fields(side: Side | None, losses: Sequence[Loss], rules: MatchRules) -> dict[str, Any]:
    """Return what the form of ``side`` offers: see tournaments/parts/games.html, and the scores that ``losses`` leave."""
    given, scores = begun(losses).games, possible_scores(losses, winner=rules.winner)
    return {
        "begun": str(begun(losses)),
        "lost": [(number, game.winner is side) for number, game in enumerate(given, 1)],
        "numbers": GAMES[len(given) :],
        "unit": _(rules.scoring.unit),
        "endings": [(end, _(ending.words)) for end, ending in rules.endings.items()],
        "quick": scores if side is Side.A else [_by_side(score, side) for score in reversed(scores)] if side else [],
    }


def written(request: HttpRequest, match: Match, *, score: str, side: Side | None) -> MatchResult:
    """Return what the form says, its ``score`` if it gives one. "Mine" and the first number are those of ``side``.

    Games that were lost by a penalty come first; the form names in ``begun`` the score of those that it knows, if it does.
    Raises UnreadableError, GameLossLeftOutError or GameLossGoneError.
    """
    losses, known = losses_in(match), request.POST.get("begun")
    if known is not None:
        _refuse_other(known, losses)
    if request.POST.get("agreed"):
        return MatchResult(agreed=True)
    if score:
        return quick_result(_by_side(score, side), match.round.event.match_rules, losses)
    games = [_game(request, number, side) for number in GAMES if request.POST.get(f"winner_{number}")]
    played = read_result({"games": games})
    return played if known is None else replace(played, games=begun(losses).games + played.games)


def _refuse_other(known: str, losses: Sequence[Loss]) -> None:
    """Raise GameLossLeftOutError or GameLossGoneError if a form knows of other ``losses`` than there are."""
    match = begun(losses)
    if known != str(match):
        refusal = GameLossLeftOutError if match.games else GameLossGoneError
        raise refusal(games_a=match.won(Side.A), games_b=match.won(Side.B))


def _game(request: HttpRequest, number: int, side: Side | None) -> dict[str, Any]:
    mine, theirs = ("a", "b") if side is Side.A else ("b", "a")
    winner = {"mine": mine, "theirs": theirs, "drawn": None}
    return {
        "winner": winner.get(request.POST[f"winner_{number}"], "?"),
        f"vp_{mine}": number_in(request, f"vp_mine_{number}"),
        f"vp_{theirs}": number_in(request, f"vp_theirs_{number}"),
        "end": request.POST.get(f"end_{number}", ""),
    }


def _by_side(score: str, side: Side | None) -> str:
    """Return a score that names a player's own games first as one that names those of a."""
    return score if side is Side.A else "-".join(reversed(score.split("-")))
