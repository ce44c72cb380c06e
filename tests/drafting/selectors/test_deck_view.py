"""The view of a pool and its deck."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from drafting.models import Deck, Pod
from drafting.rules.decks import NotDraftedError, deck_checksum
from drafting.rules.timing import GRACE
from drafting.selectors.deck_view import deck_view
from tests.drafting.conftest import Draft, NewDraft
from tests.drafting.players import add_card, save_deck, submit_deck


@pytest.fixture
def built(new_draft: NewDraft) -> Draft:
    return new_draft("Alice", "Bob").draft()


@pytest.mark.clause("DRF-2.14")
def test_there_is_no_deck_view_before_the_end_of_the_draft(draft: Draft):
    draft.pick("Alice")

    with pytest.raises(NotDraftedError):
        deck_view(draft.seat("Alice"))


def test_each_card_is_counted_in_the_pool_and_in_the_deck(built: Draft):
    ref = built.pool("Alice")[0]
    add_card(built.seat("Alice"), ref)

    view = deck_view(built.seat("Alice"))

    drafted = {card["ref"]: card["drafted"] for card in view["cards"]}
    assert drafted == {each: built.pool("Alice").count(each) for each in built.pool("Alice")}
    assert [card["ref"] for card in view["cards"] if card["in_deck"]] == [ref]
    assert (view["count"], view["deck_size"], view["checksum"]) == (1, 6, None)
    assert [fault["detail"] for fault in view["faults"]] == ["The deck must have exactly 6 cards, not 1."]


def test_the_state_says_whether_the_deck_can_be_changed(built: Draft):
    alice = built.seat("Alice")
    states = [deck_view(alice)["state"]]
    cards = built.pool("Alice")[:6]
    save_deck(alice, cards)
    submit_deck(alice)
    view = deck_view(built.seat("Alice"))
    states.append(view["state"])
    assert view["checksum"] == deck_checksum(cards)
    Pod.objects.update(deck_deadline=timezone.now() - 2 * GRACE)
    states += [deck_view(built.seat(name))["state"] for name in ("Alice", "Bob")]
    Pod.objects.update(closed_at=timezone.now())
    Deck.objects.update(submitted_at=timezone.now())
    states.append(deck_view(built.seat("Bob"))["state"])

    assert states == ["building", "submitted", "in", "late", "in"]


def test_a_deck_view_takes_two_queries(built: Draft):
    seat = built.seat("Alice")

    with CaptureQueriesContext(connection) as queries:
        deck_view(seat)

    assert len(queries) == 2
