"""What the last round can still bring, worked out by hand; tests/properties/test_standings.py goes through every end."""

from dataclasses import replace

from tests.tournaments.rules.events import event, played
from tournaments.rules.json_output import outlook_json
from tournaments.rules.outlooks import SCORES_BY_RESULT, OutlookCondition, find_outlooks

# After two rounds A and B have won both their matches, C one; E and F drew once, D lost both.
TWO_ROUNDS = event(
    "ABCDEF",
    played(1, "A-C 2-0-0, B-D 2-0-0, E-F 1-1-0"),
    played(2, "A-E 2-0-0, B-F 2-0-0, C-D 2-1-0"),
    played(3, ""),
)
LAST = [("A", "B"), ("C", "F"), ("D", "E")]


def test_the_winner_of_the_final_is_first_whatever_happens_elsewhere():
    found = find_outlooks(TWO_ROUNDS, LAST)

    assert {result: outlook.ranks for result, outlook in found["A"].items()} == {
        "win": (1,),
        "draw": (1, 2),
        "loss": (2,),
    }
    assert found["D"]["loss"].ranks[-1] == 6


def test_scores_are_those_of_matches_of_at_most_four_games():
    assert [score for score in SCORES_BY_RESULT["win"] if sum(score) == 4] == [(2, 0, 2), (2, 1, 1), (1, 0, 3)]
    assert (0, 0, 4) in SCORES_BY_RESULT["draw"]
    assert sorted((b, a, drawn) for a, b, drawn in SCORES_BY_RESULT["loss"]) == sorted(SCORES_BY_RESULT["win"])
    assert max(sum(score) for scores in SCORES_BY_RESULT.values() for score in scores) == 4


def test_who_plays_no_more_depends_on_the_others():
    done = replace(TWO_ROUNDS, rounds=(*TWO_ROUNDS.rounds[:2], played(3, "A-B 2-0-0")))

    found = find_outlooks(done, LAST[1:])

    assert {player: {result: each.ranks for result, each in found[player].items()} for player in "AB"} == {
        "A": {"any": (1,)},
        "B": {"any": (2,)},
    }


def test_a_draw_at_the_top_hangs_on_what_the_opponents_do():
    draw = find_outlooks(TWO_ROUNDS, LAST)["A"]["draw"]

    # Seven points each. A has met C and E, B has met D and F: of C and F, D and E one strengthens the one or the other.
    assert draw.conditions == (
        OutlookCondition("C", "F", certain=("win", "draw"), against=()),
        OutlookCondition("D", "E", certain=("loss",), against=()),
    )
    assert set(draw.by_score) == set(SCORES_BY_RESULT["draw"])
    assert not draw.score_matters


def test_where_a_tie_hangs_on_games_each_score_has_ranks_of_its_own():
    games = event("ABCD", played(1, "A-B 2-0-0, C-D 2-1-0"), played(2, "A-D 0-2-0, B-C 2-0-0"), played(3, ""))

    loss = find_outlooks(games, [("A", "C"), ("B", "D")])["C"]["loss"]

    # Three points for C and for the loser of the other match. C has 2 of 5 games before; B and D, beaten 0-2, have
    # 2 of 6 and 3 of 7. So 0-2 makes C last, 2 of 7; at 1-2, 3 of 8, it is B or D who is.
    assert loss.ranks == (3, 4)
    assert loss.by_score[0, 2, 0] == (4,)
    assert loss.by_score[1, 2, 0] == (3, 4)
    assert loss.score_matters


def test_ranks_are_those_of_the_pod():
    pods = event(
        "ABCDEFGH",
        played(1, "A-B 2-0-0, C-D 2-0-0, E-F 2-0-0, G-H 2-0-0"),
        played(2, "E-G 2-0-0, F-H 2-0-0"),
        pods=["ABCD", "EFGH"],
    )

    found = find_outlooks(pods, [("A", "C"), ("B", "D")], among="ABCD")

    assert set(found) == set("ABCD")
    assert found["A"]["win"].ranks == (1,)


def test_an_outlook_is_ready_for_json():
    told = outlook_json(find_outlooks(TWO_ROUNDS, LAST)["A"]["win"])

    assert (told["ranks"], told["conditions"]) == ([1], [])
    assert told["by_score"]["2-1-0"] == [1]
