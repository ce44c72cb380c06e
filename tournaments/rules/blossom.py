"""The least perfect matching of any graph, exactly."""

from collections.abc import Iterable

from rustworkx import PyGraph, max_weight_matching

from tournaments.rules.graphs import Edge, Matching

Weighted = tuple[int, int, int]
"""Two vertices, and what they weigh together: from 0, below 2 to the power of 110."""


def cheapest(size: int, edges: Iterable[Weighted]) -> Matching | None:
    """Return the perfect matching of ``size`` vertices with the least sum of weights, None if there is none.

    Each pair has its smaller vertex first, and they are in order. Which of several equal ones it is,
    is the library's affair: whoever has to know adds lots to the weights.
    """
    if not size:
        return ()
    weighted = list(edges)
    top = max((weight for _a, _b, weight in weighted), default=0)
    graph: PyGraph[int | None, int] = PyGraph()
    graph.add_nodes_from(range(size))
    graph.extend_from_weighted_edge_list([(a, b, top - weight) for a, b, weight in weighted])
    found = max_weight_matching(graph, max_cardinality=True, weight_fn=_itself)
    if 2 * len(found) < size:
        return None
    return tuple(sorted(_in_order(edge) for edge in found))


def _itself(weight: int) -> int:
    return weight


def _in_order(edge: Edge) -> Edge:
    return min(edge), max(edge)
