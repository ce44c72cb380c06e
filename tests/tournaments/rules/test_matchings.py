import pytest

from tournaments.rules.matchings import can_play_rounds, matchings, max_further_rounds, met_after

NOBODY = (0,) * 6


@pytest.mark.parametrize(("size", "count"), [(2, 1), (4, 3), (6, 15), (8, 105), (10, 945)])
def test_how_many_pairings_there_are(size: int, count: int):
    found = list(matchings((1 << size) - 1, (0,) * size))

    assert len(set(found)) == len(found) == count
    assert {vertex for matching in found for edge in matching for vertex in edge} == set(range(size))


def test_a_pairing_has_no_pair_that_has_met():
    met = met_after(NOBODY, ((0, 1), (2, 3), (4, 5)))

    assert len(list(matchings(0b111111, met))) == 8


def histories(met: tuple[int, ...], rounds: int) -> list[tuple[int, ...]]:
    if not rounds:
        return [met]
    return [end for one in matchings(0b111111, met) for end in histories(met_after(met, one), rounds - 1)]


def test_a_quarter_of_the_three_round_histories_of_six_leave_no_fourth_round():
    from_one_first_round = histories(met_after(NOBODY, ((0, 1), (2, 3), (4, 5))), 2)
    stuck = [met for met in from_one_first_round if not can_play_rounds(met, 1)]

    assert (len(stuck) * 4, len(from_one_first_round) * 15) == (len(from_one_first_round), 480)


@pytest.mark.parametrize(("size", "rounds"), [(2, 1), (4, 3), (6, 5), (8, 7), (10, 9)])
def test_from_the_start_everyone_can_meet_everyone(size: int, rounds: int):
    assert max_further_rounds((0,) * size, 100) == rounds


def test_the_third_round_of_six_is_always_possible():
    first = met_after(NOBODY, ((0, 1), (2, 3), (4, 5)))

    assert all(can_play_rounds(met, 1) for met in histories(first, 1))


def test_looking_ahead_goes_as_far_as_asked():
    """Ten who can still meet along the Petersen graph: it has a perfect matching, but no two without a common edge."""
    open_edges = {(a, (a + 1) % 5) for a in range(5)} | {(a, a + 5) for a in range(5)}
    open_edges |= {(a + 5, (a + 2) % 5 + 5) for a in range(5)}
    may_meet = [sum(1 << b for b in range(10) if {(a, b), (b, a)} & open_edges) for a in range(10)]
    met = tuple(0b1111111111 ^ 1 << a ^ others for a, others in enumerate(may_meet))

    assert max_further_rounds(met, 3) == 1
