"""Outlooks for the last round, computed by hand; tests/properties/test_standings.py compares every possible end."""

from dataclasses import replace

from tests.tournaments.rules.events import event, played
from tournaments.rules.json_output import outlook_json
from tournaments.rules.outlooks import SCORES_BY_RESULT, OutlookCondition, find_outlooks

# After two rounds A and B have won both matches and C one; E and F drew one, D lost both.
TWO_ROUNDS = event(
    "ABCDEF",
    played(1, "A-C 2-0-0, B-D 2-0-0, E-F 1-1-0"),
    played(2, "A-E 2-0-0, B-F 2-0-0, C-D 2-1-0"),
    played(3, ""),
)
LAST = [("A", "B"), ("C", "F"), ("D", "E")]


def test_winner_of_the_top_match_is_first_regardless_of_other_results():
    found = find_outlooks(TWO_ROUNDS, LAST)

    assert {result: outlook.ranks for result, outlook in found["A"].items()} == {
        "win": (1,),
        "draw": (1, 2),
        "loss": (2,),
    }
    assert found["D"]["loss"].ranks[-1] == 6


def test_scores_have_at_most_four_games():
    assert [score for score in SCORES_BY_RESULT["win"] if sum(score) == 4] == [(2, 0, 2), (2, 1, 1), (1, 0, 3)]
    assert (0, 0, 4) in SCORES_BY_RESULT["draw"]
    assert sorted((b, a, drawn) for a, b, drawn in SCORES_BY_RESULT["loss"]) == sorted(SCORES_BY_RESULT["win"])
    assert max(sum(score) for scores in SCORES_BY_RESULT.values() for score in scores) == 4


def test_player_whose_match_is_over_has_a_single_outlook():
    done = replace(TWO_ROUNDS, rounds=(*TWO_ROUNDS.rounds[:2], played(3, "A-B 2-0-0")))

    found = find_outlooks(done, LAST[1:])

    assert {player: {result: each.ranks for result, each in found[player].items()} for player in "AB"} == {
        "A": {"any": (1,)},
        "B": {"any": (2,)},
    }


def test_conditions_name_the_matches_of_earlier_opponents():
    draw = find_outlooks(TWO_ROUNDS, LAST)["A"]["draw"]

    # Both have seven points. A has met C and E, B has met D and F, so C-F and D-E decide whose opponents did better.
    assert draw.conditions == (
        OutlookCondition("C", "F", certain=("win", "draw"), against=()),
        OutlookCondition("D", "E", certain=("loss",), against=()),
    )
    assert set(draw.by_score) == set(SCORES_BY_RESULT["draw"])
    assert not draw.score_matters


def test_scores_have_different_ranks_if_games_break_the_tie():
    games = event("ABCD", played(1, "A-B 2-0-0, C-D 2-1-0"), played(2, "A-D 0-2-0, B-C 2-0-0"), played(3, ""))

    loss = find_outlooks(games, [("A", "C"), ("B", "D")])["C"]["loss"]

    # C and the loser of the other match have three points. C has won 2 of 5 games; B and D, beaten 0-2, have 2 of 6
    # and 3 of 7. So C is last after 0-2, with 2 of 7; after 1-2, with 3 of 8, B or D is last.
    assert loss.ranks == (3, 4)
    assert loss.by_score[0, 2, 0] == (4,)
    assert loss.by_score[1, 2, 0] == (3, 4)
    assert loss.score_matters


def test_ranks_are_within_the_pod():
    pods = event(
        "ABCDEFGH",
        played(1, "A-B 2-0-0, C-D 2-0-0, E-F 2-0-0, G-H 2-0-0"),
        played(2, "E-G 2-0-0, F-H 2-0-0"),
        pods=["ABCD", "EFGH"],
    )

    found = find_outlooks(pods, [("A", "C"), ("B", "D")], among="ABCD")

    assert set(found) == set("ABCD")
    assert found["A"]["win"].ranks == (1,)


def test_outlook_as_json():
    data = outlook_json(find_outlooks(TWO_ROUNDS, LAST)["A"]["win"])

    assert (data["ranks"], data["conditions"]) == ([1], [])
    assert data["by_score"]["2-1-0"] == [1]
