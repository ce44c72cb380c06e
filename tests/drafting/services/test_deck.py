"""Decks: saved at any size, submitted when legal, with all errors raised together."""

from collections import Counter
from copy import deepcopy
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from drafting.models import Deck, Pick, Pod
from drafting.rules.decks import (
    DeckFullError,
    DeckSizeError,
    NotDraftedError,
    NotInPoolError,
    PoolTooSmallError,
    deck_checksum,
)
from drafting.rules.format import DraftFormat
from drafting.rules.timing import BuildTimeOverError
from drafting.selectors.deck_view import deck_view
from drafting.services.deck import DecksInError, DeckSubmittedError, NothingToUndoError, StaleDeckError, extend_deadline
from gameplay.engine.core.errors import RulesError
from gameplay.infrastructure.refusals import RulesErrorGroup
from gameplay.models import LogEntry
from gameplay.services.accounts import create_staff
from tests.drafting.conftest import Draft, make_draft
from tests.drafting.players import add_card, fill_deck, remove_card, save_deck, submit_deck, undo_deck, unsubmit_deck


@pytest.fixture(scope="module")
def prepared(shared_database: None) -> Draft:
    return make_draft("Alice", "Bob", terms=DraftFormat()).draft()


@pytest.fixture
def built(db: None, prepared: Draft) -> Draft:
    """Alice and Bob after a draft of 44 cards each."""
    return deepcopy(prepared)


def deck_of(draft: Draft, name: str = "Alice", size: int = 35) -> list[str]:
    return draft.pool(name)[:size]


def faults(draft: Draft, cards: list[str]) -> list[RulesError]:
    """Return the errors of submitting ``cards``, which are put into the deck directly."""
    Deck.objects.filter(seat=draft.seat("Alice")).update(cards=cards)
    try:
        submit_deck(draft.seat("Alice"))
    except RulesError as fault:
        return [fault]
    except RulesErrorGroup as refusals:
        return list(refusals.errors)
    return []


def expire_deadline(draft: Draft, seconds: int = 3) -> None:
    """Set the deadline to ``seconds`` ago."""
    Pod.objects.update(deck_deadline=timezone.now() - timedelta(seconds=seconds))


@pytest.mark.clause("DRF-3.2", "DRF-3.3")
def test_a_deck_of_35_cards_from_the_pool_is_submitted(built: Draft):
    cards = deck_of(built)
    save_deck(built.seat("Alice"), cards)

    deck = submit_deck(built.seat("Alice"), author=built.people["Alice"])

    assert deck.submitted_at is not None
    assert built.deck("Alice").cards == sorted(cards)
    entry = built.log()[-1]
    assert (entry.action, entry.author) == ("deck_submitted", built.people["Alice"])
    assert entry.after == {"seat": 1, "checksum": deck_checksum(cards), "completed": False}
    assert not [ref for ref in cards if ref in str(entry.after)]


@pytest.mark.clause("DRF-3.2")
@pytest.mark.parametrize("size", [0, 34, 36, 44])
def test_any_other_size_is_refused_with_its_count(built: Draft, size: int):
    (fault,) = faults(built, deck_of(built, size=size))

    assert isinstance(fault, DeckSizeError)
    assert fault.details == {"cards": size, "deck_size": 35}


@pytest.mark.clause("DRF-1.2", "DRF-3.2", "DRF-3.3")
def test_all_errors_are_raised_together(built: Draft):
    pool = built.pool("Alice")
    foreign = next(f"FL-C{number:02}" for number in range(1, 99) if f"FL-C{number:02}" not in pool)

    found = faults(built, [*pool[:34], foreign, "FL-T01"])

    assert [(fault.code, fault.details.get("card")) for fault in found] == [
        ("deck_size", None),
        ("not_in_pool", foreign),
        ("not_in_pool", "FL-T01"),
        ("barred_card", "FL-T01"),
    ]
    assert [fault.clause for fault in found] == ["DRF-3.2", "DRF-3.3", "DRF-3.3", "DRF-1.2"]


@pytest.mark.clause("DRF-3.4")
def test_nine_copies_of_a_title_are_legal_if_drafted(built: Draft):
    mine = list(Pick.objects.filter(seat=built.seat("Alice"))[:9])
    Pick.objects.filter(pk__in=[pick.pk for pick in mine]).update(ref=mine[0].ref)

    assert built.pool("Alice").count(mine[0].ref) >= 9
    assert faults(built, deck_of(built)) == []


@pytest.mark.clause("DRF-3.3")
def test_one_copy_more_than_drafted_is_not_saved(built: Draft):
    ref = built.pool("Alice")[0]
    drafted = built.pool("Alice").count(ref)
    for _ in range(drafted):
        add_card(built.seat("Alice"), ref)

    with pytest.raises(NotInPoolError) as refusal:
        add_card(built.seat("Alice"), ref)
    assert refusal.value.details == {"card": ref, "copies": drafted + 1, "drafted": drafted}
    assert built.deck("Alice").cards == [ref] * drafted


def test_cards_are_added_and_removed_one_at_a_time(built: Draft):
    first, second = sorted(set(built.pool("Alice")))[:2]
    add_card(built.seat("Alice"), second)
    add_card(built.seat("Alice"), first)
    remove_card(built.seat("Alice"), second)
    deck = remove_card(built.seat("Alice"), second)

    assert built.deck("Alice").cards == deck.cards == [first]
    assert (deck.version, deck.submitted_at) == (3, None)
    assert [entry.after for entry in LogEntry.objects.filter(stream=built.seat("Alice").deck_stream)] == [
        {"version": version, "cards": cards} for version, cards in ((1, 1), (2, 2), (3, 1))
    ]


def test_an_undo_can_be_undone(built: Draft):
    pool = sorted(built.pool("Alice"))
    save_deck(built.seat("Alice"), pool[:35])
    save_deck(built.seat("Alice"), [])

    found = [undo_deck(built.seat("Alice"), version=version).cards for version in (2, 3, 4)]

    assert found == [pool[:35], [], pool[:35]]


@pytest.mark.clause("DRF-3.2", "DRF-3.3")
def test_the_bot_adds_missing_cards_and_one_undo_removes_them(built: Draft):
    begun = sorted(built.pool("Alice"))[:20]
    save_deck(built.seat("Alice"), begun)

    deck = fill_deck(built.seat("Alice"), version=1)

    assert (len(deck.cards), Counter(begun) <= Counter(deck.cards)) == (35, True)
    assert deck_view(built.seat("Alice"))["faults"] == []
    with pytest.raises(DeckFullError):
        fill_deck(built.seat("Alice"))
    assert undo_deck(built.seat("Alice")).cards == begun
    with pytest.raises(StaleDeckError):
        fill_deck(built.seat("Alice"), version=2)


@pytest.mark.clause("DRF-3.2")
def test_a_deck_is_not_filled_from_a_pool_that_is_too_small(built: Draft):
    save_deck(built.seat("Alice"), built.pool("Alice")[:20])
    later = Pick.objects.filter(seat=built.seat("Alice")).order_by("pk")[34:]
    Pick.objects.filter(pk__in=[pick.pk for pick in later]).delete()

    with pytest.raises(PoolTooSmallError):
        fill_deck(built.seat("Alice"))

    assert len(built.deck("Alice").cards) == 20


def test_an_undo_needs_a_change_and_the_current_version(built: Draft):
    with pytest.raises(NothingToUndoError):
        undo_deck(built.seat("Alice"))
    save_deck(built.seat("Alice"), [])
    save_deck(built.seat("Alice"), deck_of(built))

    with pytest.raises(StaleDeckError):
        undo_deck(built.seat("Alice"), version=0)
    assert len(built.deck("Alice").cards) == 35


def test_overwriting_a_newer_deck_is_refused(built: Draft):
    save_deck(built.seat("Alice"), deck_of(built), version=0)

    with pytest.raises(StaleDeckError) as refusal:
        save_deck(built.seat("Alice"), [], version=0)

    assert (refusal.value.details, refusal.value.is_state_conflict) == ({"version": 1}, True)
    assert len(built.deck("Alice").cards) == 35


@pytest.mark.clause("DRF-2.14")
def test_there_is_no_deck_before_the_draft_is_over(draft: Draft):
    for change in (
        partial(save_deck, cards=[]),
        undo_deck,
        submit_deck,
        unsubmit_deck,
        partial(add_card, ref="FL-C01"),
    ):
        with pytest.raises(NotDraftedError):
            change(draft.seat("Alice"))


def test_a_submitted_deck_must_be_taken_back_before_a_change(built: Draft):
    save_deck(built.seat("Alice"), deck_of(built))
    submit_deck(built.seat("Alice"))

    with pytest.raises(DeckSubmittedError):
        save_deck(built.seat("Alice"), [])
    with pytest.raises(DeckSubmittedError):
        submit_deck(built.seat("Alice"))
    unsubmit_deck(built.seat("Alice"))
    unsubmit_deck(built.seat("Alice"))
    save_deck(built.seat("Alice"), [])

    assert built.actions()[-2:] == ["deck_submitted", "deck_taken_back"]


@pytest.mark.clause("DRF-OP-9")
def test_no_deck_can_be_changed_once_all_are_in(built: Draft, recording_host: Any):
    for name in built.people:
        save_deck(built.seat(name), deck_of(built, name))
        submit_deck(built.seat(name))

    for change in (partial(save_deck, cards=[]), submit_deck, unsubmit_deck, partial(remove_card, ref="FL-C01")):
        with pytest.raises(DecksInError):
            change(built.seat("Alice"))
    with pytest.raises(DecksInError):
        extend_deadline(built.pod, 5, author=create_staff("Tomas"), role="head_judge", reason="a question")
    assert (built.actions()[-1], recording_host.complete) == ("decks_in", [built.pod])
    assert len(built.deck("Alice").cards) == 35


@pytest.mark.clause("DRF-3.1")
def test_the_deck_can_be_changed_until_the_deadline_and_its_grace(built: Draft):
    expire_deadline(built, seconds=1)
    save_deck(built.seat("Alice"), deck_of(built))
    expire_deadline(built, seconds=3)

    for change in (partial(save_deck, cards=[]), submit_deck, unsubmit_deck):
        with pytest.raises(BuildTimeOverError) as refusal:
            change(built.seat("Alice"))
        assert refusal.value.is_state_conflict


def test_a_judge_can_extend_deck_building(built: Draft):
    expire_deadline(built)
    tomas = create_staff("Tomas")

    extend_deadline(built.pod, 5, author=tomas, role="head_judge", reason="a deck check")

    save_deck(built.seat("Alice"), deck_of(built))
    entry = built.log()[-1]
    assert (entry.action, entry.after, entry.reason) == ("building_extended", {"minutes": 5}, "a deck check")


def test_deck_building_cannot_be_extended_before_the_end_of_the_draft(draft: Draft):
    with pytest.raises(NotDraftedError):
        extend_deadline(draft.pod, 5, author=create_staff("Tomas"), role="head_judge", reason="?")
