"""What a result of the last announced round does for a place in the top cut: certain, lost, or still open (DRF-OP-12).

Match points alone are looked at, over the whole event: what is said to be certain, or lost, is so whatever the other
matches bring. Where tie-breaks may decide it is open. Nobody is taken to leave, and no match to be lost by both.
"""

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum

from tournaments.rules.graphs import MATCH_WIN
from tournaments.rules.history import Tournament
from tournaments.rules.outlooks import ANY, DRAW, LOSS, WIN, OpenPair
from tournaments.rules.standings import standings

MATCH_DRAW = 1
POINTS = {WIN: MATCH_WIN, DRAW: MATCH_DRAW, LOSS: 0}
POSSIBLE_POINTS = ((MATCH_WIN, 0), (MATCH_DRAW, MATCH_DRAW), (0, MATCH_WIN))


class CutChance(StrEnum):
    """Whether a player is in the cut."""

    IN = "in"
    OPEN = "open"
    OUT = "out"


def cut_chances(
    tournament: Tournament, open_matches: Sequence[OpenPair], places: int, *, of: Collection[str] | None = None
) -> dict[str, dict[str, CutChance]]:
    """Return for each player who still plays what "win", "draw" and "loss" do for one of the ``places``; "any" for who
    has played already. ``open_matches`` are those of the last round without a result.

    ``of`` names the players it is asked for, all of them if it is None: each costs a look at every other player.
    """
    stands = _PointsTable(tournament, open_matches, places)
    opponent = dict(open_matches) | {b: a for a, b in open_matches}
    return {
        player: {
            result: stands.cut_chance(player, points, opponent.get(player), _opponent_points(result))
            for result, points in (POINTS if player in opponent else {ANY: 0}).items()
        }
        for player in stands.points
        if of is None or player in of
    }


class _PointsTable:
    """The match points before the last results, and what these can make of them."""

    def __init__(self, tournament: Tournament, open_matches: Sequence[OpenPair], places: int) -> None:
        left = {entry.id for entry in tournament.entries if not entry.plays_in(tournament.planned_rounds + 1)}
        self.points = {row.player: row.record.match_points for row in standings(tournament) if row.player not in left}
        self.open, self.places = open_matches, places

    def cut_chance(self, player: str, won: int, opponent: str | None, theirs: int) -> CutChance:
        own = self.points[player] + won
        settled = {player: own} | ({opponent: self.points.get(opponent, -1) + theirs} if opponent else {})
        if self.count(own, settled, most=True) <= self.places:
            return CutChance.IN
        return CutChance.OUT if self.count(own + 1, settled, most=False) >= self.places else CutChance.OPEN

    def count(self, points: int, settled: Mapping[str, int], *, most: bool) -> int:
        """How many can have so many ``points`` or more in the end, at most or at least."""
        pick = max if most else min
        pairs = [pair for pair in self.open if not set(pair) & settled.keys()]
        playing = {player for pair in pairs for player in pair} | settled.keys()
        found = sum(has >= points for player, has in self.points.items() if player not in playing)
        found += sum(has >= points for player, has in settled.items() if player in self.points)
        return found + sum(
            pick(self.count_reaching(pair, points, brought) for brought in POSSIBLE_POINTS) for pair in pairs
        )

    def count_reaching(self, pair: OpenPair, points: int, brought: tuple[int, int]) -> int:
        return sum(
            self.points[player] + more >= points
            for player, more in zip(pair, brought, strict=True)
            if player in self.points
        )


def _opponent_points(result: str) -> int:
    return POINTS[{WIN: LOSS, LOSS: WIN}.get(result, result)] if result != ANY else 0
