"""Exact minimum-weight perfect matching of a general graph (Edmonds' blossom algorithm)."""

from collections.abc import Iterable, Iterator

from rustworkx import PyGraph, max_weight_matching

from tournaments.rules.graphs import Edge, Matching

WeightedEdge = tuple[int, int, int]
"""Two vertices and the weight of their edge, 0 <= weight < 2**110."""
PRIME = (1 << 61) - 1
EXPONENT = 65537
TIE_BREAK_BITS = 56
"""Bits of the tie-break in an edge weight. Tie-breaks are below 2**40, so a sum of 2**16 of them does not overflow."""


def minimum_weight_matching(size: int, edges: Iterable[WeightedEdge]) -> Matching | None:
    """Return a perfect matching of ``size`` vertices with minimum total weight, None if there is no perfect matching.

    Each pair has its smaller vertex first, and the pairs are sorted. If several matchings are minimal, the choice is up
    to the library; callers that need a unique one put a tie-break into the lowest bits of the weights.
    """
    if not size:
        return ()
    weighted = list(edges)
    top = max((weight for _a, _b, weight in weighted), default=0)
    graph: PyGraph[int | None, int] = PyGraph()
    graph.add_nodes_from(range(size))
    graph.extend_from_weighted_edge_list([(a, b, top - weight) for a, b, weight in weighted])
    matching = max_weight_matching(graph, max_cardinality=True, weight_fn=_identity)
    if 2 * len(matching) < size:
        return None
    return tuple(sorted(_in_order(edge) for edge in matching))


def pair_tie_break(first: int, second: int) -> int:
    """Return the tie-break of a pair from the random numbers of both players, 1 <= number < PRIME."""
    return first * second % PRIME >> 21


def with_fixed_tie_breaks(edges: Iterable[WeightedEdge]) -> Iterator[WeightedEdge]:
    """Yield ``edges`` with a deterministic tie-break, so that the same graph always has the same minimum matching."""
    return ((a, b, weight << TIE_BREAK_BITS | fixed_tie_break(a, b)) for a, b, weight in edges)


def fixed_tie_break(a: int, b: int) -> int:
    """Return the deterministic tie-break of a pair of vertices."""
    return pow((a + 2) * (b + 2), EXPONENT, PRIME) >> 21


def _identity(weight: int) -> int:
    return weight


def _in_order(edge: Edge) -> Edge:
    return min(edge), max(edge)
