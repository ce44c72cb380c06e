from collections.abc import Sequence

from tournaments.rules.graphs import Sets, make_graph


def sets(*each: Sequence[int]) -> Sets:
    return tuple(map(frozenset, each))


def test_bye_is_a_vertex_three_points_below_the_last_player():
    graph = make_graph((6, 3, 1), [(), (), ()], (1, 2, 3))

    assert (graph.points, graph.bye, graph.size) == ((6, 3, 1, -2), 3, 4)
    assert graph.cost(((0, 1), (2, 3))) == 18


def test_player_who_had_a_bye_has_met_it():
    graph = make_graph((6, 3, 1), [(1,), (0,), ()], (1, 2, 3), had_bye=(2,))

    assert graph.met == sets([1], [0], [3], [2])


def test_even_group_has_no_bye():
    graph = make_graph((3, 0), [(), ()], (1, 2), had_bye=(0,))

    assert (graph.bye, graph.met) == (None, sets([], []))


def test_excluded_pairs_count_as_met():
    graph = make_graph((3, 3, 0, 0), [(1,), (0,), (), ()], (1, 1, 3, 3), excluded=[(2, 3)])

    assert graph.met == sets([1], [0], [3], [2])
    assert graph.excluded == sets([], [], [3], [2])


def test_weight_combines_gap_bye_and_floats():
    graph = make_graph((6, 3, 3), [(), (), ()], (1, 2, 3), float_weights=(2, 0, 1))

    assert graph.weight_parts(graph.weight((0, 2))) == (9, 0, 3)
    assert graph.weight_parts(graph.weight((1, 3))) == (9, 1, 0)
    assert graph.weight_parts(graph.weight((1, 2))) == (0, 0, 0)
    assert graph.weight_parts(graph.total_weight([(0, 2), (1, 3)])) == (18, 1, 3)


def test_graph_without_vertices_keeps_the_points_of_its_bye():
    graph = make_graph((6, 3, 1, 0, 0), [(2,), (), (0,), (), ()], (1, 2, 3, 4, 4), had_bye=(3,)).without((1, 4))

    assert (graph.points, graph.bye) == ((6, 1, 0, -3), 3)
    assert graph.met == sets([1], [0], [3], [2])
