"""Levels that serve any float: what it weighs to go there, and how the level is paired then."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from tournaments.rules.graphs import Edge, PairingGraph


@dataclass(frozen=True, slots=True)
class Anchor:
    """A place ``at`` the line, and those who stand there: the vertices from ``start`` to before ``end``, or none.

    ``high``: how many players are below the lowest of them who had no bye.
    """

    position: int
    start: int
    end: int
    players_below: int = 0

    def weight(self, graph: PairingGraph, vertex: int) -> int:
        """Return the least that it weighs if ``vertex`` meets somebody here; the same units as `Graph.weight`."""
        squared = (graph.line[vertex] - self.position) ** 2
        high = self.players_below if vertex == graph.bye else 0
        return (squared * graph.scale + high) * graph.scale + graph.float_weights[vertex]

    def weight_to_anchor(self, graph: PairingGraph, other: "Anchor") -> int:
        """Return the least that it weighs if somebody here meets somebody at ``other``."""
        return (self.position - other.position) ** 2 * graph.scale**2


@dataclass(frozen=True, slots=True)
class AnchorPairing:
    """How an anchor is paired; ``leaves`` is the one who floats on to the anchor below."""

    pairs: list[Edge]
    floater: int | None


def level_anchors(graph: PairingGraph, *, min_players: int) -> list[Anchor]:
    """Return the levels of at least so many players as anchors, the best first."""
    found = []
    for at, level in groupby(range(graph.size), key=graph.line.__getitem__):
        members = list(level)
        if len(members) >= min_players and members[-1] != graph.bye:
            found.append(Anchor(at, members[0], members[-1] + 1, _lowest(graph, members)))
    return found


def gap_anchors(graph: PairingGraph) -> list[Anchor]:
    """Return the middles between vertices 1 and 2, 3 and 4, and so on: anchors at which nobody stands."""
    return [Anchor((graph.line[place - 1] + graph.line[place]) // 2, place, place) for place in range(2, graph.size, 2)]


def _lowest(graph: PairingGraph, members: Sequence[int]) -> int:
    if graph.bye is None:
        return 0
    return min(
        (graph.players_below[vertex] for vertex in members if not graph.have_met((vertex, graph.bye))), default=0
    )


def fill_anchor(
    graph: PairingGraph, anchor: Anchor, floaters: Sequence[int], *, one_floats_down: bool
) -> AnchorPairing | None:
    """Pair the players of ``anchor`` with ``floaters`` and each other, None if that fails.

    The bye goes to the lowest who had none; floaters meet, and the one who leaves is, whoever has
    not floated of late, as the lots have it: vertices of one level are in random order.
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
    leaves = next(iter(free), None) if one_floats_down else None
    if one_floats_down and leaves is None:
        return None
    rest = _paired(graph, [vertex for vertex in sorted(free) if vertex != leaves])
    return None if rest is None else AnchorPairing(pairs + rest, leaves)


def _paired(graph: PairingGraph, vertices: Sequence[int]) -> list[Edge] | None:
    """Pair neighbours, and mend two who have met by a swap with another pair. It can only fail among few."""
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
