import pytest

from tournaments.rules.matchings import can_play_rounds, matchings, max_further_rounds, met_after

NO_MATCHES = (0,) * 6


@pytest.mark.parametrize(("size", "count"), [(2, 1), (4, 3), (6, 15), (8, 105), (10, 945)])
def test_all_perfect_matchings_are_enumerated(size: int, count: int):
    every = list(matchings((1 << size) - 1, (0,) * size))

    assert len(set(every)) == len(every) == count
    assert {vertex for matching in every for edge in matching for vertex in edge} == set(range(size))


def test_matchings_contain_no_rematch():
    met = met_after(NO_MATCHES, ((0, 1), (2, 3), (4, 5)))

    assert len(list(matchings(0b111111, met))) == 8


def histories(met: tuple[int, ...], rounds: int) -> list[tuple[int, ...]]:
    if not rounds:
        return [met]
    return [end for matching in matchings(0b111111, met) for end in histories(met_after(met, matching), rounds - 1)]


def test_a_quarter_of_the_histories_of_six_players_allow_no_fourth_round():
    from_one_first_round = histories(met_after(NO_MATCHES, ((0, 1), (2, 3), (4, 5))), 2)
    stuck = [met for met in from_one_first_round if not can_play_rounds(met, 1)]

    assert (len(stuck) * 4, len(from_one_first_round) * 15) == (len(from_one_first_round), 480)


@pytest.mark.parametrize(("size", "rounds"), [(2, 1), (4, 3), (6, 5), (8, 7), (10, 9)])
def test_all_players_can_meet_from_the_start(size: int, rounds: int):
    assert max_further_rounds((0,) * size, 100) == rounds


def test_third_round_of_six_players_is_always_possible():
    first = met_after(NO_MATCHES, ((0, 1), (2, 3), (4, 5)))

    assert all(can_play_rounds(met, 1) for met in histories(first, 1))


def test_look_ahead_covers_all_requested_rounds():
    """Ten players can still meet along the Petersen graph, which has no two edge-disjoint perfect matchings."""
    open_edges = {(a, (a + 1) % 5) for a in range(5)} | {(a, a + 5) for a in range(5)}
    open_edges |= {(a + 5, (a + 2) % 5 + 5) for a in range(5)}
    may_meet = [sum(1 << b for b in range(10) if {(a, b), (b, a)} & open_edges) for a in range(10)]
    met = tuple(0b1111111111 ^ 1 << a ^ others for a, others in enumerate(may_meet))

    assert max_further_rounds(met, 3) == 1
