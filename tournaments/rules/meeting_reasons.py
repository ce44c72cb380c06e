"""Why two players meet who do: the codes of `reasons` with their fields."""

from collections import Counter
from collections.abc import Iterator
from itertools import accumulate

from tournaments.rules.graphs import Matching, PairingGraph
from tournaments.rules.groups import PairingGroup
from tournaments.rules.reasons import DecisionReason


def meeting_reasons(group: PairingGroup, graph: PairingGraph, matching: Matching) -> Iterator[DecisionReason]:
    """Yield a reason for each pair, the best first, and for the bye."""
    for a, b in sorted(matching):
        first = group.players[a]
        if b == graph.bye:
            yield DecisionReason("bye", {"player": first})
            continue
        second = group.players[b]
        if graph.is_by_place:
            ranks = {"first": group.ranks[first], "second": group.ranks[second]}
            yield DecisionReason("places", {"a": first, "b": second, **ranks})
        elif not graph.points_gap((a, b)):
            yield DecisionReason("same_points", {"a": first, "b": second, "points": graph.points[a]})
    if not graph.is_by_place:
        yield from float_reasons(group, graph, matching)


def float_reasons(group: PairingGroup, graph: PairingGraph, matching: Matching) -> Iterator[DecisionReason]:
    """Yield why players on different points meet, the best first."""
    level = Counter(graph.points)
    down_to = dict(zip(level, accumulate(level.values()), strict=True))
    for pair in sorted(matching):
        gap = graph.points_gap(pair)
        if not gap or pair[1] == graph.bye:
            continue
        a, b = (group.players[vertex] for vertex in pair)
        fields = {"a": a, "b": b, "gap": gap}
        alone = next((vertex for vertex in pair if _all_met(graph, vertex, level)), None)
        if down_to[graph.points[pair[0]]] % 2:
            yield DecisionReason("floated_odd", fields | {"players": down_to[graph.points[pair[0]]]})
        elif alone is not None:
            yield DecisionReason("floated_met", fields | {"player": group.players[alone]})
        else:
            yield DecisionReason("floated", fields)


def _all_met(graph: PairingGraph, vertex: int, level: Counter[int]) -> bool:
    """Whether ``vertex`` has nobody left to meet on its own points."""
    same = sum(graph.points[other] == graph.points[vertex] for other in graph.met[vertex])
    return same == level[graph.points[vertex]] - 1
