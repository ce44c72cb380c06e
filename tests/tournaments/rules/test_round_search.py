"""The look-ahead of nine to twelve players: no dead end where there was a way, and an answer in a fixed time."""

from itertools import combinations
from time import process_time

import pytest

from gameplay.engine.core.chance import RandomStream
from tests.instruments.pairings.events import play_round
from tournaments.rules.history import EventEntry, Tournament
from tournaments.rules.matchings import MetMasks, can_play_rounds, met_after
from tournaments.rules.round_search import RoundSearch, can_play
from tournaments.rules.swiss import pair_round


def random_met(chance: RandomStream, size: int) -> tuple[int, ...]:
    pairs = [pair for pair in combinations(range(size), 2) if chance.below(2)]
    met = (0,) * size
    for pair in pairs:
        met = met_after(met, (pair,))
    return met


@pytest.mark.parametrize("seed", range(5))
def test_search_agrees_with_exhaustive_search(seed: int):
    chance = RandomStream(bytes([seed]), "graphs")
    for _graph in range(60):
        met = random_met(chance, (4, 6, 8)[chance.below(3)])
        for rounds in range(1, 5):
            assert can_play(met, rounds) is can_play_rounds(met, rounds)


def test_first_round_leaves_the_others_possible():
    met: MetMasks = (0,) * 10
    rounds = 9
    while rounds:
        matching = RoundSearch().first_round(met, rounds)
        assert matching
        met, rounds = met_after(met, matching), rounds - 1
    assert not can_play(met, 1)


@pytest.mark.clause("DRF-OP-7")
@pytest.mark.parametrize(("players", "rounds"), [(9, 9), (10, 8), (10, 9), (12, 11)])
@pytest.mark.parametrize("seed", range(12))
def test_all_announced_rounds_are_played(players: int, rounds: int, seed: int):
    chance = RandomStream(bytes([seed]), "results")
    tournament = Tournament(tuple(EventEntry(f"p{number}") for number in range(players)), rounds)
    for _round in range(rounds):
        pairing = pair_round(tournament, seed=bytes([seed]))
        assert (pairing.possible, pairing.optimal) == (True, True)
        tournament = play_round(tournament, pairing, chance)


def test_search_stops_and_says_so():
    chance = RandomStream(b"", "drops")
    tournament = Tournament(tuple(EventEntry(f"p{number}") for number in range(14)), 11)
    for _round in range(5):
        tournament = play_round(tournament, pair_round(tournament, seed=b""), chance)
    left = tuple(
        EventEntry(entry.id, dropped_after_round=5 if place < 2 else None)
        for place, entry in enumerate(tournament.entries)
    )
    began = process_time()
    pairing = pair_round(Tournament(left, 11, rounds=tournament.rounds), seed=b"")

    assert pairing.possible
    assert process_time() - began < 2


def test_petersen_graph_has_one_round_and_a_search_of_it_can_be_given_up():
    edges = [(place, (place + 1) % 5) for place in range(5)] + [(place, place + 5) for place in range(5)]
    edges += [(place + 5, (place + 2) % 5 + 5) for place in range(5)]
    met = met_after((0,) * 10, tuple(pair for pair in combinations(range(10), 2) if not {pair, pair[::-1]} & {*edges}))

    assert [can_play(met, rounds) for rounds in (1, 2, 3)] == [True, False, False]
    search = RoundSearch(limit=1)
    assert (search.first_round(met, 2), search.is_stopped) == (None, True)
