"""Standings by rule sets other than the default: from their sources, or computed by hand."""

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.tournaments.rules.events import event, played
from tournaments.rules.history import PlayedMatch, PlayedRound, Tournament
from tournaments.rules.rulesets import TIE_BREAK_RULES
from tournaments.rules.standings import standings
from tournaments.rules.swiss import pair_round
from tournaments.rules.tiebreaks import tie_break_scores

POKEMON, HEAD_TO_HEAD, POINTS = (TIE_BREAK_RULES[code] for code in ("pokemon", "head-to-head", "points"))

# A and B have won two matches each, C and D one; all players have met.
PAIRS_OF_TIES = event(
    "ABCD",
    played(1, "A-B 2-1-0, D-C 2-1-0"),
    played(2, "C-A 2-1-0, B-D 2-0-0"),
    played(3, "A-D 2-1-0, B-C 2-1-0"),
)
# A beats B, B beats C, C beats A, and all three beat D.
CIRCLE = event(
    "ABCD",
    played(1, "A-B 2-0-0, C-D 2-0-0"),
    played(2, "C-A 2-1-0, B-D 2-0-0"),
    played(3, "A-D 2-0-0, B-C 2-1-0"),
)


def table(tournament: Tournament, code: str) -> list[tuple[int, str]]:
    return [(row.rank, row.player) for row in standings(tournament, ruleset=TIE_BREAK_RULES[code])]


def tournament_with_wins(wins: int, rounds: int) -> Tournament:
    """Return a tournament in which X has won ``wins`` of ``rounds`` rounds, each against another opponent."""
    results = [f"X-{'ABCDE'[each]} {'2-0-0' if each < wins else '0-2-0'}" for each in range(rounds)]
    return event("XABCDE", *(played(number, result) for number, result in enumerate(results, 1)), planned=5)


def dropped(tournament: Tournament, player: str, after: int) -> Tournament:
    entries = [
        replace(entry, dropped_after_round=after) if entry.id == player else entry for entry in tournament.entries
    ]
    return replace(tournament, entries=tuple(entries))


@pytest.mark.parametrize(("wins", "share"), [(1, Fraction(1, 4)), (3, Fraction(3, 5)), (5, Fraction(1))])
def test_pokemon_win_percentages_match_the_handbook(wins: int, share: Fraction):
    assert tie_break_scores(tournament_with_wins(wins, 5), POKEMON).match_shares["X"] == share


@pytest.mark.parametrize(("wins", "share"), [(0, Fraction(1, 4)), (2, Fraction(1, 2)), (4, Fraction(3, 4))])
def test_pokemon_caps_the_percentage_of_players_who_drop_before_the_end(wins: int, share: Fraction):
    assert tie_break_scores(dropped(tournament_with_wins(wins, 4), "X", 4), POKEMON).match_shares["X"] == share
    assert tie_break_scores(dropped(tournament_with_wins(5, 5), "X", 5), POKEMON).match_shares["X"] == 1
    assert tie_break_scores(dropped(tournament_with_wins(4, 4), "X", 4), TIE_BREAK_RULES["mtr"]).match_shares["X"] == 1


def test_pokemon_treats_disqualified_players_as_dropped():
    tournament = tournament_with_wins(5, 5)
    entries = tuple(replace(entry, disqualified=entry.id == "X") for entry in tournament.entries)

    assert tie_break_scores(replace(tournament, entries=entries), POKEMON).match_shares["X"] == Fraction(3, 4)


def test_pokemon_leaves_byes_out_of_the_percentage_of_a_player():
    # C has two wins and a loss, but one of the wins is a bye: 1-1 for the opponents of C.
    with_bye = event("ABC", played(1, "A-B 2-0-0", byes="C"), played(2, "C-B 2-0-0"), played(3, "A-C 2-0-0"))

    found = tie_break_scores(with_bye, POKEMON)

    assert (found.records["C"].match_points, str(found.records["C"])) == (6, "2-1-0")
    assert found.match_shares["C"] == Fraction(1, 2)
    assert tie_break_scores(with_bye, TIE_BREAK_RULES["mtr"]).match_shares["C"] == Fraction(2, 3)


def test_pokemon_counts_a_drawn_match_as_not_won():
    drawn = event("AB", played(1, "A-B 2-0-0"), played(2, "A-B 1-1-0"))

    assert tie_break_scores(drawn, POKEMON).match_shares["A"] == Fraction(1, 2)


def test_pokemon_example_computed_by_hand():
    tournament = event(
        "ABCD",
        played(1, "A-B 2-0-0, C-D 2-1-0"),
        played(2, "A-C 2-0-0, B-D 1-1-0"),
        played(3, "A-D 2-1-0, C-B 2-0-0"),
    )

    rows = standings(tournament, ruleset=POKEMON)

    # The percentages are 1, 1/4, 2/3 and 1/4; B and D have the same opponents' percentages, and drew.
    assert [(row.rank, row.player, *map(str, row.values.values())) for row in rows] == [
        (1, "A", "9", "7/18", "16/27", "0"),
        (2, "C", "6", "1/2", "5/9", "0"),
        (3, "B", "1", "23/36", "55/108", "1"),
        (3, "D", "1", "23/36", "55/108", "1"),
    ]


def test_pokemon_head_to_head_decides_between_exactly_two():
    assert table(PAIRS_OF_TIES, "pokemon") == [(1, "A"), (2, "B"), (3, "D"), (4, "C")]
    assert table(CIRCLE, "pokemon") == [(1, "A"), (1, "B"), (1, "C"), (4, "D")]


def test_head_to_head_comes_first_after_match_points():
    # By games B would be above A, and C above D; but A has beaten B, and D has beaten C.
    assert table(PAIRS_OF_TIES, "head-to-head") == [(1, "A"), (2, "B"), (3, "D"), (4, "C")]
    assert table(PAIRS_OF_TIES, "mtr") == [(1, "B"), (2, "A"), (3, "C"), (4, "D")]


def test_head_to_head_of_three_leaves_a_circle_to_the_next_tie_breaker():
    won_twice = event(
        "ABCD",
        played(1, "A-B 2-0-0, D-C 2-0-0"),
        played(2, "A-C 2-0-0, B-D 2-0-0"),
        played(3, "D-A 2-0-0, B-C 1-1-0"),
        played(4, "D-A 2-0-0, B-C 1-1-0"),
    )

    rows = standings(CIRCLE, ruleset=HEAD_TO_HEAD)
    assert [int(row.values["head_to_head"]) for row in rows] == [3, 3, 3, 0]
    assert [row.player for row in rows] == [row.player for row in standings(CIRCLE)]
    assert table(won_twice, "head-to-head") == [(1, "D"), (2, "A"), (3, "B"), (4, "C")]


def test_head_to_head_does_not_decide_if_some_tied_players_have_not_met():
    one_round = event("ABCD", played(1, "A-B 2-0-0, C-D 2-0-0"))

    assert [int(row.values["head_to_head"]) for row in standings(one_round, ruleset=HEAD_TO_HEAD)] == [0, 0, 0, 0]


def test_head_to_head_of_three_needs_all_three_to_have_met():
    # A, B, C and F have three points each; the only match between them is A's win against B.
    partly = event("ABCDEF", played(1, "A-B 2-0-0, C-D 2-0-0, E-F 2-0-0"), played(2, "E-A 2-0-0, B-D 2-0-0, F-C 2-0-0"))

    rows = standings(partly, ruleset=HEAD_TO_HEAD)

    assert {row.player: int(row.values["head_to_head"]) for row in rows} == dict.fromkeys("ABCDEF", 0)


def test_double_loss_does_not_decide_head_to_head():
    both = PlayedRound(1, (PlayedMatch("A", "B", 1, 0, double_loss=True),))

    assert [int(row.values["head_to_head"]) for row in standings(event("AB", both), ruleset=HEAD_TO_HEAD)] == [0, 0]


def test_equal_points_share_a_rank_without_tie_breakers():
    assert table(PAIRS_OF_TIES, "points") == [(1, "A"), (1, "B"), (3, "C"), (3, "D")]


@pytest.mark.parametrize("code", TIE_BREAK_RULES)
def test_double_loss_gives_no_points_but_counts_its_games(code: str):
    both = PlayedRound(
        1, (PlayedMatch("A", "B", 1, 0, double_loss=True), PlayedMatch("C", "D", 0, 0, double_loss=True))
    )
    found = tie_break_scores(event("ABCD", both), TIE_BREAK_RULES[code])

    assert [str(found.records[player]) for player in "ABCD"] == ["0-1-0"] * 4
    assert [found.records[player].match_points for player in "ABCD"] == [0, 0, 0, 0]
    assert [(found.records[player].game_points, found.records[player].games) for player in "AC"] == [(3, 1), (0, 0)]
    assert found.records["A"].opponents == ["B"]


def test_several_byes_are_all_counted():
    awarded = event("ABC", played(1, "B-C 2-0-0", byes="A"), played(2, "B-C 2-0-0", byes="A"), played(3, "A-B 2-0-0"))

    record = tie_break_scores(awarded, TIE_BREAK_RULES["mtr"]).records["A"]

    assert (record.match_points, record.byes, record.game_points, record.games, record.opponents) == (
        9,
        2,
        18,
        6,
        ["B"],
    )


def test_late_entry_has_lost_missed_rounds_without_opponents():
    late = event("ABC", played(1, "A-B 2-0-0", missed="C"), played(2, "C-A 2-0-0", byes="B"))
    found = tie_break_scores(late, TIE_BREAK_RULES["mtr"])

    assert (str(found.records["C"]), found.records["C"].games) == ("1-1-0", 2)
    assert found.match_shares["C"] == Fraction(1, 2)
    assert found.columns["omw"]["C"] == found.match_shares["A"]


def test_tournament_uses_its_own_rule_set():
    own = replace(PAIRS_OF_TIES, ruleset="points")

    assert standings(own) == standings(PAIRS_OF_TIES, ruleset=POINTS)
    assert standings(own, ruleset=TIE_BREAK_RULES["mtr"]) == standings(PAIRS_OF_TIES)


@pytest.mark.clause("DRF-OP-6")
@pytest.mark.parametrize(("code", "bye"), [("mtr", "E"), ("pokemon", "C")])
def test_bye_goes_to_the_lowest_player_by_the_rule_set_of_the_event(code: str, bye: str):
    # B and D have had the bye. C and E have drawn twice; a draw is a third of a win in mtr, and no win in pokemon.
    odd = event(
        "ABCDE",
        played(1, "A-D 2-1-0, C-E 0-0-3", byes="B"),
        played(2, "B-C 1-1-1, A-E 0-0-3", byes="D"),
        pods=["ABCDE"],
    )
    tournament = replace(odd, ruleset=code)

    assert standings(tournament)[-1].player == bye
    assert pair_round(tournament, seed=bytes(32)).byes == (bye,)
