"""Those who are to be paired with one another: a pod, or the whole field."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from gameplay.engine.chance import Stream
from tournaments.rules.history import Tournament
from tournaments.rules.matchings import Graph, Met, graph_of
from tournaments.rules.standings import MTR, Standing, standings
from tournaments.rules.tiebreaks import Ruleset


@dataclass(frozen=True, slots=True)
class Group:
    """The players, in seat order if ``seated``, else the best first, and what is known of each by id.

    ``met`` names past opponents, once or more; ``later_rounds`` are announced after this
    one. A seated group is in its first round, and is paired by opposite seats.
    """

    players: tuple[str, ...]
    points: Mapping[str, int]
    ranks: Mapping[str, int]
    met: Mapping[str, frozenset[str]]
    had_bye: frozenset[str]
    later_rounds: int
    seated: bool = False

    def graph(self) -> Graph:
        """Return who may meet whom, in the order of ``players``."""
        points = tuple(self.points[player] for player in self.players)
        return graph_of(points, self._met(), tuple(self.ranks[player] for player in self.players))

    def _met(self) -> Met:
        bit = {player: 1 << place for place, player in enumerate(self.players)}
        bye = 1 << len(self.players)
        met = [
            sum(bit[other] for other in self.met[player] if other in bit) | bye * (player in self.had_bye)
            for player in self.players
        ]
        return (*met, sum(bit[player] for player in self.players if player in self.had_bye))

    def drawn_by_lot(self, stream: Stream) -> "Group":
        """Return the group with equal match points in random order."""
        shuffled = stream.shuffled(self.players)
        return replace(self, players=tuple(sorted(shuffled, key=lambda player: -self.points[player])))


def group_of(tournament: Tournament, members: Collection[str] | None = None, *, ruleset: Ruleset = MTR) -> Group:
    """Return the group to be paired next: those of ``members`` who are still playing.

    ``members`` are a pod in seat order; without them it is the whole field.
    """
    number = tournament.next_round
    playing = {entry.id for entry in tournament.entries if entry.plays_in(number)}
    rows = [row for row in standings(tournament, ruleset=ruleset, among=members) if row.player in playing]
    seated = members is not None and not tournament.rounds
    order = [player for player in members or () if player in playing] if seated else [row.player for row in rows]
    return Group(
        players=tuple(order),
        points={row.player: row.record.match_points for row in rows},
        ranks={row.player: row.rank for row in rows},
        met={row.player: _opponents(row) for row in rows},
        had_bye=frozenset(player for played in tournament.rounds for player in played.byes),
        later_rounds=max(0, tournament.planned_rounds - number),
        seated=seated,
    )


def _opponents(row: Standing) -> frozenset[str]:
    return frozenset(row.record.opponents)
