"""Graphs of any kind, solved window by window, weigh what another library's matching weighs."""

from itertools import combinations, pairwise

import networkx as nx
import pytest

from gameplay.engine.core.chance import RandomStream
from tournaments.rules.anchors import Anchor, gap_anchors, level_anchors
from tournaments.rules.blossom import TIE_BREAK_BITS, fixed_tie_break
from tournaments.rules.graphs import Edge, Matching, PairingGraph, make_graph
from tournaments.rules.large_groups import minimum_weight_pairing
from tournaments.rules.windows import solve_windows

Met = list[set[int]]


def lot(edge: Edge) -> int:
    return (edge[0] * 7919 + edge[1] * 104729) % 65537


def judged(graph: PairingGraph) -> tuple[int, int] | None:
    """Return the least squared gaps and place of the bye by one matching of the whole graph, None if there is none."""
    other = nx.Graph()
    other.add_nodes_from(range(graph.size))
    for a, b in combinations(range(graph.size), 2):
        if b not in graph.met[a]:
            squared = (graph.line[a] - graph.line[b]) ** 2
            other.add_edge(a, b, weight=-squared * 10_000 - (graph.players_below[a] if b == graph.bye else 0))
    found = nx.max_weight_matching(other, maxcardinality=True)
    if 2 * len(found) < graph.size:
        return None
    cost, high = divmod(-sum(other[a][b]["weight"] for a, b in found), 10_000)
    return cost, high


def weighed(graph: PairingGraph, matching: Matching | None) -> tuple[int, int] | None:
    """Return the same of ``matching``, and see that everyone has a place and nobody a rematch."""
    if matching is None:
        return None
    assert sorted(vertex for pair in matching for vertex in pair) == list(range(graph.size))
    assert not any(b in graph.met[a] for a, b in matching)
    return graph.weight_parts(graph.total_weight(matching))[:2]


def meet(met: Met, a: int, b: int) -> None:
    met[a].add(b)
    met[b].add(a)


def any_graph(chance: RandomStream, most: int) -> PairingGraph:
    """Scores in a few levels, rounds among neighbours or anyone, often a clique, byes, places or points."""
    size = 2 + chance.below(most - 1)
    step, height = 1 + 2 * chance.below(2), 1 + chance.below(10)
    points = sorted((step * chance.below(height) for _ in range(size)), reverse=True)
    met: Met = [set() for _ in range(size)]
    for _round in range(chance.below(1 + min(size - 1, (3, 6, 12, size)[chance.below(4)]))):
        spread = (1, 5, 50)[chance.below(3)]
        order = sorted(range(size), key=lambda player: 9 * points[player] + chance.below(9 * spread))
        for a, b in zip(order[::2], order[1::2], strict=False):
            meet(met, a, b)
    if chance.below(3) == 0:
        start = chance.below(size - 1)
        for a, b in combinations(range(start, min(size, start + 2 + chance.below(14))), 2):
            meet(met, a, b)
    by_place = chance.below(4) == 0
    had_bye = [player for player in range(size) if chance.below(4) == 0]
    return make_graph(points, met, list(range(size)), had_bye=had_bye, by_place=by_place)


def some_anchors(graph: PairingGraph, chance: RandomStream) -> list[Anchor]:
    return gap_anchors(graph) if graph.is_by_place else level_anchors(graph, min_players=(1, 2, 4, 8)[chance.below(4)])


@pytest.mark.clause("DRF-OP-6", "DRF-OP-7")
@pytest.mark.parametrize("seed", range(8))
def test_windows_come_to_what_one_matching_of_all_comes_to(seed: int):
    chance = RandomStream(bytes([seed]), "graphs")
    impossible = 0
    for _graph in range(60):
        graph = any_graph(chance, 22)
        wanted = judged(graph)
        impossible += wanted is None
        assert weighed(graph, solve_windows(graph, lot, [])) == wanted
        assert weighed(graph, solve_windows(graph, lot, some_anchors(graph, chance))) == wanted
    assert impossible


@pytest.mark.clause("DRF-OP-7")
@pytest.mark.parametrize("seed", range(3))
def test_larger_fields_too(seed: int):
    graph = any_graph(RandomStream(bytes([seed]), "large"), 70)

    assert weighed(graph, solve_windows(graph, lot, some_anchors(graph, RandomStream(b"", "")))) == judged(graph)


@pytest.mark.parametrize("seed", range(4))
def test_with_lots_there_is_one_answer_whoever_works_it_out(seed: int):
    chance = RandomStream(bytes([seed]), "lots")
    for _graph in range(10):
        graph = any_graph(chance, 40)
        other = nx.Graph()
        other.add_nodes_from(range(graph.size))
        for a, b in graph.edges():
            other.add_edge(a, b, weight=-(graph.weight((a, b)) << TIE_BREAK_BITS | fixed_tie_break(a, b)))
        found = nx.max_weight_matching(other, maxcardinality=True)
        theirs = tuple(sorted((min(pair), max(pair)) for pair in found))

        assert solve_windows(graph, lambda pair: fixed_tie_break(*pair), []) == (
            theirs if 2 * len(theirs) == graph.size else None
        )


# --- fields in which a search would not come to an end -----------------------------------


def field(sizes: dict[int, int], *cliques: range) -> PairingGraph:
    """So many players on each number of points, and ranges of places who have all met."""
    points = [points for points, size in sorted(sizes.items(), reverse=True) for _player in range(size)]
    met: Met = [set() for _ in points]
    for clique in cliques:
        for a, b in combinations(clique, 2):
            meet(met, a, b)
    return make_graph(points, met, [1] * len(points))


def least_weight(graph: PairingGraph) -> tuple[int, int] | None:
    return weighed(graph, minimum_weight_pairing(graph, lot))


LARGE = {27: 4, 24: 96, 18: 500, 9: 800, 3: 500, 0: 100}


def test_nobody_has_met_anybody_in_a_field_of_two_thousand():
    assert least_weight(field(LARGE)) == (0, 0)


def test_the_last_sixteen_have_all_met():
    assert least_weight(field(LARGE, range(1984, 2000))) == (0, 0)


def test_the_last_sixteen_have_all_met_and_are_alone_on_their_points():
    # Each of them meets somebody with three points.
    assert least_weight(field({9: 1000, 3: 984, 0: 16}, range(1984, 2000))) == (16 * 9, 0)


def test_several_groups_who_have_all_met():
    cliques = range(4), range(90, 110), range(590, 610), range(1880, 1920), range(1980, 2000)

    assert least_weight(field(LARGE, *cliques)) == (4 * 9, 0)


def test_more_than_half_have_all_met_and_cannot_be_paired():
    assert minimum_weight_pairing(field({6: 40, 3: 59}, range(45, 99)), lot) is None
    assert minimum_weight_pairing(field({6: 50, 3: 50}, range(49, 100)), lot) is None


def test_just_half_have_all_met():
    # Each of the fifty with three points meets one with six.
    assert least_weight(field({6: 50, 3: 50}, range(50, 100))) == (450, 0)


def path(places: int) -> PairingGraph:
    """A field in its last round, in which each of the first ten has met the next in the standings."""
    met: Met = [set() for _ in range(places)]
    for a, b in pairwise(range(10)):
        meet(met, a, b)
    return make_graph(list(range(places, 0, -1)), met, list(range(places)), by_place=True)


def test_places_are_paired_with_their_neighbours_in_a_large_field():
    [few, many] = [path(places) for places in (40, 2000)]
    distances = [graph.distance(matching) for graph in (few, many) if (matching := minimum_weight_pairing(graph, lot))]

    assert weighed(few, minimum_weight_pairing(few, lot)) == judged(few)
    assert distances[1] - distances[0] == (2000 - 40) // 2
