"""Judging the result of a match that is told without its games."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gameplay.engine.adjudication.notation import notation_of
from gameplay.engine.core.asks import Outcome
from gameplay.engine.core.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class ReportedMatch:
    """The result of a match, told without its games: how many each player has won, and how each game ended."""

    ruleset: Ruleset
    variant: Any
    players: Sequence[str]
    reported_wins: tuple[int, ...]
    games: Sequence[Outcome]


GAMES_TO_WIN = 2
BEST_OF_THREE = "DRF-4.3"


def find_implausible_game(match: ReportedMatch) -> tuple[int | None, str]:
    """Return the number of the game, from 0, that no play leads to, and the clause; (None, "") if the result can be.

    (None, clause) says that the games do not give the wins. DRF-4.3: a match is the best of three.
    """
    wins = [0] * len(match.reported_wins)
    for number, outcome in enumerate(match.games):
        if max(wins) >= GAMES_TO_WIN:
            return number, BEST_OF_THREE
        if clause := notation_of(match.ruleset).implausible_outcome_clause(match.variant, outcome):
            return number, clause
        for winner in outcome.winners:
            wins[winner] += 1
    fits = tuple(wins) == match.reported_wins and max(match.reported_wins) <= GAMES_TO_WIN
    return None, "" if fits else BEST_OF_THREE
