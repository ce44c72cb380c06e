"""Reasons for the pairs of a round: codes of `reasons` with their fields."""

from collections import Counter
from collections.abc import Iterator
from itertools import accumulate

from tournaments.rules.graphs import Matching, PairingGraph
from tournaments.rules.groups import PairingGroup
from tournaments.rules.reasons import DecisionReason


def meeting_reasons(group: PairingGroup, graph: PairingGraph, matching: Matching) -> Iterator[DecisionReason]:
    """Yield a reason for each pair, the highest ranked first, and for the bye."""
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
    """Yield a reason for each pair with different match points, the highest ranked first."""
    group_sizes = Counter(graph.points)
    players_down_to = dict(zip(group_sizes, accumulate(group_sizes.values()), strict=True))
    for pair in sorted(matching):
        gap = graph.points_gap(pair)
        if not gap or pair[1] == graph.bye:
            continue
        a, b = (group.players[vertex] for vertex in pair)
        fields = {"a": a, "b": b, "gap": gap}
        alone = next((vertex for vertex in pair if _all_met(graph, vertex, group_sizes)), None)
        if players_down_to[graph.points[pair[0]]] % 2:
            yield DecisionReason("floated_odd", fields | {"players": players_down_to[graph.points[pair[0]]]})
        elif alone is not None:
            yield DecisionReason("floated_met", fields | {"player": group.players[alone]})
        else:
            yield DecisionReason("floated", fields)


def _all_met(graph: PairingGraph, vertex: int, group_sizes: Counter[int]) -> bool:
    """Return whether ``vertex`` has already met every other player of its score group."""
    same = sum(graph.points[other] == graph.points[vertex] for other in graph.met[vertex])
    return same == group_sizes[graph.points[vertex]] - 1
