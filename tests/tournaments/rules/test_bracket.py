"""The top cut: its seeds, pairs, advancing players and final places."""

import json
from dataclasses import replace
from typing import Any

import pytest

from tests.parts.properties import given
from tests.parts.properties import strategies as st
from tests.tournaments.rules.events import WORKED_EXAMPLE, event, played
from tournaments.rules.bracket import (
    bracket_order,
    earliest_stage,
    final_standings,
    is_cut_over,
    pair_stage,
    slots_by_stage,
    stage_reasons,
    why_not_in_bracket,
)
from tournaments.rules.cut import (
    CUT_SIZES,
    CutStage,
    cut_players_fault,
    cut_size_fault,
    seed_cut,
    seeding_reasons,
    stages_of_size,
)
from tournaments.rules.history import PlayedMatch, PlayedRound, TopCut, Tournament
from tournaments.rules.json_output import tournament_json
from tournaments.rules.pairing import RoundPairing
from tournaments.rules.reasons import DecisionReason
from tournaments.rules.standings import standings
from tournaments.rules.tournament_file import read_tournament

pytestmark = pytest.mark.clause("DRF-OP-12")
SEED = b"the seed of the event"
TOP = ["D", "B", "H", "A", "E", "G", "C", "F"]  # of the worked example
LEVEL = event("ABCDEF", played(1, "A-B 1-1-1, C-D 1-1-1, E-F 1-1-1"), planned=1)


def play_stage(tournament: Tournament, choose: st.DataObject | None = None) -> Tournament:
    """Play one stage: the higher seed wins, or the result is drawn, including double losses."""
    cut = tournament.cut or seed_cut(tournament, 8, SEED)
    pairing = pair_stage(tournament, cut, SEED)
    outcomes = ["a", "b", "both"]
    results = [choose.draw(st.sampled_from(outcomes)) if choose else "a" for _pair in pairing.pairs]
    matches = tuple(
        PlayedMatch(*pair, *{"a": (2, 0), "b": (1, 2), "both": (0, 0)}[result], double_loss=result == "both")
        for pair, result in zip(pairing.pairs, results, strict=True)
    )
    number = tournament.planned_rounds + len(cut.rounds) + 1
    return replace(tournament, cut=replace(cut, rounds=(*cut.rounds, PlayedRound(number, matches, pairing.byes))))


def with_entry(tournament: Tournament, player: str, **fields: Any) -> Tournament:
    entries = [replace(each, **fields) if each.id == player else each for each in tournament.entries]
    return replace(tournament, entries=tuple(entries))


def all_reasons() -> list[DecisionReason]:
    """Return reasons of every code that a cut can give."""
    left = with_entry(LEVEL, seed_cut(LEVEL, 1, SEED).seeds[0], dropped_after_round=1)
    first = seed_cut(left, 4, SEED)
    second = replace(
        seed_cut(WORKED_EXAMPLE, 4, SEED),
        rounds=(PlayedRound(4, (PlayedMatch("D", "A", 2, 0), PlayedMatch("B", "H", 2, 0))),),
    )
    third = seed_cut(LEVEL, 8, SEED)
    undecided = replace(second, rounds=(PlayedRound(4, (PlayedMatch("D", "A", 2, 0), PlayedMatch("B", "H", 0, 0))),))
    ended = replace(second, ended_early=True)
    brackets = [(left, first), (WORKED_EXAMPLE, second), (LEVEL, third), (LEVEL, undecided), (LEVEL, ended)]
    pairings = [(cut, pair_stage(tournament, cut, SEED)) for tournament, cut in brackets]
    answers = [why_not_in_bracket(second, [{"D", "A"}, {"B", "H"}], *pair) for pair in ("DB", "DE")]
    return [reason for cut, found in pairings for reason in (*found.reasons, *stage_reasons(cut, found))] + answers


def test_first_seed_meets_last_and_first_two_can_meet_only_in_the_final():
    cut = seed_cut(WORKED_EXAMPLE, 8, SEED)

    assert list(cut.seeds) == TOP
    assert bracket_order(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    assert pair_stage(WORKED_EXAMPLE, cut, SEED).pairs == (("D", "F"), ("A", "E"), ("B", "C"), ("H", "G"))
    assert [earliest_stage(cut, "D", other) for other in "FABH"] == [0, 1, 2, 2]
    assert stages_of_size(8) == [CutStage.QUARTER_FINAL, CutStage.SEMI_FINAL, CutStage.FINAL]


def test_final_places_follow_the_stage_of_the_loss_then_the_seeds():
    tournament = WORKED_EXAMPLE
    for _stage in stages_of_size(8):
        assert not is_cut_over(tournament)
        tournament = play_stage(tournament)

    assert is_cut_over(tournament)
    assert [row.player for row in final_standings(tournament)] == TOP
    assert [row.swiss_rank for row in final_standings(tournament)] == [*range(1, 9)]


def test_players_outside_the_cut_are_ranked_below_it():
    tournament = replace(WORKED_EXAMPLE, cut=TopCut(2, ("D", "B"), (PlayedRound(4, (PlayedMatch("D", "B", 1, 2),)),)))

    assert [(row.rank, row.player) for row in final_standings(tournament)] == [*enumerate(["B", "D", *TOP[2:]], 1)]


def test_players_outside_the_cut_keep_their_swiss_order_and_share_ranks():
    cut = TopCut(2, ("F", "A"), (PlayedRound(2, (PlayedMatch("F", "A", 0, 2),)),))
    tournament = replace(LEVEL, cut=cut)

    assert [(row.rank, row.player, row.swiss_rank) for row in final_standings(tournament)] == [
        (1, "A", 1),
        (2, "F", 1),
        *((3, player, 1) for player in "BCDE"),
    ]
    assert [row.rank for row in standings(tournament)] == [1] * 6


def test_dropped_players_are_passed_over_with_a_reason():
    dropped = with_entry(WORKED_EXAMPLE, "B", dropped_after_round=3)
    out = with_entry(dropped, "D", disqualified=True)

    assert seed_cut(dropped, 4, SEED).seeds == ("D", "H", "A", "E")
    assert seed_cut(out, 4, SEED).seeds[0] == "H"
    assert [reason.code for reason in seeding_reasons(dropped, seed_cut(dropped, 4, SEED), SEED)] == [
        "cut_seeds",
        "cut_passed_over",
    ]


def test_event_seed_breaks_ties_with_a_reason():
    cut = seed_cut(LEVEL, 2, SEED)
    lots = [reason for reason in seeding_reasons(LEVEL, cut, SEED) if reason.code == "cut_lot"]

    assert {seed_cut(LEVEL, 2, bytes([seed])).seeds for seed in range(40)} > {cut.seeds}
    assert seed_cut(LEVEL, 2, SEED) == cut
    assert [reason.details["a"] for reason in lots] == list(cut.seeds)


def test_lot_of_a_player_does_not_depend_on_other_players():
    whole = seed_cut(LEVEL, 8, SEED).seeds
    left = with_entry(LEVEL, whole[2], dropped_after_round=1)

    assert seed_cut(left, 8, SEED).seeds == tuple(player for player in whole if player != whole[2])


def test_best_seeds_have_byes_if_there_are_fewer_players_than_places():
    cut = seed_cut(LEVEL, 8, SEED)

    found = pair_stage(LEVEL, cut, SEED)

    assert (cut.size, found.byes) == (8, (cut.seeds[0], cut.seeds[1]))
    assert [reason.code for reason in stage_reasons(cut, found)] == ["seeds", "seeds", "walkover", "walkover"]
    assert seed_cut(event("ABC", planned=1), 8, SEED).size == 4


def test_opponent_of_a_dropped_player_has_a_walkover():
    semi = play_stage(replace(WORKED_EXAMPLE, cut=seed_cut(WORKED_EXAMPLE, 4, SEED)))
    gone = with_entry(semi, "D", dropped_after_round=4)
    assert gone.cut

    assert pair_stage(gone, gone.cut, SEED).byes == ("B",)
    assert [reason.code for reason in stage_reasons(gone.cut, pair_stage(gone, gone.cut, SEED))] == ["walkover"]
    assert [reason.code for reason in stage_reasons(gone.cut, RoundPairing((("D", "B"),)))] == ["bracket"]
    final = play_stage(gone)
    assert is_cut_over(final)
    assert [row.player for row in final_standings(final)][:4] == ["B", "D", "H", "A"]


def test_next_opponent_has_a_walkover_after_a_double_loss():
    cut = seed_cut(WORKED_EXAMPLE, 4, SEED)
    lost = PlayedRound(4, (PlayedMatch("D", "A", 0, 0, double_loss=True), PlayedMatch("B", "H", 2, 1)))
    tournament = replace(WORKED_EXAMPLE, cut=replace(cut, rounds=(lost,)))
    assert tournament.cut

    found = pair_stage(tournament, tournament.cut, SEED)

    assert (found.pairs, found.byes) == ((), ("B",))
    assert [row.player for row in final_standings(play_stage(tournament))][:4] == ["B", "D", "H", "A"]
    none_left = replace(
        cut, rounds=(replace(lost, matches=(lost.matches[0], PlayedMatch("B", "H", 0, 0, double_loss=True))),)
    )
    assert is_cut_over(replace(tournament, cut=none_left))


def test_paired_player_advances_if_the_pairing_was_kept():
    cut = seed_cut(WORKED_EXAMPLE, 4, SEED)
    corrected = PlayedRound(
        4, (PlayedMatch("D", "A", 0, 2), PlayedMatch("B", "H", 2, 1))
    )  # it was 2-0, and the final was published
    kept = replace(cut, rounds=(corrected, PlayedRound(5, (PlayedMatch("D", "B", 2, 0),))))

    assert slots_by_stage(kept)[1:] == [("D", "B"), ("D",)]


def test_match_without_games_is_not_decided():
    cut = replace(seed_cut(WORKED_EXAMPLE, 2, SEED), rounds=(PlayedRound(4, (PlayedMatch("D", "B", 0, 0),)),))

    assert not is_cut_over(replace(WORKED_EXAMPLE, cut=cut))


def test_reason_why_two_players_do_not_meet():
    cut = seed_cut(WORKED_EXAMPLE, 4, SEED)
    tables = [{"D", "A"}, {"B", "H"}]

    codes = {pair: why_not_in_bracket(cut, tables, *pair).code for pair in ("DA", "DB", "DE")}

    assert codes == {"DA": "do_meet", "DB": "halves", "DE": "not_in_cut"}


def test_invalid_cut_sizes_are_refused():
    assert [places for places in range(9) if cut_size_fault(places) is None] == [0, *CUT_SIZES]
    fault = cut_players_fault(8, 6)
    assert fault
    assert str(fault) == "A top 8 needs 8 players, and there are only 6. Cut to 4 at most, or not at all."
    assert cut_players_fault(4, 4) is None
    assert [fault.details["possible"] for players in (4, 3, 1) if (fault := cut_players_fault(8, players))] == [4, 2, 0]


@given(st.data(), st.integers(2, 12), st.sampled_from(CUT_SIZES))
def test_every_cut_ends_with_a_place_for_every_player(choose: st.DataObject, players: int, places: int):
    ids = [chr(ord("A") + number) for number in range(players)]
    tournament = event("".join(ids), planned=1)
    tournament = replace(tournament, rounds=(PlayedRound(1, (PlayedMatch("A", "B", 2, 0),)),))
    cut = seed_cut(tournament, places, SEED)
    tournament = replace(tournament, cut=cut)
    for number, _stage in enumerate(stages_of_size(cut.size), 2):
        if choose.draw(st.booleans()):
            gone = choose.draw(st.sampled_from(ids))
            tournament = with_entry(tournament, gone, dropped_after_round=number - 1)
        assert tournament.cut
        found = pair_stage(tournament, tournament.cut, SEED)
        here = [player for pair in found.pairs for player in pair] + list(found.byes)
        assert len(here) == len(set(here)) <= cut.size >> (number - 2)
        assert not {each.id for each in tournament.entries if each.dropped_after_round} & set(here)
        if len(cut.seeds) > 1 and number - 1 < len(stages_of_size(cut.size)):
            assert not any({cut.seeds[0], cut.seeds[1]} == set(pair) for pair in found.pairs)
        tournament = play_stage(tournament, choose)

    assert is_cut_over(tournament)
    assert tournament.cut
    rows = final_standings(tournament)
    assert sorted(row.player for row in rows) == sorted(ids)
    assert [row.rank for row in rows][: len(cut.seeds)] == [*range(1, len(cut.seeds) + 1)]
    assert {row.player for row in rows[: len(cut.seeds)]} == set(cut.seeds)
    if winner := slots_by_stage(tournament.cut)[-1][0]:
        assert rows[0].player == winner
    assert read_tournament(json.dumps(tournament_json(tournament))) == tournament
