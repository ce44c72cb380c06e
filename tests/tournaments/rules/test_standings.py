from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tests.tournaments.rules.events import WORKED_EXAMPLE, event, played
from tournaments.rules.history import Tournament
from tournaments.rules.json_output import standings_json, to_decimal
from tournaments.rules.standings import standings
from tournaments.rules.tiebreaks import TIE_BREAK_RULES, TieBreakRules, tie_break_scores

EXPECTED = """
1 D 9 .407407 .666667 .447795
2 B 4 .629630 .428571 .530864
3 H 4 .592593 .481481 .527160
4 A 4 .407407 .481481 .447795
5 E 4 .370370 .444444 .431746
6 G 3 .592593 .433333 .514815
7 C 3 .407407 .433333 .465432
8 F 3 .370370 .433333 .437037
"""


def ranks(tournament: Tournament) -> dict[str, int]:
    return {row.player: row.rank for row in standings(tournament)}


def changed(tournament: Tournament, player: str, **changes: Any) -> Tournament:
    entries = tuple(replace(entry, **changes) if entry.id == player else entry for entry in tournament.entries)
    return replace(tournament, entries=entries)


@pytest.mark.clause("DRF-OP-7")
def test_worked_example_of_eight_players_and_three_rounds():
    rows = [
        f"{row['rank']} {row['player']} {row['match_points']} "
        + " ".join(f"{row[code]:.6f}".lstrip("0") for code in ("omw", "gw", "ogw"))
        for row in standings_json(standings(WORKED_EXAMPLE))
    ]

    assert rows == EXPECTED.split("\n")[1:-1]


def test_json_has_decimals_and_exact_fractions():
    first = standings_json(standings(WORKED_EXAMPLE))[0]

    assert first == {
        "rank": 1,
        "player": "D",
        "match_points": 9,
        "omw": 0.407407,
        "gw": 0.666667,
        "ogw": 0.447795,
        "omw_exact": "11/27",
        "gw_exact": "2/3",
        "ogw_exact": "2539/5670",
        "record": "3-0-0",
    }


@pytest.mark.parametrize(
    ("share", "shown"), [(Fraction(1, 3), 0.333333), (Fraction(2, 3), 0.666667), (Fraction(5, 10**7), 0.000001)]
)
def test_decimals_round_halves_up(share: Fraction, shown: float):
    assert to_decimal(share) == shown


def test_floor_is_033_and_not_a_third():
    # B has lost every match. The percentage is 0.33, so the opponents' mean of A is not 1/3.
    rows = standings(event("AB", played(1, "A-B 2-0-0")))

    assert [row.values["omw"] for row in rows] == [Fraction(33, 100), 1]


@pytest.mark.clause("DRF-OP-6")
def test_bye_is_a_match_won_2_0_without_an_opponent():
    table = tie_break_scores(
        event("ABC", played(1, "A-B 2-1-0", byes="C"), played(2, "A-C 2-0-0", byes="B")), TieBreakRules()
    )

    record = table.records["C"]
    assert (str(record), record.match_points, record.game_points, record.games) == ("1-1-0", 3, 6, 4)
    assert table.columns["omw"]["C"] == table.match_shares["A"] == 1
    assert table.columns["omw"]["B"] == 1


def test_means_without_opponents_are_the_floor():
    table = tie_break_scores(event("ABC", played(1, "A-B 2-0-0", byes="C")), TieBreakRules())

    assert table.columns["omw"]["C"] == table.columns["ogw"]["C"] == Fraction(33, 100)


def test_missed_round_is_a_lost_match_without_games():
    record = tie_break_scores(event("ABC", played(1, "A-B 2-0-0", missed="C")), TieBreakRules()).records["C"]

    assert (str(record), record.match_points, record.games, record.opponents) == ("0-1-0", 0, 0, [])


def test_all_players_share_the_first_rank_before_the_first_round():
    assert set(ranks(event("ABCD")).values()) == {1}


def test_exact_ties_share_a_rank_and_the_next_rank_is_skipped():
    after_one = event("ABCDEF", played(1, "A-B 2-0-0, C-D 2-0-0, E-F 2-1-0"))

    assert ranks(after_one) == {"A": 1, "C": 1, "E": 3, "F": 4, "B": 5, "D": 5}


def test_dropped_player_stays_in_the_standings():
    dropped = changed(WORKED_EXAMPLE, "B", dropped_after_round=3)

    assert ranks(dropped) == ranks(WORKED_EXAMPLE)


def test_disqualified_player_leaves_the_standings_but_counts_for_opponents():
    disqualified = changed(WORKED_EXAMPLE, "D", disqualified=True)
    rows = standings(disqualified)
    before = {row.player: row.values for row in standings(WORKED_EXAMPLE)}

    assert [(row.rank, row.player) for row in rows][:2] == [(1, "B"), (2, "H")]
    assert all(row.values == before[row.player] for row in rows)


@pytest.mark.clause("DRF-4.1")
def test_pod_has_its_own_ranks():
    rows = standings(WORKED_EXAMPLE, among="BGF")

    assert [(row.rank, row.player) for row in rows] == [(1, "B"), (2, "G"), (3, "F")]


def test_rematch_counts_its_opponent_twice():
    record = tie_break_scores(event("AB", played(1, "A-B 2-0-0"), played(2, "A-B 2-1-0")), TieBreakRules()).records["A"]

    assert record.opponents == ["B", "B"]


def test_rule_set_can_have_another_order_of_tie_breakers():
    games_first = TieBreakRules(code="games", order=("match_points", "gw"))
    rows = standings(WORKED_EXAMPLE, ruleset=games_first)

    assert [(row.rank, row.player) for row in rows] == [
        (1, "D"),
        (2, "A"),
        (2, "H"),
        (4, "E"),
        (5, "B"),
        (6, "C"),
        (6, "F"),
        (6, "G"),
    ]


def test_default_rule_set_has_the_code_mtr():
    assert TIE_BREAK_RULES["mtr"] == TieBreakRules()
    assert (TieBreakRules().win, TieBreakRules().draw, TieBreakRules().floor) == (3, 1, Fraction(33, 100))
