"""The seating of teams for the draft."""

from itertools import combinations

import pytest

from gameplay.engine.core.chance import RandomStream
from tests.parts.properties import given
from tests.parts.properties import strategies as st
from tournaments.rules.pods import PodSizesError
from tournaments.rules.team_pods import best_team_split, draw_team_pods

pytestmark = pytest.mark.clause("DRF-OP-14")
FIELDS = st.tuples(st.integers(2, 12), st.integers(2, 3))
SEEDS = st.binary(min_size=32, max_size=32)


def teams_of(teams: int, size: int) -> list[list[tuple[int, int]]]:
    return [[(team, member) for member in range(size)] for team in range(teams)]


def seated(teams: int, size: int, seed: bytes, sizes: tuple[int, ...] | None = None) -> list[list[tuple[int, int]]]:
    return draw_team_pods(teams_of(teams, size), RandomStream(seed, "pods"), sizes=sizes)


def mates(pod: list[tuple[int, int]]) -> dict[int, list[int]]:
    """Return the seats of each team in a pod."""
    seats: dict[int, list[int]] = {}
    for seat, (team, _member) in enumerate(pod):
        seats.setdefault(team, []).append(seat)
    return seats


@given(FIELDS, SEEDS)
def test_each_player_has_one_seat_in_pods_of_four_to_eight(field: tuple[int, int], seed: bytes):
    pods = seated(*field, seed)

    assert sorted(player for pod in pods for player in pod) == sorted(
        player for team in teams_of(*field) for player in team
    )
    assert tuple(map(len, pods)) == best_team_split(field[0] * field[1]).sizes
    assert all(4 <= len(pod) <= 8 for pod in pods)


@given(FIELDS, SEEDS)
def test_teammates_sit_in_different_pods_if_there_are_enough(field: tuple[int, int], seed: bytes):
    pods = seated(*field, seed)

    largest = max(len(seats) for pod in pods for seats in mates(pod).values())

    assert largest == -(-field[1] // len(pods))


@given(FIELDS, SEEDS)
def test_teammates_at_one_table_sit_as_far_apart_as_possible(field: tuple[int, int], seed: bytes):
    for pod in seated(*field, seed):
        for seats in mates(pod).values():
            for a, b in combinations(seats, 2):
                gap = abs(a - b)
                assert min(gap, len(pod) - gap) == len(pod) // len(seats)


@given(st.integers(4, 8), SEEDS)
def test_custom_sizes_put_as_few_teammates_as_possible_at_one_table(teams: int, seed: bytes):
    sizes = (8, 2 * teams - 8) if teams > 4 else (5, 3)
    pods = seated(teams, 2, seed, sizes)

    together = sum(len(seats) > 1 for pod in pods for seats in mates(pod).values())

    assert tuple(map(len, pods)) == sizes
    assert together == (max(sizes) - min(sizes)) // 2


@pytest.mark.parametrize(
    ("players", "sizes"),
    [(4, (4,)), (6, (6,)), (8, (8,)), (10, (5, 5)), (12, (6, 6)), (14, (7, 7)), (9, (4, 5)), (18, (6, 6, 6))],
)
def test_pods_are_even_and_close_to_six(players: int, sizes: tuple[int, ...]):
    assert best_team_split(players).sizes == sizes


def test_seating_depends_on_the_seed():
    seeds = [bytes([number] * 32) for number in range(20)]

    assert seated(6, 2, seeds[0]) == seated(6, 2, seeds[0])
    assert len({str(seated(6, 2, seed)) for seed in seeds}) == len(seeds)


def test_sizes_that_do_not_fit_are_refused():
    with pytest.raises(PodSizesError):
        seated(4, 2, bytes(32), (6, 4))
