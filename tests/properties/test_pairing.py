"""Pairings of any history: nobody meets twice while that can be helped, and nothing legal is cheaper."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from gameplay.engine.chance import Stream
from tournaments.rules.history import Entry, Match, Round, Tournament
from tournaments.rules.pairing import Pairing
from tournaments.rules.standings import standings
from tournaments.rules.swiss import pair_round
from tournaments.rules.tiebreaks import Ruleset, scores

SCORES = [(2, 0, 0), (2, 1, 0), (2, 1, 1), (1, 0, 0), (0, 0, 3), (1, 1, 1), (1, 2, 0), (0, 2, 0)]
seeds = st.binary(max_size=8)


def new_event(players: int, planned: int, *, in_pod: bool) -> Tournament:
    ids = tuple(f"p{number}" for number in range(players))
    return Tournament(tuple(Entry(id_) for id_ in ids), planned, (ids,) if in_pod else ())


def play(tournament: Tournament, pairing: Pairing, chance: Stream) -> Tournament:
    """Play the paired round with random results."""
    matches = tuple(Match(a, b, *SCORES[chance.below(len(SCORES))]) for a, b in pairing.pairs)
    return replace(tournament, rounds=(*tournament.rounds, Round(tournament.next_round, matches, pairing.byes)))


def drop_one(tournament: Tournament, chance: Stream) -> Tournament:
    entries = list(tournament.entries)
    place = chance.below(len(entries))
    if entries[place].dropped_after_round is None:
        entries[place] = replace(entries[place], dropped_after_round=len(tournament.rounds))
    return replace(tournament, entries=tuple(entries))


def met(tournament: Tournament) -> set[frozenset[str]]:
    """Pairs that have met; a bye is a pair with nobody."""
    pairs = {frozenset((match.a, match.b)) for played in tournament.rounds for match in played.matches}
    return pairs | {frozenset((player,)) for played in tournament.rounds for player in played.byes}


def paired(pairing: Pairing) -> set[frozenset[str]]:
    return {frozenset(pair) for pair in pairing.pairs} | {frozenset((player,)) for player in pairing.byes}


def every_pairing(players: list[str]) -> Iterator[set[frozenset[str]]]:
    """Every pairing of ``players``, one of them with a bye if they are odd: written anew, and slowly."""
    if len(players) % 2:
        for bye in players:
            for pairs in every_pairing([player for player in players if player != bye]):
                yield pairs | {frozenset((bye,))}
    elif not players:
        yield set()
    else:
        for other in players[1:]:
            for pairs in every_pairing([player for player in players[1:] if player != other]):
                yield pairs | {frozenset((players[0], other))}


def can_go_on(history: set[frozenset[str]], players: list[str], rounds: int) -> bool:
    if not rounds:
        return True
    legal = (pairing for pairing in every_pairing(players) if not pairing & history)
    return any(can_go_on(history | pairing, players, rounds - 1) for pairing in legal)


def cost(pairing: set[frozenset[str]], points: dict[str, int]) -> int:
    bye = min(points.values()) - 3
    gaps = (
        max(points[p] for p in pair) - (min(points[p] for p in pair) if len(pair) == 2 else bye) for pair in pairing
    )
    return sum(gap**2 for gap in gaps)


def match_points(tournament: Tournament, players: list[str]) -> dict[str, int]:
    records = scores(tournament, Ruleset()).records
    return {player: records[player].match_points for player in players}


def playing(tournament: Tournament) -> list[str]:
    return [entry.id for entry in tournament.entries if entry.plays_in(tournament.next_round)]


@pytest.mark.clause("DRF-OP-6", "DRF-OP-7")
@settings(deadline=None, max_examples=60)
@given(st.integers(2, 7), st.integers(1, 4), st.booleans(), seeds)
def test_no_legal_pairing_that_leaves_the_announced_rounds_costs_less(
    players: int, planned: int, in_pod: bool, seed: bytes
):
    chance, tournament = Stream(seed, "results"), new_event(players, planned, in_pod=in_pod)
    for number in range(1, planned + 1):
        active, history = playing(tournament), met(tournament)
        points = match_points(tournament, active)
        legal = [each for each in every_pairing(active) if not each & history]
        lasting = [each for each in legal if can_go_on(history | each, active, planned - number)]
        pairing = pair_round(tournament, seed=seed)
        assert pairing.possible == bool(legal)
        if not legal:
            return
        assert paired(pairing) in (lasting or legal)
        assert pairing.cost == cost(paired(pairing), points)
        if lasting:
            assert pairing.cost == min(cost(each, points) for each in lasting)
        tournament = play(tournament, pairing, chance)


@pytest.mark.clause("DRF-OP-7", "DRF-OP-8")
@settings(deadline=None)
@given(st.sampled_from([(4, 3), (5, 5), (6, 4), (6, 5), (7, 5), (8, 6), (8, 7), (10, 9), (24, 6)]), seeds)
def test_announced_rounds_that_are_possible_are_all_played_without_a_rematch(size: tuple[int, int], seed: bytes):
    players, planned = size
    chance, tournament = Stream(seed, "results"), new_event(players, planned, in_pod=players <= 8)
    for _round in range(planned):
        pairing = pair_round(tournament, seed=seed)
        assert (pairing.possible, pairing.optimal) == (True, True)
        assert not paired(pairing) & met(tournament)
        assert sorted(player for each in paired(pairing) for player in each) == sorted(playing(tournament))
        tournament = play(tournament, pairing, chance)


@pytest.mark.clause("DRF-OP-6", "DRF-OP-7")
@settings(deadline=None)
@given(st.integers(4, 8), seeds)
def test_drops_never_lead_to_a_rematch_that_can_be_avoided(players: int, seed: bytes):
    chance, tournament = Stream(seed, "results"), new_event(players, 4, in_pod=True)
    for _round in range(4):
        pairing, active, history = pair_round(tournament, seed=seed), playing(tournament), met(tournament)
        possible = any(not each & history for each in every_pairing(active))
        assert pairing.possible == possible
        if not possible:
            harms = [one.rematches for one in pairing.alternatives if one.kind == "rematch"]
            assert all(harm == harms[0] for harm in harms)
            return
        assert not paired(pairing) & history
        tournament = drop_one(play(tournament, pairing, chance), chance)


@settings(deadline=None, max_examples=25)
@given(st.integers(9, 10), st.integers(1, 4), seeds)
def test_a_field_too_large_to_enumerate_is_paired_as_cheaply(players: int, rounds: int, seed: bytes):
    chance, tournament = Stream(seed, "results"), new_event(players, rounds, in_pod=False)
    for _round in range(rounds):
        pairing = pair_round(tournament, seed=seed)
        tournament, before = play(tournament, pairing, chance), tournament
    active, history = playing(before), met(before)
    points = match_points(before, active)

    assert pairing.cost == min(cost(each, points) for each in every_pairing(active) if not each & history)


@settings(deadline=None)
@given(st.integers(2, 12), st.integers(1, 5), seeds)
def test_standings_agree_with_shares_added_one_by_one(players: int, rounds: int, seed: bytes):
    chance, tournament = Stream(seed, "results"), new_event(players, rounds, in_pod=False)
    for _round in range(rounds):
        pairing = pair_round(tournament, seed=seed)
        assume(pairing.possible)
        tournament = play(tournament, pairing, chance)
    floor = Fraction(33, 100)
    shares = {}
    for player in playing(tournament):
        mine = [match for each in tournament.rounds for match in each.matches if player in (match.a, match.b)]
        won = [(m.games_a, m.games_b) if m.a == player else (m.games_b, m.games_a) for m in mine]
        byes = sum(player in each.byes for each in tournament.rounds)
        points = sum(3 if ours > theirs else ours == theirs for ours, theirs in won) + 3 * byes
        opponents = [m.b if m.a == player else m.a for m in mine]
        shares[player] = (max(floor, Fraction(points, 3 * rounds)), opponents)
    for row in standings(tournament):
        opponents = shares[row.player][1]
        mean = sum((shares[each][0] for each in opponents), Fraction(0)) / len(opponents) if opponents else floor
        assert row.values["omw"] == mean


@settings(deadline=None)
@given(st.integers(2, 12), st.integers(0, 3), seeds)
def test_ranks_follow_the_columns_exactly(players: int, rounds: int, seed: bytes):
    chance, tournament = Stream(seed, "results"), new_event(players, max(rounds, 1), in_pod=False)
    for _round in range(rounds):
        pairing = pair_round(tournament, seed=seed)
        assume(pairing.possible)
        tournament = play(tournament, pairing, chance)
    rows = standings(tournament)

    for higher, lower in combinations(rows, 2):
        ours, theirs = tuple(higher.values.values()), tuple(lower.values.values())
        assert (ours > theirs) == (higher.rank < lower.rank)
        assert ours >= theirs
