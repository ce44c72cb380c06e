"""Verification of a match result that was reported without the course of its games."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gameplay.engine.adjudication.notation import notation_of
from gameplay.engine.core.asks import Outcome
from gameplay.engine.core.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class ReportedMatch:
    """A match result: the number of games that each player has won, and the outcome of each game."""

    ruleset: Ruleset
    variant: Any
    players: Sequence[str]
    reported_wins: tuple[int, ...]
    games: Sequence[Outcome]


GAMES_TO_WIN = 2
BEST_OF_THREE = "DRF-4.3"


def find_implausible_game(match: ReportedMatch) -> tuple[int | None, str]:
    """Return the number of the impossible game, from 0, and the clause; (None, "") if the result is possible.

    (None, clause) means that the games do not add up to the wins. DRF-4.3: a match is best of three.
    """
    wins = [0] * len(match.reported_wins)
    for number, outcome in enumerate(match.games):
        if max(wins) >= GAMES_TO_WIN:
            return number, BEST_OF_THREE
        if clause := notation_of(match.ruleset).clauses.implausible_outcome(match.variant, outcome):
            return number, clause
        for winner in outcome.winners:
            wins[winner] += 1
    is_consistent = tuple(wins) == match.reported_wins and max(match.reported_wins) <= GAMES_TO_WIN
    return None, "" if is_consistent else BEST_OF_THREE
