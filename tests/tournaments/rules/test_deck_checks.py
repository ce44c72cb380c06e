"""Deck checks: their number, differences from the deck list, and time extensions."""

from datetime import timedelta

import pytest

from tournaments.rules.deck_checks import deck_difference, proposed_extension, target_checks


@pytest.mark.parametrize(("decks", "checked"), [(0, 0), (1, 1), (6, 1), (10, 1), (11, 2), (24, 3)])
def test_a_tenth_of_the_decks_should_be_checked(decks: int, checked: int):
    assert target_checks(decks) == checked


@pytest.mark.clause("DRF-3.2", "DRF-3.3")
def test_difference_counts_missing_and_extra_copies():
    difference = deck_difference(["A", "A", "B", "C"], ["A", "B", "B", "D"])

    assert (difference.missing, difference.extra) == ({"A": 1, "C": 1}, {"B": 1, "D": 1})
    assert difference
    assert not deck_difference(["A", "B"], ["B", "A"])


@pytest.mark.parametrize(("seconds", "minutes"), [(1, 4), (60, 4), (61, 5), (360, 9), (361, 10)])
def test_extension_is_the_time_rounded_up_and_three_minutes(seconds: int, minutes: int):
    assert proposed_extension(timedelta(seconds=seconds)) == minutes


def test_extension_for_the_other_deck_is_subtracted():
    assert proposed_extension(timedelta(minutes=6), already_given=7) == 2
    assert proposed_extension(timedelta(minutes=2), already_given=7) == 0
