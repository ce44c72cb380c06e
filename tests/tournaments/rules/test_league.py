"""Tables of leagues, worked out by hand."""

import random

import pytest

from tests.parts.properties import given
from tests.parts.properties import strategies as st
from tournaments.rules.league import (
    EventResult,
    LeagueStanding,
    PointsRule,
    RankPointsError,
    league_table,
    read_rank_points,
)

MATCH_POINTS = PointsRule(match_points=True, rank_points=(), attendance=0)
BY_RANK = PointsRule(rank_points=(5, 3, 1), attendance=1)
WINTER = {
    "a": [
        EventResult("alice", 1, 9),
        EventResult("bob", 2, 6),
        EventResult("charlie", 3, 3),
        EventResult("dora", 4, 0),
    ],
    "b": [EventResult("bob", 1, 7), EventResult("alice", 2, 6), EventResult("charlie", 2, 6)],
    "c": [EventResult("charlie", 1, 9), EventResult("alice", 3, 3)],
}


def summary(rows: list[LeagueStanding]) -> list[tuple[int, str, int, int, int]]:
    return [(row.rank, row.player, row.points, row.wins, row.best) for row in rows]


def counted(rows: list[LeagueStanding], player: str) -> dict[str, int]:
    (row,) = (row for row in rows if row.player == player)
    return {event: score.points for event, score in row.scores.items() if score.counts}


def test_match_points_are_added():
    # Alice 9 + 6 + 3 and Charlie 3 + 6 + 9: both have won one event and scored 9 in their best.
    assert summary(league_table(WINTER, MATCH_POINTS)) == [
        (1, "alice", 18, 1, 9),
        (1, "charlie", 18, 1, 9),
        (3, "bob", 13, 1, 7),
        (4, "dora", 0, 0, 0),
    ]


def test_ranks_and_attendance_are_added():
    # Alice 5 + 3 + 1, Charlie 1 + 3 + 5 and Bob 3 + 5, each with 1 for each event; Dora's rank 4 gives nothing.
    assert summary(league_table(WINTER, BY_RANK)) == [
        (1, "alice", 12, 1, 6),
        (1, "charlie", 12, 1, 6),
        (3, "bob", 10, 1, 6),
        (4, "dora", 1, 0, 1),
    ]
    scores = league_table(WINTER, BY_RANK)[2].scores
    assert [(s.rank, s.rank_points, s.match_points, s.attendance) for s in scores.values()] == [
        (2, 3, 0, 1),
        (1, 5, 0, 1),
    ]


def test_both_kinds_of_points_are_added():
    rows = league_table(WINTER, PointsRule(match_points=True, rank_points=(5, 3, 1), attendance=2))

    assert counted(rows, "bob") == {"a": 6 + 3 + 2, "b": 7 + 5 + 2}


def test_only_the_best_events_count():
    rows = league_table(WINTER, PointsRule(match_points=True, rank_points=(), attendance=0, best=2))

    assert [(row.player, row.points) for row in rows] == [("alice", 15), ("charlie", 15), ("bob", 13), ("dora", 0)]
    assert counted(rows, "alice") == {"a": 9, "b": 6}
    assert counted(rows, "charlie") == {"b": 6, "c": 9}


def test_of_equal_scores_the_better_rank_counts():
    results = {"a": [EventResult("alice", 2, 6)], "b": [EventResult("alice", 1, 6)]}

    rows = league_table(results, PointsRule(match_points=True, rank_points=(), attendance=0, best=1))

    assert counted(rows, "alice") == {"b": 6}


def test_ties_are_broken_by_events_won_and_then_by_the_best_event():
    # All have 12 points. Bob and Charlie have won an event; Charlie's best score is 8, Bob's 7.
    results = {
        "a": [EventResult("bob", 1, 7), EventResult("dora", 2, 6), EventResult("alice", 3, 3)],
        "b": [EventResult("charlie", 1, 8), EventResult("dora", 2, 6), EventResult("bob", 3, 5)],
        "c": [EventResult("alice", 2, 9), EventResult("charlie", 3, 4)],
    }

    assert summary(league_table(results, MATCH_POINTS)) == [
        (1, "charlie", 12, 1, 8),
        (2, "bob", 12, 1, 7),
        (3, "alice", 12, 0, 9),
        (4, "dora", 12, 0, 6),
    ]


@pytest.mark.parametrize(
    ("rule", "codes"),
    [
        (PointsRule(rank_points=(3, 5)), ["rank_points"]),
        (PointsRule(rank_points=(1001,), attendance=1001, best=0), ["rank_points", "attendance_points", "best_events"]),
        (PointsRule(rank_points=(1,) * 65, best=101), ["rank_points", "best_events"]),
        (PointsRule(rank_points=(0,), attendance=0), ["no_points"]),
        (PointsRule(rank_points=(5, 5, 0), best=1), []),
        (PointsRule(match_points=True, rank_points=(), attendance=0), []),
    ],
)
def test_faults_of_a_rule(rule: PointsRule, codes: list[str]):
    assert [fault.code for fault in rule.faults()] == codes


def test_points_by_rank_are_read_as_people_type_them():
    assert read_rank_points(" 10, 8 6、5 ") == read_rank_points("１０ ８　６，５") == (10, 8, 6, 5)
    assert read_rank_points("") == ()
    for text in ("10 8 x", "-1", "1.5", "99999"):
        with pytest.raises(RankPointsError):
            read_rank_points(text)


RESULTS = st.dictionaries(
    st.sampled_from("abcdef"),
    st.lists(
        st.builds(EventResult, st.sampled_from("PQRST"), st.integers(1, 5), st.integers(0, 9)),
        unique_by=lambda result: result.player,
    ),
)
RULES = st.builds(
    PointsRule,
    match_points=st.booleans(),
    rank_points=st.sampled_from([(), (3, 2, 1), (5,)]),
    attendance=st.integers(0, 1),
    best=st.none() | st.integers(1, 3),
)


@given(RESULTS, RULES, st.randoms(use_true_random=False))
def test_the_order_of_events_and_results_has_no_influence(
    results: dict[str, list[EventResult]], rule: PointsRule, chance: random.Random
):
    shuffled = {event: chance.sample(results[event], k=len(results[event])) for event in results}
    shuffled = dict(chance.sample(list(shuffled.items()), k=len(shuffled)))

    rows = league_table(shuffled, rule)

    assert rows == league_table(results, rule)
    assert {row.player for row in rows} == {result.player for found in results.values() for result in found}
    assert all(len([s for s in row.scores.values() if s.counts]) <= (rule.best or 6) for row in rows)
