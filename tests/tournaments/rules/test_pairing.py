from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from gameplay.engine.core.chance import RandomStream
from tests.tournaments.rules.events import TRAP, event, meeting, played
from tournaments.rules.groups import next_group
from tournaments.rules.history import EventEntry, Tournament
from tournaments.rules.pairing import RoundPairing, pair_group
from tournaments.rules.pairing_explanations import why_not_paired
from tournaments.rules.reasons import DecisionReason
from tournaments.rules.swiss import pair_round

SEED = bytes(32)


def pair(tournament: Tournament, label: str = "pairing") -> RoundPairing:
    return pair_group(next_group(tournament), RandomStream(SEED, label))


def pairs(pairing: RoundPairing) -> set[str]:
    return {"".join(sorted(pair)) for pair in pairing.pairs}


def codes(pairing: RoundPairing) -> list[str]:
    return [reason.code for reason in pairing.reasons]


def with_exclusions(tournament: Tournament, *pairs: str) -> Tournament:
    return replace(tournament, apart=tuple((pair[0], pair[1]) for pair in pairs))


FOUR_AFTER_ONE = event("ABCD", played(1, "A-B 2-0-0, C-D 2-0-0"))


@pytest.mark.clause("DRF-4.1")
@pytest.mark.parametrize(
    ("pod", "expected"),
    [("AB", {"AB"}), ("ABCD", {"AC", "BD"}), ("ABCDEF", {"AD", "BE", "CF"}), ("ABCDEFGH", {"AE", "BF", "CG", "DH"})],
)
def test_first_round_pairs_opposite_seats(pod: str, expected: set[str]):
    pairing = pair_round(event(pod, pods=[pod]), seed=SEED)

    assert pairs(pairing) == expected
    assert (pairing.cost, pairing.optimal, codes(pairing)[0]) == (0, True, "opposite_seats")


@pytest.mark.clause("DRF-OP-6")
def test_first_bye_of_a_pod_goes_to_a_random_seat():
    pairings = [
        pair_group(next_group(event("ABCDE"), "ABCDE"), RandomStream(SEED, str(number))) for number in range(60)
    ]

    assert {pairing.byes for pairing in pairings} == {(player,) for player in "ABCDE"}
    assert {len(pairing.pairs) for pairing in pairings} == {2}
    assert pairings[0].cost == 9


@pytest.mark.clause("DRF-OP-7")
def test_players_with_equal_match_points_meet():
    pairing = pair(event("ABCD", played(1, "A-B 2-0-0, C-D 2-0-0")))

    assert pairs(pairing) == {"AC", "BD"}
    assert (pairing.cost, pairing.optimal, codes(pairing)) == (0, True, ["least_gaps"])


@pytest.mark.clause("DRF-OP-7")
def test_rematches_are_avoided_even_at_a_higher_cost():
    after_two = event("ABCD", played(1, "A-B 2-0-0, C-D 2-0-0"), played(2, "A-C 2-0-0, B-D 2-0-0"))

    assert pairs(pair(after_two)) == {"AD", "BC"}
    assert pair(after_two).cost == 36


@pytest.mark.clause("DRF-OP-6")
@pytest.mark.parametrize("label", "abcdefgh")
def test_bye_goes_to_the_lowest_player_in_the_standings(label: str):
    # B and D have no match points; B won a game and is therefore above D.
    pairing = pair(event("ABCDE", played(1, "A-B 2-1-0, C-D 2-0-0", byes="E")), label)

    assert pairing.byes == ("D",)
    assert {"player": "D"} in [reason.details for reason in pairing.reasons if reason.code == "bye"]


@pytest.mark.clause("DRF-OP-6")
def test_no_player_has_a_second_bye():
    after_one = event("ABC", played(1, "A-B 2-0-0", byes="C"))
    first = pair(after_one)
    assert first.byes == ("B",)

    after_two = replace(after_one, rounds=(*after_one.rounds, played(2, "A-C 2-0-0", byes="B")))
    second = pair(after_two)
    assert (second.byes, pairs(second)) == (("A",), {"BC"})


@pytest.mark.clause("DRF-OP-6")
def test_lowest_player_who_had_a_bye_is_passed_over():
    # A, B, D and E have three match points; E is the lowest, B the second lowest.
    rounds = played(1, "A-B 2-0-0, C-D 2-0-0", byes="E"), played(2, "D-A 2-1-0, B-E 2-0-0", byes="C")

    assert pair(event("ABCDE", *rounds)).byes == ("B",)


@pytest.mark.clause("DRF-OP-6")
def test_bye_goes_to_a_player_with_fewer_points_at_the_cost_of_larger_gaps():
    # Of the players without a bye, B has four match points and A and C more. A bye for C would cost 71 in all.
    rounds = (
        played(1, "A-E 2-0-0, B-D 2-0-0, C-F 2-0-0", byes="G"),
        played(2, "A-B 2-1-0, C-G 1-2-0, D-F 2-1-1", byes="E"),
        played(3, "G-A 2-1-1, E-B 0-0-3, C-D 2-1-1", byes="F"),
        played(4, "G-B 1-0-0, A-C 2-0-0, E-F 2-1-1", byes="D"),
    )

    tournament = event("ABCDEFG", *rounds, planned=5)

    pairing = pair(tournament)

    assert (pairing.byes, pairing.cost) == (("B",), 89)
    assert codes(pairing)[0] == "least_gaps_with_bye"
    expected = DecisionReason("would_raise_bye", {"a": "E", "b": "G", "points": 6, "least": 4})
    assert why_not_paired(tournament, pairing, "E", "G") == expected


def test_cost_of_a_bye_is_that_of_an_opponent_three_points_below_the_last():
    pairing = pair(event("ABC", played(1, "A-B 2-0-0", byes="C")))

    # B, without points, meets the bye at -3; A and C have three points each.
    assert (pairing.byes, pairing.cost) == (("B",), 9)


# The third round of the trap would have cost 0: A and F have 6 match points, B and D 3, C and E none.
TEMPTING = (
    played(1, "A-D 2-0-0, B-E 2-0-0, C-F 0-2-0"),
    played(2, "A-E 2-0-0, B-F 0-2-0, C-D 0-2-0"),
)


def test_last_round_minimizes_the_gaps_only():
    pairing = pair(event("ABCDEF", *TEMPTING, planned=3))

    assert (pairs(pairing), pairing.cost) == ({"AF", "BD", "CE"}, 0)


@pytest.mark.clause("DRF-OP-7")
def test_cheaper_pairing_is_left_out_if_it_makes_an_announced_round_impossible():
    pairing = pair(event("ABCDEF", *TEMPTING, planned=4))

    assert pairs(pairing) in ({"AF", "BC", "DE"}, {"AB", "CE", "DF"})
    assert (pairing.cost, pairing.optimal) == (18, True)
    assert [reason.details for reason in pairing.reasons if reason.code == "kept_open"] == [{"cheaper": 0}]


def test_no_fourth_round_is_possible_after_the_trap():
    pairing = pair(event("ABCDEF", *TRAP, planned=4))

    assert (pairing.possible, pairing.pairs, pairing.cost, codes(pairing)) == (False, (), None, ["no_pairing"])


def test_alternatives_are_the_fewest_rematches_then_two_byes():
    offered = pair(event("ABCDEF", *TRAP, planned=4)).alternatives

    assert [(option.kind, option.rematches, len(option.byes)) for option in offered] == [("rematch", 1, 0)] * 6 + [
        ("second_bye", 0, 2)
    ] * 6
    for option in offered:
        assert sorted([*option.byes, *(player for each in option.pairs for player in each)]) == list("ABCDEF")


@pytest.mark.clause("DRF-OP-8")
def test_two_players_must_meet_again():
    pairing = pair(event("AB", meeting(1, "AB")))

    assert (pairing.possible, codes(pairing)) == (False, ["group_of_two"])
    assert [(option.pairs, option.rematches) for option in pairing.alternatives] == [((("A", "B"),), 1)]


@pytest.mark.clause("DRF-OP-8")
@pytest.mark.parametrize("pod", ["ABCD", "ABCDE", "ABCDEF", "ABCDEFG", "ABCDEFGH"])
def test_pods_of_four_to_eight_can_play_three_rounds(pod: str):
    tournament = event(pod, pods=[pod])
    for number in (1, 2, 3):
        pairing = pair_round(tournament, seed=SEED)
        assert pairing.possible
        names = " ".join(a + b for a, b in pairing.pairs)
        rounds = (*tournament.rounds, meeting(number, names, byes="".join(pairing.byes)))
        tournament = replace(tournament, rounds=rounds)


def test_impossible_rounds_are_reported_in_the_first_round():
    pairing = pair(event("ABCD", planned=5))

    assert (pairing.reasons[-1].code, pairing.reasons[-1].details) == (
        "rounds_run_out",
        {"possible": 2, "announced": 4},
    )


def test_seed_chooses_among_equal_pairings():
    found = [pair(event("ABCD"), str(number)) for number in range(40)]

    assert {frozenset(pairs(pairing)) for pairing in found} == {
        frozenset({"AB", "CD"}),
        frozenset({"AC", "BD"}),
        frozenset({"AD", "BC"}),
    }
    assert pairs(found[7]) == pairs(pair(event("ABCD"), "7"))
    assert found[0].reasons[1].details == {"equal": 3}


def test_dropped_disqualified_and_late_players_are_not_paired():
    tournament = event("ABCDEF", meeting(1, "AB CD"))
    changes: dict[str, dict[str, Any]] = {
        "B": {"dropped_after_round": 1},
        "D": {"disqualified": True},
        "E": {"entered_round": 3},
    }
    entries = tuple(replace(entry, **changes.get(entry.id, {})) for entry in tournament.entries)
    pairing = pair(replace(tournament, entries=entries))

    assert sorted([*pairing.byes, *(player for each in pairing.pairs for player in each)]) == ["A", "C", "F"]


def test_player_is_paired_up_to_the_round_of_the_drop():
    leaving = EventEntry("A", dropped_after_round=2)

    assert [leaving.plays_in(number) for number in (1, 2, 3)] == [True, True, False]


def test_single_player_has_a_bye_and_an_empty_group_an_empty_pairing():
    assert (pair(event("A")).byes, pair(event("A")).pairs) == (("A",), ())
    empty = pair(event(""))
    assert (empty.pairs, empty.byes, empty.possible) == ((), (), True)


@pytest.mark.clause("DRF-4.1", "DRF-4.2")
def test_pods_are_paired_separately_and_their_costs_added():
    tournament = event(
        "ABCDEFGHI", played(1, "A-B 2-0-0, C-D 0-2-0, E-F 2-0-0, G-H 2-0-0", byes="I"), pods=["ABCD", "EFGHI"]
    )
    pairing = pair_round(tournament, seed=SEED)

    halves = {"ABCD": 0, "EFGHI": 0}
    for a, b in pairing.pairs:
        [half] = [pod for pod in halves if a in pod]
        assert b in half
    assert pairs(pairing) >= {"AD", "BC"}
    assert pairing.cost == 9 + 9
    assert len(pairing.byes) == 1
    assert {reason.details["pod"] for reason in pairing.reasons} == {1, 2}


def test_merging_with_another_pod_is_an_alternative_for_a_stuck_pod():
    rounds = [replace(each, matches=(*each.matches, *meeting(1, "GH IJ").matches)) for each in TRAP]
    pairing = pair_round(event("ABCDEFGHIJ", *rounds, planned=4, pods=["ABCDEF", "GHIJ"]), seed=SEED)

    assert not pairing.possible
    kinds = [option.kind for option in pairing.alternatives]
    assert kinds == sorted(kinds, key=["rematch", "across_pods", "second_bye"].index)
    assert [option.rematches for option in pairing.alternatives if option.kind == "across_pods"] == [0]
    for option in pairing.alternatives:
        assert sorted([*option.byes, *(player for each in option.pairs for player in each)]) == list("ABCDEFGHIJ")


def test_alternatives_combine_the_rematches_of_several_stuck_pods():
    rounds = [
        replace(each, matches=(*each.matches, *meeting(1, pairs).matches))
        for each, pairs in zip(TRAP, ("GJ HK IL", "GK HL IJ", "GL HJ IK"), strict=True)
    ]
    pairing = pair_round(event("ABCDEFGHIJKL", *rounds, planned=4, pods=["ABCDEF", "GHIJKL"]), seed=SEED)

    assert {option.rematches for option in pairing.alternatives if option.kind == "rematch"} == {2}
    assert {option.kind for option in pairing.alternatives} == {"rematch", "second_bye"}
    assert codes(pairing) == ["no_pairing", "no_pairing"]


def test_odd_pod_that_has_played_all_rounds_needs_a_second_bye():
    rounds = (
        meeting(1, "BE CD", byes="A"),
        meeting(2, "AC DE", byes="B"),
        meeting(3, "BD AE", byes="C"),
        meeting(4, "CE AB", byes="D"),
        meeting(5, "AD BC", byes="E"),
    )
    offered = pair(event("ABCDE", *rounds, planned=6)).alternatives

    assert {(option.kind, option.rematches, len(option.byes)) for option in offered} == {("second_bye", 2, 1)}


def test_rematch_is_offered_before_a_second_bye():
    rounds = meeting(1, "AB CD"), meeting(2, "AC BD"), meeting(3, "AD BC"), meeting(4, "BC", byes="A")
    tournament = event("ABCD", *rounds, planned=5)
    without_d = replace(tournament, entries=(*tournament.entries[:3], EventEntry("D", dropped_after_round=3)))
    offered = pair(without_d).alternatives

    assert [(option.kind, option.byes, option.rematches) for option in offered if option.kind == "second_bye"] == [
        ("second_bye", ("A",), 1)
    ]
    assert {(option.kind, option.byes, option.rematches) for option in offered[:2]} == {
        ("rematch", ("B",), 1),
        ("rematch", ("C",), 1),
    }
    assert len(offered) == 3


def test_large_field_reports_when_its_rounds_run_out():
    pairing = pair(event("ABCDEFGHIJ", planned=12))

    assert [reason.details for reason in pairing.reasons if reason.code == "rounds_run_out"] == [
        {"possible": 8, "announced": 11}
    ]


def test_large_field_reports_when_no_other_round_is_possible():
    # A to E have met all but one of F to J each. After those five pairs only edges within the two halves are left.
    left, right = "ABCDE", "FGHIJ"
    rounds = [
        meeting(number + 1, " ".join(a + right[(place + number) % 5] for place, a in enumerate(left)))
        for number in range(4)
    ]
    across = pair(with_exclusions(event(left + right, *rounds, planned=7), *map("".join, combinations(left, 2))))

    assert pairs(across) == {a + right[(place + 4) % 5] for place, a in enumerate(left)}
    assert [reason.details for reason in across.reasons if reason.code == "rounds_run_out"] == [
        {"possible": 0, "announced": 2}
    ]


@pytest.mark.clause("DRF-OP-6")
def test_large_odd_field_has_one_float_and_one_bye():
    # Five have three match points and four have none: 9 for the float, 9 for the bye.
    pairing = pair(event("ABCDEFGHI", played(1, "A-B 2-0-0, C-D 2-0-0, E-F 2-0-0, G-H 2-1-0", byes="I")))

    assert (pairing.cost, pairing.optimal) == (18, True)
    assert pairing.byes in (("B",), ("D",), ("F",))
    assert codes(pairing) == ["least_gaps_with_bye", "bye", "floated_odd"]


def test_large_field_is_paired_at_minimum_cost():
    players = "ABCDEFGHIJKL"
    after_one = event(players, played(1, "A-B 2-0-0, C-D 2-0-0, E-F 2-0-0, G-H 2-0-0, I-J 2-0-0, K-L 2-0-0"))
    pairing = pair(after_one)

    assert (pairing.cost, pairing.optimal, len(pairing.pairs)) == (0, True, 6)
    assert pairs(pairing) != pairs(pair(after_one, "another"))


def test_large_field_without_a_legal_pairing_offers_the_fewest_rematches():
    # Two halves of five players that have all met the other half; each half is odd, so one pair must be a rematch.
    left, right = "ABCDE", "FGHIJ"
    rounds = [
        meeting(number + 1, " ".join(a + right[(place + number) % 5] for place, a in enumerate(left)))
        for number in range(5)
    ]
    pairing = pair(event(left + right, *rounds, planned=6))

    assert not pairing.possible
    offered = [(option.kind, option.rematches, len(option.byes)) for option in pairing.alternatives]
    assert offered == [("rematch", 1, 0), ("second_bye", 0, 2)]
    for option in pairing.alternatives:
        assert sorted([*option.byes, *(player for each in option.pairs for player in each)]) == list(left + right)


def test_large_odd_field_without_a_legal_pairing_offers_a_rematch_before_a_second_bye():
    # Groups of four and five players that have all met the other group; all players of the larger one had a bye.
    rounds = [
        meeting(number + 1, " ".join(a + "EFGHI"[(place + number) % 5] for place, a in enumerate("ABCD")))
        for number in range(5)
    ]
    byes = [replace(each, byes=("I", "H", "G", "F", "E")[each.number - 1 : each.number]) for each in rounds]
    pairing = pair(event("ABCDEFGHI", *byes, planned=6))

    assert not pairing.possible
    assert [(option.kind, option.rematches, len(option.byes)) for option in pairing.alternatives] == [
        ("rematch", 1, 1),
        ("second_bye", 0, 1),
    ]
