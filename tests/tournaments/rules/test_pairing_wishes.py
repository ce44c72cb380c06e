"""Players kept apart, floaters who are spared, and the last round by places."""

import string
from dataclasses import replace

import pytest

from tests.instruments.pairings.judge import PairingJudge, every_pairing, meetings
from tests.tournaments.rules.events import WORKED_EXAMPLE, event, meeting, played
from tests.tournaments.rules.test_pairing import FOUR_AFTER_ONE, SEED, codes, kept_apart, pair, pairs
from tournaments.rules.groups import next_group
from tournaments.rules.reasons import DecisionReason
from tournaments.rules.standings import standings
from tournaments.rules.swiss import pair_round

# --- who must not meet -------------------------------------------------------------------


def test_players_who_must_not_meet_do_not_and_what_that_costs_is_told():
    pairing = pair(kept_apart(FOUR_AFTER_ONE, "CA"))

    assert (pairs(pairing), pairing.cost, pairing.optimal) == ({"AD", "BC"}, 18, True)
    assert pairing.reasons[1] == DecisionReason("kept_apart", {"a": "A", "b": "C", "less": 18})


def test_what_costs_nothing_is_not_told():
    pairing = pair(kept_apart(FOUR_AFTER_ONE, "AD"))

    assert (pairs(pairing), pairing.cost) == ({"AC", "BD"}, 0)
    assert "kept_apart" not in codes(pairing)


def test_opposite_seats_do_not_meet_if_they_must_not():
    pairing = pair_round(kept_apart(event("ABCDEF", pods=["ABCDEF"], planned=1), "AD"), seed=SEED)

    assert "AD" not in pairs(pairing)
    assert (pairing.cost, codes(pairing)[0]) == (0, "least_gaps")


def test_a_round_that_fails_only_because_some_must_not_meet_says_so():
    pairing = pair(kept_apart(event("ABCD"), "AB", "AC", "AD"))

    assert (pairing.possible, codes(pairing)) == (False, ["no_pairing", "apart_blocks"])
    for one in pairing.alternatives:
        assert not {frozenset(pair) for pair in one.pairs} & {frozenset(pair) for pair in ("AB", "AC", "AD")}
    assert {one.kind for one in pairing.alternatives} == {"second_bye"}


def test_those_who_must_not_meet_do_not_in_a_large_field():
    # A floats, hence another of the six with three points.
    points = played(1, "A-B 2-0-0, C-D 2-0-0, E-F 2-0-0, G-H 2-0-0, I-J 2-0-0, K-L 2-0-0")
    couples = "AC", "AE", "AG", "AI", "AK"
    pairing = pair(kept_apart(event("ABCDEFGHIJKL", points), *couples))

    assert (pairing.cost, pairing.optimal) == (18, True)
    assert [reason.details["less"] for reason in pairing.reasons if reason.code == "kept_apart"] == [18]
    assert {frozenset(pair) for pair in pairing.pairs}.isdisjoint(map(frozenset, couples))


# --- floaters ----------------------------------------------------------------------------

# B and C floated in the second round. In the third, A-B C-F D-E, A-C B-F D-E and A-D B-E C-F cost 18 each.
FLOATED = event("ABCDEF", played(1, "A-F 2-0-0, B-D 2-0-0, C-E 0-2-0"), played(2, "A-E 0-2-0, B-C 0-2-0, D-F 2-0-0"))


@pytest.mark.clause("DRF-OP-7")
def test_whoever_floated_is_spared_among_equals():
    found = [pair(FLOATED, str(number)) for number in range(30)]

    assert {one.cost for one in found} == {18}
    assert {frozenset(pairs(one)) for one in found} == {frozenset(("AB", "CF", "DE")), frozenset(("AC", "BF", "DE"))}


def test_a_float_weighs_two_in_the_next_round_and_one_in_the_round_after():
    third = replace(FLOATED, rounds=(*FLOATED.rounds, played(3, "A-B 2-0-0, C-F 2-0-0, D-E 2-0-0")))

    assert next_group(FLOATED).float_weights == {"A": 0, "B": 2, "C": 2, "D": 0, "E": 0, "F": 0}
    assert next_group(third).float_weights == {"A": 0, "B": 1, "C": 3, "D": 2, "E": 2, "F": 2}


def test_a_bye_is_a_float():
    assert next_group(event("ABC", played(1, "A-B 2-0-0", byes="C"))).float_weights["C"] == 2


# --- power pairing -----------------------------------------------------------------------


@pytest.mark.parametrize(("planned", "power"), [(1, False), (2, False), (3, False), (4, True)])
def test_a_power_pairing_is_for_the_last_round_and_never_the_first(planned: int, power: bool):
    tournament = replace(WORKED_EXAMPLE, power_pairing=True, planned_rounds=planned)

    assert ("power_paired" in codes(pair(tournament))) is power
    assert "power_paired" not in codes(pair(event("ABCD") if planned > 1 else event("ABCD", planned=1)))


def test_a_power_pairing_has_the_nearest_places_meet_without_a_rematch():
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


def test_the_first_of_the_standings_meets_the_second_and_so_on():
    results = played(1, "A-E 2-0-0, B-F 2-0-1, C-G 2-1-0, D-H 2-1-1")
    tournament = replace(event("ABCDEFGH", results, planned=2), power_pairing=True)
    pairing, order = pair(tournament), [row.player for row in standings(tournament)]

    assert (order[:4], len({row.rank for row in standings(tournament)})) == (["A", "B", "C", "D"], 8)
    assert pairing.pairs == tuple(zip(order[::2], order[1::2], strict=True))
    assert codes(pairing) == ["power_paired"]


def test_a_power_pairing_of_a_large_field():
    winners, losers = string.ascii_uppercase[:10], string.ascii_uppercase[10:20]
    results = meeting(1, " ".join(map("".join, zip(winners, losers, strict=True))))
    results = replace(results, matches=tuple(replace(match, games_b=0) for match in results.matches))
    pairing = pair(replace(event(winners + losers, results, planned=2), power_pairing=True))

    assert pairing.reasons == (DecisionReason("power_paired", {"distance": 10}),)
    assert (pairing.cost, pairing.optimal) == (0, True)
