"""How many decks are checked, what differs, how much time it costs."""

from datetime import timedelta

import pytest

from tournaments.rules.deck_checks import deck_difference, proposed_extension, target_checks


@pytest.mark.parametrize(("decks", "checked"), [(0, 0), (1, 1), (6, 1), (10, 1), (11, 2), (24, 3)])
def test_a_tenth_of_the_decks_is_to_be_checked(decks: int, checked: int):
    assert target_checks(decks) == checked


@pytest.mark.clause("DRF-3.2", "DRF-3.3")
def test_copies_are_counted_both_ways():
    found = deck_difference(["A", "A", "B", "C"], ["A", "B", "B", "D"])

    assert (found.missing, found.extra) == ({"A": 1, "C": 1}, {"B": 1, "D": 1})
    assert found
    assert not deck_difference(["A", "B"], ["B", "A"])


@pytest.mark.parametrize(("seconds", "minutes"), [(1, 4), (60, 4), (61, 5), (360, 9), (361, 10)])
def test_a_match_is_owed_each_begun_minute_and_three_more(seconds: int, minutes: int):
    assert proposed_extension(timedelta(seconds=seconds)) == minutes


def test_what_a_match_has_for_the_other_deck_is_not_given_twice():
    assert proposed_extension(timedelta(minutes=6), already_given=7) == 2
    assert proposed_extension(timedelta(minutes=2), already_given=7) == 0
