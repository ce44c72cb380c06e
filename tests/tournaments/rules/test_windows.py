"""Solving a graph by windows gives the same weight as a matching of the whole graph by another library."""

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


def tie_break(edge: Edge) -> int:
    return (edge[0] * 7919 + edge[1] * 104729) % 65537


def reference_weight(graph: PairingGraph) -> tuple[int, int] | None:
    """Return the minimum squared gaps and players below the bye by networkx; None if there is no perfect matching."""
    other = nx.Graph()
    other.add_nodes_from(range(graph.size))
    for a, b in combinations(range(graph.size), 2):
        if b not in graph.met[a]:
            squared = (graph.line[a] - graph.line[b]) ** 2
            other.add_edge(a, b, weight=-squared * 10_000 - (graph.players_below[a] if b == graph.bye else 0))
    matching = nx.max_weight_matching(other, maxcardinality=True)
    if 2 * len(matching) < graph.size:
        return None
    cost, below_bye = divmod(-sum(other[a][b]["weight"] for a, b in matching), 10_000)
    return cost, below_bye


def checked_weight(graph: PairingGraph, matching: Matching | None) -> tuple[int, int] | None:
    """Return squared gaps and players below the bye of ``matching``; assert that it is perfect and has no rematch."""
    if matching is None:
        return None
    assert sorted(vertex for pair in matching for vertex in pair) == list(range(graph.size))
    assert not any(b in graph.met[a] for a, b in matching)
    return graph.weight_parts(graph.total_weight(matching))[:2]


def meet(met: Met, a: int, b: int) -> None:
    met[a].add(b)
    met[b].add(a)


def random_graph(chance: RandomStream, max_size: int) -> PairingGraph:
    """Return a graph with a few score groups, random rounds, often a clique, byes, and gaps by points or places."""
    size = 2 + chance.below(max_size - 1)
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


def random_anchors(graph: PairingGraph, chance: RandomStream) -> list[Anchor]:
    return gap_anchors(graph) if graph.is_by_place else level_anchors(graph, min_players=(1, 2, 4, 8)[chance.below(4)])


@pytest.mark.clause("DRF-OP-6", "DRF-OP-7")
@pytest.mark.parametrize("seed", range(8))
def test_windows_have_the_weight_of_a_matching_of_the_whole_graph(seed: int):
    chance = RandomStream(bytes([seed]), "graphs")
    impossible = 0
    for _graph in range(60):
        graph = random_graph(chance, 22)
        expected = reference_weight(graph)
        impossible += expected is None
        assert checked_weight(graph, solve_windows(graph, tie_break, [])) == expected
        assert checked_weight(graph, solve_windows(graph, tie_break, random_anchors(graph, chance))) == expected
    assert impossible


@pytest.mark.clause("DRF-OP-7")
@pytest.mark.parametrize("seed", range(3))
def test_windows_of_larger_fields_have_the_reference_weight(seed: int):
    graph = random_graph(RandomStream(bytes([seed]), "large"), 70)

    assert checked_weight(
        graph, solve_windows(graph, tie_break, random_anchors(graph, RandomStream(b"", "")))
    ) == reference_weight(graph)


@pytest.mark.parametrize("seed", range(4))
def test_tie_breaks_make_the_matching_unique(seed: int):
    chance = RandomStream(bytes([seed]), "lots")
    for _graph in range(10):
        graph = random_graph(chance, 40)
        other = nx.Graph()
        other.add_nodes_from(range(graph.size))
        for a, b in graph.edges():
            other.add_edge(a, b, weight=-(graph.weight((a, b)) << TIE_BREAK_BITS | fixed_tie_break(a, b)))
        edges = nx.max_weight_matching(other, maxcardinality=True)
        reference = tuple(sorted((min(pair), max(pair)) for pair in edges))

        assert solve_windows(graph, lambda pair: fixed_tie_break(*pair), []) == (
            reference if 2 * len(reference) == graph.size else None
        )


# --- fields that an exhaustive search could not solve ------------------------------------


def field(sizes: dict[int, int], *cliques: range) -> PairingGraph:
    """Return a field with these numbers of players by points, in which the players of each clique have all met."""
    points = [points for points, size in sorted(sizes.items(), reverse=True) for _player in range(size)]
    met: Met = [set() for _ in points]
    for clique in cliques:
        for a, b in combinations(clique, 2):
            meet(met, a, b)
    return make_graph(points, met, [1] * len(points))


def minimum_weight(graph: PairingGraph) -> tuple[int, int] | None:
    return checked_weight(graph, minimum_weight_pairing(graph, tie_break))


LARGE = {27: 4, 24: 96, 18: 500, 9: 800, 3: 500, 0: 100}


def test_field_of_two_thousand_without_earlier_matches():
    assert minimum_weight(field(LARGE)) == (0, 0)


def test_last_sixteen_players_have_all_met():
    assert minimum_weight(field(LARGE, range(1984, 2000))) == (0, 0)


def test_last_score_group_has_all_met():
    # Each of its players meets a player with three points.
    assert minimum_weight(field({9: 1000, 3: 984, 0: 16}, range(1984, 2000))) == (16 * 9, 0)


def test_several_cliques_of_players_who_have_met():
    cliques = range(4), range(90, 110), range(590, 610), range(1880, 1920), range(1980, 2000)

    assert minimum_weight(field(LARGE, *cliques)) == (4 * 9, 0)


def test_clique_of_more_than_half_cannot_be_paired():
    assert minimum_weight_pairing(field({6: 40, 3: 59}, range(45, 99)), tie_break) is None
    assert minimum_weight_pairing(field({6: 50, 3: 50}, range(49, 100)), tie_break) is None


def test_clique_of_exactly_half_can_be_paired():
    # Each of the fifty with three points meets one with six.
    assert minimum_weight(field({6: 50, 3: 50}, range(50, 100))) == (450, 0)


def path(places: int) -> PairingGraph:
    """Return a power-paired field in which each of the first ten players has met the next one in the standings."""
    met: Met = [set() for _ in range(places)]
    for a, b in pairwise(range(10)):
        meet(met, a, b)
    return make_graph(list(range(places, 0, -1)), met, list(range(places)), by_place=True)


def test_places_are_paired_with_their_neighbours_in_a_large_field():
    [small, large] = [path(places) for places in (40, 2000)]
    matchings = [(graph, minimum_weight_pairing(graph, tie_break)) for graph in (small, large)]
    distances = [graph.distance(matching) for graph, matching in matchings if matching]

    assert checked_weight(*matchings[0]) == reference_weight(small)
    assert distances[1] - distances[0] == (2000 - 40) // 2
