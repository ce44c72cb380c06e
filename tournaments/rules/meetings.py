"""Why two players meet who do: the codes of `reasons` with their fields."""

from collections import Counter
from collections.abc import Iterator
from itertools import accumulate

from tournaments.rules.graphs import Graph, Matching
from tournaments.rules.groups import Group
from tournaments.rules.reasons import Reason


def meetings(group: Group, graph: Graph, matching: Matching) -> Iterator[Reason]:
    """Yield a reason for each pair, the best first, and for the bye."""
    for a, b in sorted(matching):
        first = group.players[a]
        if b == graph.bye:
            yield Reason("bye", {"player": first})
            continue
        second = group.players[b]
        if graph.by_place:
            ranks = {"first": group.ranks[first], "second": group.ranks[second]}
            yield Reason("places", {"a": first, "b": second, **ranks})
        elif not graph.gap((a, b)):
            yield Reason("same_points", {"a": first, "b": second, "points": graph.points[a]})
    if not graph.by_place:
        yield from floats(group, graph, matching)


def floats(group: Group, graph: Graph, matching: Matching) -> Iterator[Reason]:
    """Yield why players on different points meet, the best first."""
    level = Counter(graph.points)
    down_to = dict(zip(level, accumulate(level.values()), strict=True))
    for pair in sorted(matching):
        gap = graph.gap(pair)
        if not gap or pair[1] == graph.bye:
            continue
        a, b = (group.players[vertex] for vertex in pair)
        fields = {"a": a, "b": b, "gap": gap}
        alone = next((vertex for vertex in pair if _all_met(graph, vertex, level)), None)
        if down_to[graph.points[pair[0]]] % 2:
            yield Reason("floated_odd", fields | {"players": down_to[graph.points[pair[0]]]})
        elif alone is not None:
            yield Reason("floated_met", fields | {"player": group.players[alone]})
        else:
            yield Reason("floated", fields)


def _all_met(graph: Graph, vertex: int, level: Counter[int]) -> bool:
    """Whether ``vertex`` has nobody left to meet on its own points."""
    same = sum(graph.points[other] == graph.points[vertex] for other in graph.met[vertex])
    return same == level[graph.points[vertex]] - 1
