"""Score groups large enough to absorb any floater: the weight of floating there, and the pairing of the group."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from tournaments.rules.graphs import Edge, PairingGraph


@dataclass(frozen=True, slots=True)
class Anchor:
    """A ``position`` on the line, and the vertices there: those from ``start`` up to, but not including, ``end``.

    An anchor can be empty. ``players_below`` counts the players below the lowest vertex that had no bye.
    """

    position: int
    start: int
    end: int
    players_below: int = 0

    def weight(self, graph: PairingGraph, vertex: int) -> int:
        """Return a lower bound of the weight of pairing ``vertex`` here, in the units of `PairingGraph.weight`."""
        squared = (graph.line[vertex] - self.position) ** 2
        high = self.players_below if vertex == graph.bye else 0
        return (squared * graph.scale + high) * graph.scale + graph.float_weights[vertex]

    def weight_to_anchor(self, graph: PairingGraph, other: "Anchor") -> int:
        """Return a lower bound of the weight of pairing a vertex here with a vertex at ``other``."""
        return (self.position - other.position) ** 2 * graph.scale**2


@dataclass(frozen=True, slots=True)
class AnchorPairing:
    """The pairing of an anchor; ``floater`` is the vertex that floats down to the next anchor, if any."""

    pairs: list[Edge]
    floater: int | None


def level_anchors(graph: PairingGraph, *, min_players: int) -> list[Anchor]:
    """Return the score groups of at least ``min_players`` players as anchors, the highest group first."""
    anchors = []
    for at, level in groupby(range(graph.size), key=graph.line.__getitem__):
        members = list(level)
        if len(members) >= min_players and members[-1] != graph.bye:
            anchors.append(Anchor(at, members[0], members[-1] + 1, _players_below_lowest(graph, members)))
    return anchors


def gap_anchors(graph: PairingGraph) -> list[Anchor]:
    """Return the midpoints between vertices 1 and 2, 3 and 4, and so on, as empty anchors."""
    return [Anchor((graph.line[place - 1] + graph.line[place]) // 2, place, place) for place in range(2, graph.size, 2)]


def _players_below_lowest(graph: PairingGraph, members: Sequence[int]) -> int:
    if graph.bye is None:
        return 0
    return min(
        (graph.players_below[vertex] for vertex in members if not graph.have_met((vertex, graph.bye))), default=0
    )


def fill_anchor(
    graph: PairingGraph, anchor: Anchor, floaters: Sequence[int], *, one_floats_down: bool
) -> AnchorPairing | None:
    """Pair the players of ``anchor`` with ``floaters`` and with each other; return None if that fails.

    The bye goes to the lowest player without a previous bye. Opponents of floaters, and the player who floats down,
    are those who have not floated recently; ties are broken by lot, because the vertices of a score group are in
    random order.
    """
    free = dict.fromkeys(sorted(range(anchor.start, anchor.end), key=graph.float_weights.__getitem__))
    pairs: list[Edge] = []
    for floater in sorted(floaters, reverse=True):  # the bye first
        candidates = sorted(free, key=graph.players_below.__getitem__) if floater == graph.bye else free
        partner = next((each for each in candidates if each not in graph.met[floater]), None)
        if partner is None:
            return None
        del free[partner]
        pairs.append((min(floater, partner), max(floater, partner)))
    downfloater = next(iter(free), None) if one_floats_down else None
    if one_floats_down and downfloater is None:
        return None
    rest = _pair_neighbours(graph, [vertex for vertex in sorted(free) if vertex != downfloater])
    return None if rest is None else AnchorPairing(pairs + rest, downfloater)


def _pair_neighbours(graph: PairingGraph, vertices: Sequence[int]) -> list[Edge] | None:
    """Pair neighbours, and resolve a rematch by a swap with another pair; return None if no swap helps.

    This can only fail for small groups.
    """
    pairs = list(zip(vertices[::2], vertices[1::2], strict=True))
    for number, pair in enumerate(pairs):
        if graph.have_met(pair) and not _swap_rematch(graph, pairs, number):
            return None
    return pairs


def _swap_rematch(graph: PairingGraph, pairs: list[Edge], number: int) -> bool:
    a, b = pairs[number]
    for step in range(1, len(pairs)):
        other = (number + step) % len(pairs)
        for c, d in (pairs[other], pairs[other][::-1]):
            if c not in graph.met[a] and d not in graph.met[b]:
                pairs[number], pairs[other] = (min(a, c), max(a, c)), (min(b, d), max(b, d))
                return True
    return False
