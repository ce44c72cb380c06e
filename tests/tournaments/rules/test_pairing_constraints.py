"""Pairing exclusions, repeated floats, and power pairing."""

import string
from dataclasses import replace

import pytest

from tests.instruments.pairings.judge import PairingJudge, every_pairing, meetings
from tests.tournaments.rules.events import WORKED_EXAMPLE, event, meeting, played
from tests.tournaments.rules.test_pairing import FOUR_AFTER_ONE, SEED, codes, pair, pairs, with_exclusions
from tournaments.rules.groups import next_group
from tournaments.rules.reasons import DecisionReason
from tournaments.rules.standings import standings
from tournaments.rules.swiss import pair_round

# --- pairing exclusions ------------------------------------------------------------------


def test_excluded_players_do_not_meet_and_the_cost_is_reported():
    pairing = pair(with_exclusions(FOUR_AFTER_ONE, "CA"))

    assert (pairs(pairing), pairing.cost, pairing.optimal) == ({"AD", "BC"}, 18, True)
    assert pairing.reasons[1] == DecisionReason("kept_apart", {"a": "A", "b": "C", "less": 18})


def test_exclusion_without_a_cost_is_not_reported():
    pairing = pair(with_exclusions(FOUR_AFTER_ONE, "AD"))

    assert (pairs(pairing), pairing.cost) == ({"AC", "BD"}, 0)
    assert "kept_apart" not in codes(pairing)


def test_excluded_players_in_opposite_seats_do_not_meet():
    pairing = pair_round(with_exclusions(event("ABCDEF", pods=["ABCDEF"], planned=1), "AD"), seed=SEED)

    assert "AD" not in pairs(pairing)
    assert (pairing.cost, codes(pairing)[0]) == (0, "least_gaps")


def test_exclusions_are_reported_if_they_make_a_round_impossible():
    pairing = pair(with_exclusions(event("ABCD"), "AB", "AC", "AD"))

    assert (pairing.possible, codes(pairing)) == (False, ["no_pairing", "apart_blocks"])
    for option in pairing.alternatives:
        assert not {frozenset(pair) for pair in option.pairs} & {frozenset(pair) for pair in ("AB", "AC", "AD")}
    assert {option.kind for option in pairing.alternatives} == {"second_bye"}


def test_excluded_players_do_not_meet_in_a_large_field():
    # A floats, and therefore another of the six players with three points does.
    points = played(1, "A-B 2-0-0, C-D 2-0-0, E-F 2-0-0, G-H 2-0-0, I-J 2-0-0, K-L 2-0-0")
    excluded = "AC", "AE", "AG", "AI", "AK"
    pairing = pair(with_exclusions(event("ABCDEFGHIJKL", points), *excluded))

    assert (pairing.cost, pairing.optimal) == (18, True)
    assert [reason.details["less"] for reason in pairing.reasons if reason.code == "kept_apart"] == [18]
    assert {frozenset(pair) for pair in pairing.pairs}.isdisjoint(map(frozenset, excluded))


# --- floaters ----------------------------------------------------------------------------

# B and C floated in the second round. In the third round A-B C-F D-E, A-C B-F D-E and A-D B-E C-F each cost 18.
FLOATED = event("ABCDEF", played(1, "A-F 2-0-0, B-D 2-0-0, C-E 0-2-0"), played(2, "A-E 0-2-0, B-C 0-2-0, D-F 2-0-0"))


@pytest.mark.clause("DRF-OP-7")
def test_players_who_floated_do_not_float_again_at_equal_cost():
    pairings = [pair(FLOATED, str(number)) for number in range(30)]

    assert {pairing.cost for pairing in pairings} == {18}
    assert {frozenset(pairs(pairing)) for pairing in pairings} == {
        frozenset(("AB", "CF", "DE")),
        frozenset(("AC", "BF", "DE")),
    }


def test_float_weighs_two_in_the_next_round_and_one_in_the_round_after():
    third = replace(FLOATED, rounds=(*FLOATED.rounds, played(3, "A-B 2-0-0, C-F 2-0-0, D-E 2-0-0")))

    assert next_group(FLOATED).float_weights == {"A": 0, "B": 2, "C": 2, "D": 0, "E": 0, "F": 0}
    assert next_group(third).float_weights == {"A": 0, "B": 1, "C": 3, "D": 2, "E": 2, "F": 2}


def test_bye_is_a_float():
    assert next_group(event("ABC", played(1, "A-B 2-0-0", byes="C"))).float_weights["C"] == 2


# --- power pairing -----------------------------------------------------------------------


@pytest.mark.parametrize(("planned", "power"), [(1, False), (2, False), (3, False), (4, True)])
def test_power_pairing_is_only_for_the_last_round_and_never_the_first(planned: int, power: bool):
    tournament = replace(WORKED_EXAMPLE, power_pairing=True, planned_rounds=planned)

    assert ("power_paired" in codes(pair(tournament))) is power
    assert "power_paired" not in codes(pair(event("ABCD") if planned > 1 else event("ABCD", planned=1)))


def test_power_pairing_minimizes_the_distance_of_places_without_rematches():
    pairing = pair(replace(WORKED_EXAMPLE, power_pairing=True, planned_rounds=4))
    place = {row.player: number for number, row in enumerate(standings(WORKED_EXAMPLE), 1)}
    met = PairingJudge(WORKED_EXAMPLE).excluded
    distances = [
        sum((place[a] - place[b]) ** 2 for a, b in map(tuple, each))
        for each in every_pairing(tuple("ABCDEFGH"))
        if not each & met
    ]

    assert not meetings(pairing) & met
    assert pairing.reasons[0] == DecisionReason("power_paired", {"distance": min(distances)})
    assert sum((place[a] - place[b]) ** 2 for a, b in pairing.pairs) == min(distances)


def test_neighbours_in_the_standings_meet():
    results = played(1, "A-E 2-0-0, B-F 2-0-1, C-G 2-1-0, D-H 2-1-1")
    tournament = replace(event("ABCDEFGH", results, planned=2), power_pairing=True)
    pairing, order = pair(tournament), [row.player for row in standings(tournament)]

    assert (order[:4], len({row.rank for row in standings(tournament)})) == (["A", "B", "C", "D"], 8)
    assert pairing.pairs == tuple(zip(order[::2], order[1::2], strict=True))
    assert codes(pairing) == ["power_paired"]


def test_power_pairing_of_a_large_field():
    winners, losers = string.ascii_uppercase[:10], string.ascii_uppercase[10:20]
    results = meeting(1, " ".join(map("".join, zip(winners, losers, strict=True))))
    results = replace(results, matches=tuple(replace(match, games_b=0) for match in results.matches))
    pairing = pair(replace(event(winners + losers, results, planned=2), power_pairing=True))

    assert pairing.reasons == (DecisionReason("power_paired", {"distance": 10}),)
    assert (pairing.cost, pairing.optimal) == (0, True)
