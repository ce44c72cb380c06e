"""The calculation of each figure of the standings."""

from fractions import Fraction

import pytest

from tests.tournaments.rules.events import WORKED_EXAMPLE, event, played
from tests.tournaments.rules.test_standings_rulesets import CIRCLE, PAIRS_OF_TIES
from tournaments.rules.history import Tournament
from tournaments.rules.json_output import figure_json
from tournaments.rules.rulesets import TIE_BREAK_RULES
from tournaments.rules.standing_figures import (
    HeadToHeadFigure,
    MatchPointsFigure,
    MeanFigure,
    ShareFigure,
    explain_standings,
)

# C has the bye of the first round and loses every match; D enters late.
SHORT = event(
    "ABCD", played(1, "A-B 2-0-0", byes="C", missed="D"), played(2, "A-C 2-1-0, B-D 2-0-0"), played(3, "D-C 2-0-0")
)


def mean(tournament: Tournament, player: str, column: str, code: str = "mtr") -> MeanFigure:
    figure = explain_standings(tournament, ruleset=TIE_BREAK_RULES[code])[player][column]
    assert isinstance(figure, MeanFigure)
    return figure


@pytest.mark.clause("DRF-OP-7")
def test_mean_has_a_term_for_each_opponent():
    figure = mean(WORKED_EXAMPLE, "D", "omw")

    # D met B (4 points), G (3) and H (4), each of 9.
    assert [(term.round, term.name, str(term.value)) for term in figure.terms] == [
        (1, "B", "4/9"),
        (2, "G", "1/3"),
        (3, "H", "4/9"),
    ]
    assert (figure.total, figure.value) == (Fraction(11, 9), Fraction(11, 27))


def test_percentage_below_the_floor_keeps_its_plain_value():
    bob = mean(SHORT, "A", "omw").terms[0].share
    floored = mean(event("AB", played(1, "A-B 2-0-0")), "A", "omw").terms[0].share

    assert bob
    assert (bob.got, bob.of, bob.bound) == (3, 6, "")
    assert floored
    assert (floored.plain, floored.value, floored.bound) == (Fraction(0), Fraction(33, 100), "floor")


def test_percentage_without_matches_is_the_floor():
    figure = explain_standings(event("AB"))["A"]["gw"]

    assert isinstance(figure, ShareFigure)
    assert (figure.plain, figure.value, figure.bound) == (None, Fraction(33, 100), "floor")


def test_byes_and_missed_rounds_are_listed_and_left_out():
    assert (list(mean(SHORT, "C", "omw").byes), list(mean(SHORT, "D", "omw").missed)) == ([1], [1])
    assert [term.round for term in mean(SHORT, "C", "omw").terms] == [2, 3]
    assert mean(event("ABC", played(1, "A-B 2-0-0", byes="C")), "C", "omw").value == Fraction(33, 100)


def test_match_points_list_results_and_byes():
    figure = explain_standings(SHORT)["C"]["match_points"]

    assert figure == MatchPointsFigure(wins=0, byes=1, draws=0, losses=2, win=3, bye=3, draw=1)
    assert figure.value == 3


def test_opponents_opponents_percentage_is_a_mean_of_means():
    figure = mean(PAIRS_OF_TIES, "A", "oomw", "pokemon")

    # A met B, C and D. Their opponents' percentages are (2/3 + 1/3 + 1/3) / 3 and twice (2/3 + 2/3 + 1/3) / 3.
    assert [str(term.value) for term in figure.terms] == ["4/9", "5/9", "5/9"]
    assert all(term.share is None for term in figure.terms)


def test_percentage_of_a_dropped_player_has_a_ceiling_if_the_rule_set_has_one():
    dropped = event("AB", played(1, "A-B 2-0-0"))
    [a, b] = dropped.entries
    left = Tournament((type(a)("A", dropped_after_round=1), b), 3, rounds=dropped.rounds)

    share = mean(left, "B", "omw", "pokemon").terms[0].share

    assert share
    assert (share.plain, share.value, share.bound) == (Fraction(1), Fraction(3, 4), "ceiling")


def test_head_to_head_names_the_tied_players_and_whether_it_decides():
    pair = explain_standings(PAIRS_OF_TIES, ruleset=TIE_BREAK_RULES["pokemon"])["A"]["head_to_head"]
    circle = explain_standings(CIRCLE, ruleset=TIE_BREAK_RULES["pokemon"])["A"]["head_to_head"]

    assert isinstance(pair, HeadToHeadFigure)
    assert (list(pair.others), pair.decides) == (["B"], True)
    assert [(term.name, str(term.value)) for term in pair.terms] == [("B", "3")]
    assert isinstance(circle, HeadToHeadFigure)
    assert (sorted(circle.others), circle.decides, circle.value) == (["B", "C"], False, Fraction(0))


def test_figures_as_json():
    data = figure_json(mean(SHORT, "C", "omw"))

    assert data == {
        "kind": "mean",
        "exact": "2/3",
        "byes": [1],
        "missed": [],
        "total": "4/3",
        "floor": "33/100",
        "terms": [
            {
                "round": 2,
                "opponent": "A",
                "name": "A",
                "exact": "1",
                "share": {"got": 6, "of": 6, "plain": "1", "exact": "1", "bound": ""},
            },
            {
                "round": 3,
                "opponent": "D",
                "name": "D",
                "exact": "1/3",
                "share": {"got": 3, "of": 9, "plain": "1/3", "exact": "1/3", "bound": ""},
            },
        ],
    }
    assert figure_json(explain_standings(SHORT)["C"]["match_points"])["wins"] == 0
    assert (
        figure_json(explain_standings(CIRCLE, ruleset=TIE_BREAK_RULES["pokemon"])["A"]["head_to_head"])["decides"]
        is False
    )
