"""Simultaneous changes and submissions of decks."""

from functools import partial
from typing import Any

import pytest

from drafting.models import Seat
from tests.drafting.conftest import NewDraft
from tests.drafting.players import add_card, save_deck, submit_deck
from tests.parallel import run_simultaneously


@pytest.mark.django_db(transaction=True)
def test_of_concurrent_submissions_one_for_each_seat_counts_and_the_pod_closes_once(
    new_draft: NewDraft, recording_host: Any
):
    draft = new_draft("Alice", "Bob").draft()
    for name in draft.people:
        save_deck(draft.seat(name), draft.pool(name)[:6])
    seats: list[Seat] = [draft.seat(name) for name in draft.people]

    answers = run_simultaneously([partial(submit_deck, seat) for seat in seats * 10])

    assert sorted({type(answer).__name__ for answer in answers}) in (
        ["Deck", "DeckSubmittedError", "DecksInError"],
        ["Deck", "DecksInError"],
    )
    assert [type(answer).__name__ for answer in answers].count("Deck") == 2
    assert (
        draft.actions().count("deck_submitted"),
        draft.actions().count("decks_in"),
        len(recording_host.complete),
    ) == (2, 1, 1)


@pytest.mark.django_db(transaction=True)
def test_concurrently_added_cards_are_all_saved(new_draft: NewDraft):
    draft = new_draft("Alice", "Bob").draft()
    seat, pool = draft.seat("Alice"), draft.pool("Alice")

    run_simultaneously([partial(add_card, seat, ref) for ref in pool])

    assert draft.deck("Alice").cards == sorted(pool)
