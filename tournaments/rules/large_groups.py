"""Groups too large to be enumerated: drawn by lot, and paired at the least weight."""

from dataclasses import dataclass, replace

from gameplay.engine.core.chance import RandomStream
from tournaments.rules.anchors import gap_anchors, level_anchors
from tournaments.rules.blossom import PRIME, pair_tie_break
from tournaments.rules.graphs import Edge, Matching, PairingGraph
from tournaments.rules.groups import PairingGroup
from tournaments.rules.windows import TieBreak, solve_windows

MAX_SINGLE_WINDOW = 64
"""So many vertices are solved in one window: a few milliseconds."""
MIN_ANCHOR_PLAYERS = 4
"""So many players of a level are tried as an anchor; those that do not hold as one are given up."""


@dataclass(frozen=True, slots=True)
class OrderedGroup:
    """A group after every player has drawn a lot: equals are in the order of their lots."""

    group: PairingGroup
    numbers: tuple[int, ...]

    def pair_tie_break(self, edge: Edge) -> int:
        """Return the lot of a pair, from 0 to 2 to the power of 40; the bye draws none."""
        a, b = (self.numbers[vertex] if vertex < len(self.numbers) else 1 for vertex in edge)
        return pair_tie_break(a, b)


def order_by_lot(group: PairingGroup, stream: RandomStream) -> OrderedGroup:
    """Return ``group`` with the players in the order of pairing, equals as their lots have it.

    Every player draws two words of ``stream``, in the order of ``group.players``. Equal are those with as
    many match points; in power pairing those who share a rank.
    """
    lots = {player: (stream.next_word() << 32 | stream.next_word()) % (PRIME - 1) + 1 for player in group.players}

    def place(player: str) -> tuple[int, int]:
        return (group.ranks[player] if group.by_place else -group.points[player], lots[player])

    players = tuple(sorted(group.players, key=place))
    return OrderedGroup(replace(group, players=players), tuple(lots[player] for player in players))


def minimum_weight_pairing(graph: PairingGraph, tie_break: TieBreak) -> Matching | None:
    """Return the least pairing by `Graph.weight`, None if there is none; equals are decided by ``lot``.

    Vertices of one level have to be in random order.
    """
    if graph.size <= MAX_SINGLE_WINDOW:
        return solve_windows(graph, tie_break, [])
    return solve_windows(
        graph,
        tie_break,
        gap_anchors(graph) if graph.is_by_place else level_anchors(graph, min_players=MIN_ANCHOR_PLAYERS),
    )
