"""The chances of the top cut in the last announced round: in, out or open for each possible result (DRF-OP-12).

Only match points are compared, over the whole event. "In" and "out" hold for every combination of the other results;
if tie-breakers may decide, the chance is "open". Drops and double losses are not considered.
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
    """Return the cut chance of each player by result: "win", "draw" and "loss", or "any" if the match is over.

    ``open_matches`` are the matches of the last round without a result; the cut has ``places`` places. ``of`` limits
    the answer to these players, None is all: each takes time proportional to the number of players.
    """
    table = _PointsTable(tournament, open_matches, places)
    opponent = dict(open_matches) | {b: a for a, b in open_matches}
    return {
        player: {
            result: table.cut_chance(player, points, opponent.get(player), _opponent_points(result))
            for result, points in (POINTS if player in opponent else {ANY: 0}).items()
        }
        for player in table.points
        if of is None or player in of
    }


class _PointsTable:
    """The match points before the open matches, and the bounds of what they can become."""

    def __init__(self, tournament: Tournament, open_matches: Sequence[OpenPair], places: int) -> None:
        dropped = {entry.id for entry in tournament.entries if not entry.plays_in(tournament.planned_rounds + 1)}
        rows = [row for row in standings(tournament) if row.player not in dropped]
        self.points = {row.player: row.record.match_points for row in rows}
        self.open, self.places = open_matches, places

    def cut_chance(self, player: str, won: int, opponent: str | None, theirs: int) -> CutChance:
        own = self.points[player] + won
        fixed = {player: own} | ({opponent: self.points.get(opponent, -1) + theirs} if opponent else {})
        if self.count(own, fixed, most=True) <= self.places:
            return CutChance.IN
        return CutChance.OUT if self.count(own + 1, fixed, most=False) >= self.places else CutChance.OPEN

    def count(self, points: int, fixed: Mapping[str, int], *, most: bool) -> int:
        """Return the maximum or minimum number of players with at least ``points`` in the end.

        ``fixed`` has the final points of players whose result is assumed.
        """
        bound = max if most else min
        pairs = [pair for pair in self.open if not set(pair) & fixed.keys()]
        playing = {player for pair in pairs for player in pair} | fixed.keys()
        certain = sum(total >= points for player, total in self.points.items() if player not in playing)
        certain += sum(total >= points for player, total in fixed.items() if player in self.points)
        return certain + sum(
            bound(self.count_reaching(pair, points, gained) for gained in POSSIBLE_POINTS) for pair in pairs
        )

    def count_reaching(self, pair: OpenPair, points: int, gained: tuple[int, int]) -> int:
        return sum(
            self.points[player] + more >= points
            for player, more in zip(pair, gained, strict=True)
            if player in self.points
        )


def _opponent_points(result: str) -> int:
    return POINTS[{WIN: LOSS, LOSS: WIN}.get(result, result)] if result != ANY else 0
