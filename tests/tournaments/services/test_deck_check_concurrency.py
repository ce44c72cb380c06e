"""Simultaneous starts of a deck check."""

import pytest

from tests.parallel import run_simultaneously
from tests.tournaments.conftest import Day
from tests.tournaments.decks import drafted
from tournaments.models import DeckCheck, Entry
from tournaments.services import deck_check as checks


@pytest.mark.django_db(transaction=True)
def test_one_of_two_simultaneous_checks_starts(day: Day):
    day.enter()
    day.seat()
    drafted(day)
    day.round(1)
    entry = Entry.objects.get(event=day.event, number=1)

    outcomes = run_simultaneously([lambda: checks.start_player_check(day.event, entry.number, by=day.by)] * 2)

    assert DeckCheck.objects.filter(entry=entry).count() == 1
    assert sum(isinstance(outcome, Exception) for outcome in outcomes) == 1
