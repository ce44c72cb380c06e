"""The least perfect matching of any graph, exactly."""

from collections.abc import Iterable, Iterator

from rustworkx import PyGraph, max_weight_matching

from tournaments.rules.graphs import Edge, Matching

WeightedEdge = tuple[int, int, int]
"""Two vertices, and what they weigh together: from 0, below 2 to the power of 110."""
PRIME = (1 << 61) - 1
EXPONENT = 65537
TIE_BREAK_BITS = 56
"""Lots are below 2 to the power of 40, so that those of 2 to the power of 16 pairs do not reach a weight above them."""


def minimum_weight_matching(size: int, edges: Iterable[WeightedEdge]) -> Matching | None:
    """Return the perfect matching of ``size`` vertices with the least sum of weights, None if there is none.

    Each pair has its smaller vertex first, and they are in order. Which of several equal ones it is,
    is the library's affair: where it matters, lots in the last bits of the weights leave but one.
    """
    if not size:
        return ()
    weighted = list(edges)
    top = max((weight for _a, _b, weight in weighted), default=0)
    graph: PyGraph[int | None, int] = PyGraph()
    graph.add_nodes_from(range(size))
    graph.extend_from_weighted_edge_list([(a, b, top - weight) for a, b, weight in weighted])
    found = max_weight_matching(graph, max_cardinality=True, weight_fn=_identity)
    if 2 * len(found) < size:
        return None
    return tuple(sorted(_in_order(edge) for edge in found))


def pair_tie_break(first: int, second: int) -> int:
    """Return the lot of a pair from the numbers of both, which are from 1 to below PRIME."""
    return first * second % PRIME >> 21


def with_fixed_tie_breaks(edges: Iterable[WeightedEdge]) -> Iterator[WeightedEdge]:
    """Yield ``edges`` with lots that are always the same, where one of several will do but not sometimes another."""
    return ((a, b, weight << TIE_BREAK_BITS | fixed_tie_break(a, b)) for a, b, weight in edges)


def fixed_tie_break(a: int, b: int) -> int:
    """Return a lot that a pair of vertices always has."""
    return pow((a + 2) * (b + 2), EXPONENT, PRIME) >> 21


def _identity(weight: int) -> int:
    return weight


def _in_order(edge: Edge) -> Edge:
    return min(edge), max(edge)
