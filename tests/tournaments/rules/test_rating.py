"""Ratings by Glicko-2, against the example of its author and its laws."""

import pytest

from tests.parts.properties import given
from tests.parts.properties import strategies as st
from tournaments.rules.history import EventEntry, PlayedMatch, PlayedRound, TopCut, Tournament
from tournaments.rules.rating import INITIAL, RatedMatch, Rating, rated_matches, rating_after, ratings_after

NAMES = st.sampled_from(["alice", "bob", "charlie", "dora"])
MATCHES = st.tuples(NAMES, NAMES, st.sampled_from([0, 0.5, 1])).filter(lambda match: match[0] != match[1])
PERIODS = st.lists(st.lists(MATCHES.map(lambda match: RatedMatch(*match)), max_size=6), max_size=5)


def test_the_example_of_glickman():
    """A player of 1500 beats one of 1400, and loses to players of 1550 and 1700."""
    others = {"a": Rating(1400, 30), "b": Rating(1550, 100), "c": Rating(1700, 300)}

    after = rating_after("me", [("a", 1), ("b", 0), ("c", 0)], others | {"me": Rating(1500, 200)})

    assert (after.value, after.deviation) == pytest.approx((1464.06, 151.52), abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)
    assert after.matches == 3


def test_matches_of_a_period_count_simultaneously():
    """Charlie's victory does not depend on that Alice has beaten Bob in the same event."""
    alice_first = ratings_after([[RatedMatch("alice", "bob", 1), RatedMatch("charlie", "alice", 1)]])
    bob_first = ratings_after([[RatedMatch("bob", "alice", 1), RatedMatch("charlie", "alice", 1)]])

    assert alice_first["charlie"] == bob_first["charlie"]
    assert alice_first["alice"].value == pytest.approx(INITIAL.value)


def test_later_events_use_the_ratings_of_earlier_ones():
    win = RatedMatch("alice", "bob", 1)
    once, twice = ratings_after([[win]]), ratings_after([[win], [win]])

    assert INITIAL.value < once["alice"].value < twice["alice"].value
    assert twice["alice"].value - once["alice"].value < once["alice"].value - INITIAL.value
    assert twice["alice"].deviation < once["alice"].deviation < INITIAL.deviation
    assert twice["alice"].matches == 2


def test_absence_only_makes_a_rating_less_certain():
    played = [RatedMatch("alice", "bob", 1)]
    before = ratings_after([played])["alice"]

    after = ratings_after([played, []])["alice"]
    much_later = ratings_after([played, *[[]] * 2000])["alice"]

    assert after.value == pytest.approx(before.value)
    assert after.matches == 1
    assert before.deviation < after.deviation < much_later.deviation == INITIAL.deviation


def test_matches_of_rounds_and_cut_are_rated_but_no_bye_or_double_loss():
    rounds = (
        PlayedRound(1, (PlayedMatch("1", "2", 2, 1), PlayedMatch("3", "4", 0, 2)), byes=("5",)),
        PlayedRound(2, (PlayedMatch("1", "3", 1, 1), PlayedMatch("2", "4", 1, 1, double_loss=True)), missed=("5",)),
        PlayedRound(3, (PlayedMatch("2", "3", 0, 0, games_drawn=1),)),
    )
    cut = TopCut(2, ("1", "4"), (PlayedRound(4, (PlayedMatch("1", "4", 0, 2),)),))
    entries = tuple(EventEntry(str(number)) for number in range(1, 6))

    assert rated_matches(Tournament(entries, 3, rounds=rounds, cut=cut)) == [
        ("1", "2", 1),
        ("3", "4", 0),
        ("1", "3", 0.5),
        ("2", "3", 0.5),
        ("1", "4", 0),
    ]


def test_a_match_without_a_result_is_not_rated():
    open_final = TopCut(2, ("1", "2"), (PlayedRound(2, (PlayedMatch("1", "2", 0, 0),)),))

    assert rated_matches(Tournament((EventEntry("1"), EventEntry("2")), 1, cut=open_final)) == []


@given(PERIODS)
def test_ratings_do_not_depend_on_sides_and_order_of_matches(periods: list[list[RatedMatch]]):
    turned = [[RatedMatch(match.b, match.a, 1 - match.score) for match in reversed(period)] for period in periods]
    first, second = ratings_after(periods), ratings_after(turned)

    assert first.keys() == second.keys()
    for player, rating in first.items():
        assert rating.value == pytest.approx(second[player].value)
        assert rating.deviation == pytest.approx(second[player].deviation)
