from collections.abc import Iterator
from dataclasses import replace

import pytest

from gameplay.engine.core.chance import RandomStream
from tests.tournaments.rules.events import event
from tournaments.rules.history import PlayedMatch, PlayedRound
from tournaments.rules.pods import (
    PodSizesError,
    PodSplit,
    TooFewPlayersError,
    announced_rounds_fault,
    best_split,
    director_notices,
    draw_pods,
    field_rounds_fault,
    max_rounds,
    min_pod_size,
    pod_for_late_entry,
    pod_rounds_fault,
    split_reasons,
)
from tournaments.rules.swiss import pair_round

SEED = bytes(32)


@pytest.mark.clause("DRF-OP-1", "DRF-1.7")
@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (2, "2"),
        (3, "3"),
        (4, "4"),
        (5, "5"),
        (6, "6"),
        (7, "7"),
        (8, "8"),
        (9, "4+5"),
        (10, "6+4"),
        (11, "6+5"),
        (12, "6+6"),
        (13, "6+7"),
        (14, "8+6"),
        (15, "8+7"),
        (16, "6+6+4"),
        (17, "6+6+5"),
        (18, "6+6+6"),
        (19, "6+6+7"),
        (20, "8+6+6"),
        (24, "6+6+6+6"),
    ],
)
def test_pod_sizes_of_the_ruling_with_the_odd_pod_last(players: int, sizes: str):
    assert str(best_split(players)) == sizes


def every_split(players: int, largest: int = 8) -> Iterator[tuple[int, ...]]:
    if not players:
        yield ()
    for size in range(min(largest, players), 3, -1):
        yield from ((size, *rest) for rest in every_split(players - size, size))


@pytest.mark.clause("DRF-OP-1", "DRF-1.8")
@pytest.mark.parametrize("players", range(4, 61))
def test_no_split_with_a_spread_of_at_most_two_is_better(players: int):
    chosen = best_split(players)
    allowed = [PodSplit(sizes) for sizes in every_split(players) if max(sizes) - min(sizes) <= 2]

    assert chosen.sort_key == min(split.sort_key for split in allowed)
    assert sum(split.sort_key == chosen.sort_key for split in allowed) == 1


@pytest.mark.clause("DRF-1.6", "DRF-1.8")
@pytest.mark.parametrize("players", range(4, 300))
def test_sizes_are_about_equal_and_odd_only_if_necessary(players: int):
    sizes = best_split(players).sizes

    assert sum(sizes) == players
    assert max(sizes) - min(sizes) <= 2
    assert sum(size % 2 for size in sizes) == players % 2
    assert all(size % 2 == 0 for size in sizes[:-1])


@pytest.mark.clause("DRF-OP-1")
@pytest.mark.parametrize(
    ("players", "code", "sentence"),
    [
        (10, "fewer_odd_pods", "6+4 rather than 5+5: fewer odd pods (0 instead of 2), so fewer byes."),
        (8, "nearer_six", "8 rather than 4+4: pods of six are best, and these sizes are closer to six."),
        (16, "nearer_six", "6+6+4 rather than 8+8: pods of six are best, and these sizes are closer to six."),
        (12, "nearer_six", "6+6 rather than 4+4+4: pods of six are best, and these sizes are closer to six."),
        (15, "fewer_odd_pods", "8+7 rather than 5+5+5: fewer odd pods (1 instead of 3), so fewer byes."),
    ],
)
def test_split_has_reasons(players: int, code: str, sentence: str):
    reasons = {reason.code: reason.sentence.format(**reason.details) for reason in split_reasons(best_split(players))}

    assert reasons[code] == sentence


def test_single_player_is_refused():
    with pytest.raises(TooFewPlayersError):
        best_split(1)


@pytest.mark.clause("DRF-1.5")
def test_pods_are_random_and_reproducible():
    names = [f"p{number}" for number in range(16)]
    first, again, other = (draw_pods(names, RandomStream(SEED, label)) for label in ("a", "a", "b"))

    assert [len(pod) for pod in first] == [6, 6, 4]
    assert sorted(name for pod in first for name in pod) == sorted(names)
    assert first == again
    assert first != other


@pytest.mark.clause("DRF-1.5")
def test_player_can_get_any_seat():
    first_pods = [draw_pods("ABCDEFGHIJ", RandomStream(SEED, str(number)))[0] for number in range(200)]

    assert {pod.index("A") for pod in first_pods if "A" in pod} == set(range(6))


@pytest.mark.clause("DRF-1.6", "DRF-OP-1")
def test_pod_sizes_can_be_chosen():
    pods = draw_pods("ABCDEFGHIJ", RandomStream(SEED, "pods"), sizes=[5, 3, 2])

    assert [len(pod) for pod in pods] == [5, 3, 2]


@pytest.mark.clause("DRF-1.6")
@pytest.mark.parametrize("sizes", [[5, 4], [9, 1], []])
def test_sizes_that_do_not_fit_the_players_are_refused(sizes: list[int]):
    with pytest.raises(PodSizesError) as refusal:
        draw_pods("ABCDEFGHIJ", RandomStream(SEED, "pods"), sizes=sizes)

    assert refusal.value.details["players"] == 10


@pytest.mark.clause("DRF-OP-8")
def test_maximum_rounds_of_a_pod():
    assert [max_rounds(size) for size in (2, 3, 4, 5, 6, 7, 8)] == [1, 3, 3, 5, 5, 7, 7]


@pytest.mark.clause("DRF-4.5")
@pytest.mark.parametrize(
    ("sizes", "rounds", "codes"),
    [
        ((8,), 3, []),
        ((6,), 3, ["below_sanctioning_minimum"]),
        ((6, 6), 2, ["below_sanctioning_minimum"]),
        ((6, 4), 4, ["too_many_rounds"]),
        ((6, 6), 6, ["too_many_rounds"]),
    ],
)
def test_notices_warn_of_missing_sanctioning_and_too_many_rounds(sizes: tuple[int, ...], rounds: int, codes: list[str]):
    assert [notice.code for notice in director_notices(sizes, rounds)] == codes


@pytest.mark.clause("DRF-OP-8")
@pytest.mark.parametrize(
    ("sizes", "rounds", "sentence"),
    [
        (
            (6, 4),
            4,
            (
                "Pods of 6+4 cannot play 4 rounds: after round 3, all players in a pod of 4 have met. "
                "Make pods of 5+5, or announce at most 3 rounds."
            ),
        ),
        (
            (5, 4),
            4,
            (
                "Pods of 4+5 cannot play 4 rounds: after round 3, all players in a pod of 4 have met. "
                "Announce at most 3 rounds."
            ),
        ),
        (
            (6, 6),
            6,
            (
                "Pods of 6+6 cannot play 6 rounds: after round 5, all players in a pod of 6 have met. "
                "Announce at most 5 rounds."
            ),
        ),
        (
            (4, 2),
            4,
            (
                "Pods of 4+2 cannot play 4 rounds: after round 3, all players in a pod of 4 have met. "
                "Make pods of 6, or announce at most 3 rounds."
            ),
        ),
        (
            (3,),
            4,
            (
                "Pods of 3 cannot play 4 rounds: after round 3, all players in a pod of 3 have met. "
                "Announce at most 3 rounds."
            ),
        ),
    ],
)
def test_too_many_rounds_are_refused_with_advice(sizes: tuple[int, ...], rounds: int, sentence: str):
    fault = pod_rounds_fault(sizes, rounds)

    assert fault is not None
    assert (str(fault), fault.code, fault.clause) == (sentence, "too_many_rounds", "DRF-OP-8")


@pytest.mark.clause("DRF-OP-8")
@pytest.mark.parametrize(
    ("sizes", "rounds"), [((6,), 5), ((8,), 7), ((7,), 7), ((5,), 5), ((4, 4), 3), ((3,), 3), ((2,), 3), ((6, 2), 5)]
)
def test_possible_rounds_and_pods_of_two_are_not_refused(sizes: tuple[int, ...], rounds: int):
    assert pod_rounds_fault(sizes, rounds) is None


@pytest.mark.clause("DRF-OP-8")
@pytest.mark.parametrize(("size", "rounds"), [(4, 3), (5, 5), (6, 5), (7, 7), (8, 7)])
def test_pod_can_play_its_maximum_rounds_and_no_more(size: int, rounds: int):
    tournament = event("ABCDEFGH"[:size], planned=rounds, pods=["ABCDEFGH"[:size]])
    for number in range(1, rounds + 1):
        pairing = pair_round(tournament, seed=SEED)
        assert pairing.possible
        drawn = tuple(PlayedMatch(a, b, 1, 1) for a, b in pairing.pairs)
        tournament = replace(tournament, rounds=(*tournament.rounds, PlayedRound(number, drawn, pairing.byes)))

    assert max_rounds(size) == rounds
    assert not pair_round(tournament, seed=SEED).possible


def test_no_pod_is_large_enough_for_eight_rounds():
    fault = announced_rounds_fault(8)

    assert announced_rounds_fault(7) is None
    assert fault
    assert fault.details == {"rounds": 8, "pod_size": 8, "possible": 7}
    assert [min_pod_size(rounds) for rounds in range(1, 8)] == [2, 3, 3, 5, 5, 7, 7]


@pytest.mark.clause("DRF-OP-6", "DRF-OP-8", "DRF-4.1")
@pytest.mark.parametrize(
    ("pods", "playing", "joined"),
    [
        (["ABCDEF", "GHIJ", "KLMNO"], "ABCDEFGHIJKLMNO", 3),  # the odd pod loses its bye
        (["ABCDEFG", "HIJKL"], "ABCDEFGHIJKL", 2),  # the smaller of two odd pods
        (["ABCDEF", "GHIJ"], "ABCDEFGHIJ", 2),  # the smallest, if all are even
        (["ABCD", "EFGH"], "ABCDEFGH", 1),
        (["ABCD", "EFGH"], "ABCDEFG", 2),  # a dropped player makes a pod odd
    ],
)
def test_late_entry_plays_in_an_odd_pod_or_the_smallest(pods: list[str], playing: str, joined: int):
    assert pod_for_late_entry(pods, playing) == joined


@pytest.mark.clause("DRF-OP-8")
def test_maximum_rounds_across_the_event_depend_on_the_whole_field():
    fault = field_rounds_fault(10, 10)

    assert (field_rounds_fault(10, 9), field_rounds_fault(11, 11), field_rounds_fault(2, 3)) == (None, None, None)
    assert fault
    assert fault.details == {"rounds": 10, "pod_size": 10, "possible": 9}


def test_rounds_across_the_event_are_paired_as_one_field():
    pods = event("ABCDEFGH", planned=7, pods=["ABCD", "EFGH"])
    field = replace(pods, pods=())

    assert pair_round(replace(pods, across=True), seed=SEED) == pair_round(field, seed=SEED)
    assert pair_round(pods, seed=SEED) != pair_round(field, seed=SEED)
