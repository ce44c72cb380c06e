"""Pairing of groups too large to enumerate: ordered by lot, then paired by minimum-weight matching."""

from dataclasses import dataclass, replace

from gameplay.engine.core.chance import RandomStream
from tournaments.rules.anchors import Anchor, gap_anchors, level_anchors
from tournaments.rules.blossom import PRIME, pair_tie_break
from tournaments.rules.graphs import Edge, Matching, PairingGraph
from tournaments.rules.groups import PairingGroup
from tournaments.rules.windows import TieBreak, solve_windows

MAX_SINGLE_WINDOW = 64
"""Graphs of at most this many vertices are solved in one window, which takes a few milliseconds."""
MIN_ANCHOR_PLAYERS = 4
"""Score groups of at least this size are tried as anchors; anchors that turn out not to hold are discarded."""


@dataclass(frozen=True, slots=True)
class OrderedGroup:
    """A group in which ties are broken by lot; ``numbers`` are the lots in the order of the players."""

    group: PairingGroup
    numbers: tuple[int, ...]

    def pair_tie_break(self, edge: Edge) -> int:
        """Return the random tie-break of a pair, 0 <= tie-break < 2**40; the lot of the bye is 1."""
        a, b = (self.numbers[vertex] if vertex < len(self.numbers) else 1 for vertex in edge)
        return pair_tie_break(a, b)


def order_by_lot(group: PairingGroup, stream: RandomStream) -> OrderedGroup:
    """Return ``group`` with the players in pairing order, ties broken by lot.

    Each player's lot takes two words of ``stream``, in the order of ``group.players``. Players with the same match
    points are tied; in power pairing, players with the same rank.
    """
    lots = {player: (stream.next_word() << 32 | stream.next_word()) % (PRIME - 1) + 1 for player in group.players}

    def place(player: str) -> tuple[int, int]:
        return (group.ranks[player] if group.by_place else -group.points[player], lots[player])

    players = tuple(sorted(group.players, key=place))
    return OrderedGroup(replace(group, players=players), tuple(lots[player] for player in players))


def minimum_weight_pairing(graph: PairingGraph, tie_break: TieBreak) -> Matching | None:
    """Return the pairing of minimum weight among those with the fewest match points of the player with the bye.

    Returns None if there is no pairing. Ties are broken by ``tie_break``. The vertices of a score group have to be in
    random order.
    """
    solved = (solve_windows(each, tie_break, _anchors(each)) for each in graph.by_bye_points())
    return next((matching for matching in solved if matching is not None), None)


def _anchors(graph: PairingGraph) -> list[Anchor]:
    if graph.size <= MAX_SINGLE_WINDOW:
        return []
    return gap_anchors(graph) if graph.is_by_place else level_anchors(graph, min_players=MIN_ANCHOR_PLAYERS)
