"""What a form says a match ended with: by one of its scores, or game by game."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from tournaments.models import Match
from tournaments.rules.losses import GameLossLeftOutError, Loss, to_play
from tournaments.rules.plausibility import MatchRules
from tournaments.rules.results import MatchResult, Side
from tournaments.selectors.results import losses_in, quick_result, read_result
from tournaments.views.reading import number_in

GAMES = range(1, 4)
DRAWN = "1-1"
QUICK = ("2-0", "2-1", DRAWN, "1-2", "0-2")


def fields(side: Side | None, losses: Sequence[Loss], rules: MatchRules) -> dict[str, Any]:
    """Return what the form of ``side`` offers: see tournaments/parts/games.html, and the scores that ``losses`` leave."""
    return {
        "numbers": GAMES,
        "unit": _(rules.scoring.unit),
        "endings": [(end, _(ending.words)) for end, ending in rules.endings.items()],
        "quick": [
            score
            for score in QUICK
            if side and not (rules.winner and score == DRAWN) and _can_be(_by_side(score, side), losses)
        ],
    }


def written(request: HttpRequest, match: Match, *, score: str, side: Side | None) -> MatchResult:
    """Return what the form says, its ``score`` if it gives one. "Mine" and the first number are those of ``side``.

    Raises UnreadableError or GameLossLeftOutError.
    """
    if request.POST.get("agreed"):
        return MatchResult(agreed=True)
    if score:
        return quick_result(_by_side(score, side), match.round.event.match_rules, losses_in(match))
    games = [_game(request, number, side) for number in GAMES if request.POST.get(f"winner_{number}")]
    return read_result({"games": games})


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


def _can_be(score: str, losses: Sequence[Loss]) -> bool:
    """Whether a match with such ``losses`` can end so."""
    a, b = map(int, score.split("-"))
    try:
        return bool(to_play((a, b), losses))
    except GameLossLeftOutError:
        return False
