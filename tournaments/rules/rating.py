"""Ratings by Glicko-2: the strength of players, estimated from the results of their matches.

Source: Mark Glickman, "Example of the Glicko-2 system", 2012 (http://www.glicko.net/glicko/glicko2.pdf). Each event is
a rating period: its matches count simultaneously, with the ratings from before the event.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from glicko2.math import mu_to_rating, phi_to_rd, rating_to_mu, rd_to_phi, update_rating

from tournaments.rules.history import Tournament

PROVISIONAL_DEVIATION = 110


class RatedMatch(NamedTuple):
    """A match and the ``score`` of player ``a``: 1 for a win, 0.5 for a draw, 0 for a loss."""

    a: str
    b: str
    score: float


@dataclass(frozen=True, slots=True)
class Rating:
    """The rating of a player, by default before the first match.

    The strength is within two deviations of ``value`` in 95 of 100 cases. ``volatility`` is how much it is expected to
    fluctuate. ``matches`` counts the rated matches.
    """

    value: float = 1500
    deviation: float = 350
    volatility: float = 0.06
    matches: int = 0

    @property
    def is_provisional(self) -> bool:
        """Whether there are too few results for a reliable rating."""
        return self.deviation > PROVISIONAL_DEVIATION


INITIAL = Rating()


def rated_matches(tournament: Tournament) -> list[RatedMatch]:
    """Return the matches of ``tournament`` with a result. A double loss says nothing about the players' strength."""
    rounds = chain(tournament.rounds, tournament.cut.rounds if tournament.cut else ())
    matches = (match for played in rounds for match in played.matches if not match.double_loss)
    return [
        RatedMatch(match.a, match.b, 0.5 if match.winner is None else float(match.winner == match.a))
        for match in matches
        if match.winner or match.games_a or match.games_drawn
    ]


def ratings_after(periods: Iterable[Sequence[RatedMatch]]) -> dict[str, Rating]:
    """Return the ratings of all players after ``periods``, which are in order of time.

    A player who does not play in a period keeps the rating; its deviation grows, at most to that of a new player.
    """
    ratings: dict[str, Rating] = {}
    for period in periods:
        opponents: defaultdict[str, list[tuple[str, float]]] = defaultdict(list)
        for match in period:
            opponents[match.a].append((match.b, match.score))
            opponents[match.b].append((match.a, 1 - match.score))
        players = dict.fromkeys([*ratings, *opponents])
        ratings = {player: rating_after(player, opponents[player], ratings) for player in players}
    return ratings


def rating_after(player: str, results: Sequence[tuple[str, float]], ratings: Mapping[str, Rating]) -> Rating:
    """Return the rating of ``player`` after a period with these (opponent, score), from the ``ratings`` before it."""
    before = ratings.get(player, INITIAL)
    scores = []
    for opponent, score in results:
        other = ratings.get(opponent, INITIAL)
        scores.append((rating_to_mu(other.value), rd_to_phi(other.deviation), score))
    after = update_rating(rating_to_mu(before.value), rd_to_phi(before.deviation), before.volatility, scores)
    deviation = min(phi_to_rd(after.phi), INITIAL.deviation)
    return Rating(mu_to_rating(after.mu), deviation, after.sigma, before.matches + len(scores))
