from dataclasses import replace
from itertools import combinations

import pytest

from gameplay.engine.core.chance import RandomStream
from tests.instruments.pairings.events import play_round as played_at_random
from tests.instruments.pairings.judge import PairingJudge, can_play_rounds, every_pairing
from tests.tournaments.rules.events import TRAP, WORKED_EXAMPLE, event, meeting, played
from tournaments.rules.history import EventEntry, Tournament
from tournaments.rules.pairing_explanations import explain_pairing, why_not_paired
from tournaments.rules.reasons import DecisionReason
from tournaments.rules.swiss import pair_round

SEED = bytes(32)
ONE_ROUND = event("ABCD", played(1, "A-B 2-0-0, C-D 2-0-0"))
TWO_ROUNDS = event("ABCD", *ONE_ROUND.rounds, played(2, "A-C 2-0-0, B-D 2-0-0"))
WITH_BYE = event("ABCDE", played(1, "A-B 2-1-0, C-D 2-0-0", byes="E"))
# A and C have seven points and have met; so have B and D, who have one point. The other four have none.
MET_THEIR_EQUALS = event(
    "ABCDEFGH",
    played(1, "A-B 2-0-0, C-D 2-0-0"),
    played(2, "A-D 2-0-0, C-B 2-0-0"),
    played(3, "A-C 1-1-0, B-D 1-1-0"),
    planned=4,
)
# The players can still meet along the ring A-B-C-D-E-F-A and its diagonal A-D. A and D have one point fewer.
RING = event(
    "ABCDEF",
    *(meeting(1, "AC BD"), meeting(2, "AE BF"), meeting(3, "BE CF"), meeting(4, "CE DF")),
    planned=6,
)
# C and D have met each other and all players but A and B.
BLOCKED = event("ABCDEF", meeting(1, "CD"), meeting(2, "CE DF"), meeting(3, "CF DE"), planned=4)


def reasons_of(tournament: Tournament) -> list[DecisionReason]:
    return list(explain_pairing(tournament, pair_round(tournament, seed=SEED)))


def why_not(tournament: Tournament, pair: str) -> DecisionReason:
    return why_not_paired(tournament, pair_round(tournament, seed=SEED), pair[0], pair[1])


# --- why two players meet ----------------------------------------------------------------


def test_every_pair_has_a_reason():
    assert reasons_of(ONE_ROUND) == [
        DecisionReason("same_points", {"a": "A", "b": "C", "points": 3}),
        DecisionReason("same_points", {"a": "B", "b": "D", "points": 0}),
    ]


def test_bye_and_float_of_an_odd_score_group_have_reasons():
    same, bye, floated = reasons_of(WITH_BYE)

    assert (same.code, same.details["points"]) == ("same_points", 3)
    assert bye == DecisionReason("bye", {"player": "D"})
    assert (floated.code, floated.details["b"], floated.details["players"]) == ("floated_odd", "B", 3)


def test_player_who_has_met_the_whole_score_group_floats():
    floats = [reason for reason in reasons_of(MET_THEIR_EQUALS) if reason.code == "floated_met"]

    assert {reason.details["player"] for reason in floats} == set("ABCD")


def test_opposite_seats_are_a_reason():
    assert [(reason.code, reason.details) for reason in reasons_of(event("ABCD", pods=["ABCD"]))] == [
        ("seats", {"a": "A", "b": "C"}),
        ("seats", {"a": "B", "b": "D"}),
    ]


def test_places_are_the_reason_of_a_power_pairing():
    reasons = reasons_of(replace(WORKED_EXAMPLE, planned_rounds=4, power_pairing=True))

    assert [reason.code for reason in reasons] == ["places"] * 4
    assert sorted(reason.details[side] for reason in reasons for side in ("first", "second")) == list(range(1, 9))


# --- why two players do not meet ---------------------------------------------------------


@pytest.mark.parametrize(
    ("tournament", "pair", "reason"),
    [
        (ONE_ROUND, "CA", DecisionReason("do_meet")),
        (ONE_ROUND, "BA", DecisionReason("have_met", {"round": 1})),
        (TWO_ROUNDS, "CA", DecisionReason("have_met", {"round": 2})),
        (ONE_ROUND, "DA", DecisionReason("would_cost", {"cost": 18, "least": 0, "more": 18})),
        (ONE_ROUND, "AX", DecisionReason("other_group")),
        (replace(ONE_ROUND, pods=(tuple("AB"), tuple("CD"))), "AC", DecisionReason("other_group")),
        (replace(ONE_ROUND, apart=(("D", "A"),)), "AD", DecisionReason("must_not_meet")),
        (WITH_BYE, "AD", DecisionReason("would_lift_bye")),
    ],
)
def test_reason_why_two_players_do_not_meet(tournament: Tournament, pair: str, reason: DecisionReason):
    expected = DecisionReason(reason.code, {"a": pair[0], "b": pair[1], **reason.details})

    assert why_not_paired(tournament, pair_round(tournament, seed=SEED), pair[0], pair[1]) == expected


def test_seats_are_the_reason_in_the_first_round_of_a_pod():
    assert why_not(event("ABCD", pods=["ABCD"]), "AB") == DecisionReason("opposite_seats")


def test_no_cost_is_given_without_a_legal_pairing():
    assert why_not(event("ABCDEF", *TRAP, planned=4), "AB").code == "no_pairing"


def test_ties_are_decided_by_recent_floats_then_by_lot():
    rounds = played(1, "A-F 2-0-0, B-D 2-0-0, C-E 0-2-0"), played(2, "A-E 0-2-0, B-C 0-2-0, D-F 2-0-0")
    tournament = event("ABCDEF", *rounds)
    [b, c] = ["AB", "AC"] if {"A", "B"} in map(set, pair_round(tournament, seed=SEED).pairs) else ["AC", "AB"]

    assert (why_not(tournament, b).code, why_not(tournament, c).code) == ("do_meet", "by_lot")
    assert why_not(tournament, "AD").code == "would_float_again"


def test_pair_that_would_make_an_announced_round_impossible():
    assert why_not(replace(RING, planned_rounds=5), "AD").code == "do_meet"
    assert why_not(RING, "AD") == DecisionReason("would_close", {"a": "A", "b": "D", "round": 6})


def test_pair_that_would_leave_other_players_without_opponents():
    assert why_not(BLOCKED, "AB").code == "would_block"


def after(rounds: int, players: int, seed: int) -> Tournament:
    chance, tournament = RandomStream(bytes([seed]), "results"), event("ABCDEFGHIJKL"[:players], planned=rounds + 1)
    for _round in range(rounds):
        tournament = played_at_random(tournament, pair_round(tournament, seed=SEED), chance)
    return tournament


@pytest.mark.parametrize("players", [5, 6, 7, 8, 9, 10])
@pytest.mark.parametrize("seed", range(4))
def test_cost_of_another_pair_is_that_of_the_best_pairing_with_it(players: int, seed: int):
    tournament = after(2, players, seed)
    judge, pairing = PairingJudge(tournament), pair_round(tournament, seed=SEED)
    legal = [each for each in every_pairing(tuple(judge.players)) if not each & judge.excluded]
    least = min(map(judge.cost, legal))
    for a, b in combinations(judge.players, 2):
        costs = [judge.cost(each) for each in legal if {a, b} in each]
        reason = why_not_paired(tournament, pairing, a, b)
        if reason.code == "would_block":
            assert not costs
        elif reason.code == "would_cost":
            assert (min(costs)[1], least[1]) == (reason.details["cost"], reason.details["least"])
            assert reason.details["more"] == min(costs)[1] - least[1] > 0
            assert min(costs)[0] == least[0]
        elif reason.code not in {"have_met", "do_meet"}:
            place = ["would_raise_bye", "", "would_lift_bye", "would_float_again", "by_lot"].index(reason.code)
            assert min(costs)[:place] == least[:place]
            assert place == 4 or min(costs)[place] > least[place]


def test_cost_is_exact_in_a_large_field():
    tournament = Tournament(tuple(EventEntry(f"p{number}") for number in range(80)), 4)
    chance = RandomStream(b"large", "results")
    for _round in range(3):
        tournament = played_at_random(tournament, pair_round(tournament, seed=SEED), chance)
    pairing, judge = pair_round(tournament, seed=SEED), PairingJudge(tournament)
    first, last = judge.players[0], judge.players[-1]
    reason = why_not_paired(tournament, pairing, first, last)
    gap = judge.points[first] - judge.points[last]
    judge.players = judge.players[1:-1]
    least = judge.minimum_cost()

    assert least
    assert (reason.code, reason.details["cost"]) == ("would_cost", gap**2 + least[1])
    assert reason.details["least"] == pairing.cost


def test_look_ahead_is_a_reason_in_small_groups():
    for seed in range(6):
        tournament = replace(after(2, 6, seed), planned_rounds=4)
        judge, pairing = PairingJudge(tournament), pair_round(tournament, seed=SEED)
        legal = [each for each in every_pairing(tuple(judge.players)) if not each & judge.excluded]
        lasting = [each for each in legal if can_play_rounds(judge.excluded | each, tuple(judge.players), 1)]
        for a, b in combinations(judge.players, 2):
            reason = why_not_paired(tournament, pairing, a, b)
            with_it = [each for each in lasting if {a, b} in each]
            closes = bool(not with_it and [each for each in legal if {a, b} in each])
            assert (reason.code == "would_close") is closes
            if reason.code == "would_cost":
                assert reason.details["cost"] == min(map(judge.cost, with_it))[1]
