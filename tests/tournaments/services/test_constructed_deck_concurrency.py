"""Simultaneous changes of constructed decks."""

import pytest

from tests.parallel import run_simultaneously
from tests.tournaments.constructed import constructed_day, enter_with_decks, player
from tournaments.models import ConstructedDeck, Entry, Event
from tournaments.selectors.constructed_decks import entries_without_deck
from tournaments.services import constructed_deck

pytestmark = pytest.mark.usefixtures("transactional_db")


def test_one_of_two_simultaneous_saves_succeeds():
    day = constructed_day()
    alice = day.enter(1)[0]

    def save(text: str) -> ConstructedDeck:
        return constructed_deck.save_deck_list(Entry.objects.get(pk=alice.pk), text, by=player(alice), version=0)

    found = run_simultaneously([lambda: save("SD-01"), lambda: save("SD-02")])

    assert sorted(type(each).__name__ for each in found) == ["ConstructedDeck", "StaleListError"]
    assert ConstructedDeck.objects.get().version == 1


def test_a_deck_cannot_be_withdrawn_while_decks_are_being_locked():
    day = constructed_day()
    alice, *_others = enter_with_decks(day)
    event = constructed_deck.close_registration(day.event, by=day.by)

    found = run_simultaneously([
        lambda: constructed_deck.withdraw_deck_list(Entry.objects.get(pk=alice.pk), by=player(alice)),
        lambda: constructed_deck.lock_decks(event, by=day.by),
    ])  # fmt: skip

    refused = [type(each) for each in found if isinstance(each, Exception)]
    assert refused in ([constructed_deck.DecksLockedError], [constructed_deck.ListsMissingError])
    locked = Event.objects.get().decks_locked_at is not None
    assert locked == (entries_without_deck(Event.objects.get()) == [])


def test_simultaneous_closing_and_locking_happen_once():
    day = constructed_day()
    enter_with_decks(day)

    closed = run_simultaneously([lambda: constructed_deck.close_registration(Event.objects.get(), by=day.by)] * 3)
    locked = run_simultaneously([lambda: constructed_deck.lock_decks(Event.objects.get(), by=day.by)] * 3)

    for found in (closed, locked):
        assert sum(isinstance(each, Event) for each in found) == 1
