"""Deck lists of constructed events: save, submit, withdraw and lock them."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from gameplay.engine.core.errors import RulesError
from gameplay.infrastructure.refusals import RulesErrorGroup
from gameplay.models import LogEntry
from tests.tournaments.conftest import Day
from tests.tournaments.constructed import constructed_day, enter_with_decks, player, submit_ready_deck
from tournaments.models import ConstructedDeck, Entry
from tournaments.selectors.constructed_decks import (
    constructed_deck_of,
    entries_without_deck,
    own_deck_view,
    ready_decks,
)
from tournaments.selectors.progress import EventPhase, player_status
from tournaments.services import constructed_deck
from tournaments.services.entry import (
    register_player,
)

REASON = "their bag is still at the hotel"


@pytest.fixture
def day(db: None) -> Day:
    return constructed_day()


@pytest.fixture
def alice(day: Day) -> Entry:
    return day.enter(1)[0]


def test_a_faulty_list_is_saved_as_typed(alice: Entry):
    deck = constructed_deck.save_deck_list(alice, "2 SD-01\nno such card\n", by=player(alice))

    assert (deck.text, deck.cards, deck.version) == ("2 SD-01\nno such card\n", ["SD-01", "SD-01"], 1)
    own = own_deck_view(alice.event, alice, "en")
    assert [(fault.code, fault.clause) for fault in own.faults] == [
        ("list_line", ""),
        ("deck_size", "ENE-1.2"),
        ("not_a_printed_deck", "ENE-1.2"),
    ]
    with pytest.raises(RulesErrorGroup) as refused:
        constructed_deck.submit_deck_list(alice, by=player(alice))
    assert [error.code for error in refused.value.errors] == ["list_line", "deck_size", "not_a_printed_deck"]
    assert ConstructedDeck.objects.get().submitted_at is None


@pytest.mark.clause("ENE-1.2", "ENE-1.9")
def test_all_faults_of_a_deck_are_reported_together(alice: Entry):
    constructed_deck.save_deck_list(alice, "9 SD-01\nFL-C39", by=player(alice))  # an event

    with pytest.raises(RulesErrorGroup) as refused:
        constructed_deck.submit_deck_list(alice, by=player(alice))
    assert {error.code for error in refused.value.errors} == {"deck_size", "not_a_printed_deck", "unknown_type"}


@pytest.mark.clause("ENE-1.2")
def test_an_event_of_the_sample_game_only_accepts_the_two_printed_lists(alice: Entry):
    text = constructed_deck_of(constructed_deck.save_ready_deck(alice, 0, by=player(alice)).entry).text
    assert "3 SD-04" in text
    constructed_deck.save_deck_list(alice, text.replace("3 SD-04", "2 SD-04\n1 SD-18"), by=player(alice))

    with pytest.raises(RulesError) as refused:
        constructed_deck.submit_deck_list(alice, by=player(alice))
    assert (refused.value.code, refused.value.clause) == ("not_a_printed_deck", "ENE-1.2")
    assert str(refused.value).endswith("To get deck A, remove: 1 Crim. Add: 1 Elk.")
    assert ConstructedDeck.objects.get().submitted_at is None


def test_a_submitted_deck_has_a_checksum_and_can_be_withdrawn(day: Day, alice: Entry):
    submit_ready_deck(alice)

    own = own_deck_view(day.event, alice, "en")
    assert own.is_submitted
    assert len(own.checksum) == 8
    assert sum(part.copies for part in own.parts) == own.count == 40
    with pytest.raises(constructed_deck.ListHandedInError):
        constructed_deck.save_deck_list(alice, "", by=player(alice))
    constructed_deck.withdraw_deck_list(alice, by=player(alice))
    assert not own_deck_view(day.event, alice, "en").is_submitted
    entries = LogEntry.objects.filter(stream=day.event.desk_stream, action__startswith="deck_").order_by("number")
    assert [entry.action for entry in entries] == ["deck_brought", "deck_withdrawn"]


def test_the_log_does_not_reveal_the_cards_of_a_deck(alice: Entry):
    submit_ready_deck(alice)

    text = ConstructedDeck.objects.get().text
    for entry in LogEntry.objects.all():
        assert "SD-" not in f"{entry.after}{entry.before}"
    assert "SD-" in text


def test_saving_from_an_outdated_tab_is_refused(alice: Entry):
    constructed_deck.save_deck_list(alice, "SD-01", by=player(alice), version=0)

    with pytest.raises(constructed_deck.StaleListError):
        constructed_deck.save_deck_list(alice, "SD-02", by=player(alice), version=0)
    assert ConstructedDeck.objects.get().text == "SD-01"


@pytest.mark.parametrize(
    ("text", "code"), [("x" * 20_001, "list_text"), ("", "no_list"), ("999 SD-01", "list_too_long")]
)
def test_an_invalid_list_is_refused(alice: Entry, text: str, code: str):
    def try_it() -> None:
        constructed_deck.save_deck_list(alice, text, by=player(alice))
        constructed_deck.submit_deck_list(alice, by=player(alice))

    with pytest.raises((constructed_deck.ListTextError, constructed_deck.NoListError, RulesErrorGroup)) as refused:
        try_it()
    assert code in str(getattr(refused.value, "code", refused.value))


def test_a_draft_event_accepts_no_deck_lists(new_event: Callable[..., Day]):
    day = new_event()
    entry = day.enter(1)[0]

    with pytest.raises(constructed_deck.NotConstructedEventError):
        constructed_deck.save_deck_list(entry, "SD-01", by=player(entry))
    with pytest.raises(constructed_deck.NotConstructedEventError):
        constructed_deck.close_registration(day.event, by=day.by)
    with pytest.raises(constructed_deck.NotConstructedEventError):
        constructed_deck.lock_decks(day.event, by=day.by)


def test_a_player_sees_what_to_do_now(day: Day):
    alice, bob = day.enter(2)
    submit_ready_deck(alice)

    assert [player_status(day.event, entry, EventPhase.REGISTRATION).code for entry in (alice, bob)] == [
        "list_in",
        "list",
    ]


def test_a_player_who_joins_twice_keeps_the_deck(day: Day, alice: Entry):
    submit_ready_deck(alice)
    assert constructed_deck_of(register_player(day.event, alice.account).entry).submitted_at


def test_listing_submitted_decks_takes_a_constant_number_of_queries(day: Day):
    counts = []
    for do in (lambda: None, lambda: enter_with_decks(day, 6)):
        do()
        with CaptureQueriesContext(connection) as queries:
            entries_without_deck(day.event)
        counts.append(len(queries))
    assert counts == [2, 2]


def test_every_ready_made_deck_can_be_submitted(day: Day):
    assert [deck.name.en for deck in ready_decks(day.event)] == ["Sample deck A", "Sample deck B"]
    with pytest.raises(constructed_deck.NoReadyDeckError):
        constructed_deck.save_ready_deck(day.enter(1)[0], 2, by=day.by)
