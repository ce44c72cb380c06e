"""Groups too large to be enumerated: drawn by lot, and paired at the least weight."""

from dataclasses import dataclass, replace

from gameplay.engine.core.chance import Stream
from tournaments.rules.anchors import gaps, levels
from tournaments.rules.blossom import PRIME, lot
from tournaments.rules.graphs import Edge, Graph, Matching
from tournaments.rules.groups import Group
from tournaments.rules.windows import Lot, least

WHOLE = 64
"""So many vertices are solved in one window: a few milliseconds."""
FEW = 4
"""So many players of a level are tried as an anchor; those that do not hold as one are given up."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A group after every player has drawn a lot: equals are in the order of their lots."""

    group: Group
    lots: tuple[int, ...]

    def of_pair(self, edge: Edge) -> int:
        """Return the lot of a pair, from 0 to 2 to the power of 40; the bye draws none."""
        a, b = (self.lots[vertex] if vertex < len(self.lots) else 1 for vertex in edge)
        return lot(a, b)


def drawn(group: Group, stream: Stream) -> Drawn:
    """Return ``group`` with the players in the order of pairing, equals as their lots have it.

    Every player draws two words of ``stream``, in the order of ``group.players``. Equal are those with as
    many match points; in power pairing those who share a rank.
    """
    lots = {player: (stream.word() << 32 | stream.word()) % (PRIME - 1) + 1 for player in group.players}

    def place(player: str) -> tuple[int, int]:
        return (group.ranks[player] if group.by_place else -group.points[player], lots[player])

    players = tuple(sorted(group.players, key=place))
    return Drawn(replace(group, players=players), tuple(lots[player] for player in players))


def least_of(graph: Graph, lot: Lot) -> Matching | None:
    """Return the least pairing by `Graph.weight`, None if there is none; equals are decided by ``lot``.

    Vertices of one level have to be in random order.
    """
    if graph.size <= WHOLE:
        return least(graph, lot, [])
    return least(graph, lot, gaps(graph) if graph.by_place else levels(graph, least=FEW))
