"""Pools of paper drafts: entered, submitted, confirmed, and corrected with a reason."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from drafting.models import Deck, Pack, Pod, Registration
from drafting.rules.decks import NotDraftedError, deck_checksum
from drafting.rules.passing import DraftOverError
from drafting.rules.timing import BuildTimeOverError
from drafting.selectors.deck_faults import deck_rules_by_seat
from drafting.selectors.deck_view import deck_view
from drafting.selectors.open_round import SubstitutedError
from drafting.selectors.pool_registration import may_follow_pool, pod_fault_sentences
from drafting.selectors.pools import drafted_refs
from drafting.services.bots import play_bots
from drafting.services.deck import StaleDeckError
from drafting.services.pod import (
    NotPaperDraftError,
    PaperDraftError,
    PodPausedError,
    end_paper_draft,
    open_packs,
    pause_pod,
    publish_seating,
    resume_pod,
)
from drafting.services.pool_registration import (
    PoolConfirmedError,
    PoolHandedInError,
    PoolNotHandedInError,
    confirm_pool,
    correct_pool,
    submit_pool,
    unsubmit_pool,
)
from drafting.services.seat import close_seat, give_seat_to_bot, substitute_player
from drafting.services.sweep import sweep_drafts
from gameplay.engine.core.errors import RulesError
from gameplay.infrastructure.log_sentences import render_entry
from gameplay.infrastructure.refusals import RulesErrorGroup
from gameplay.models import Account, LogEntry
from gameplay.services.accounts import create_staff, redeem_link
from gameplay.services.corrections import ReasonMissingError
from tests.drafting.conftest import POOL, Draft, NewDraft
from tests.drafting.players import add_card, enter, save_deck, save_pool, strike, submit_deck

STAFF = "head_judge"
REFUSED = (RulesError, RulesErrorGroup)


@pytest.fixture
def tomas(db: None) -> Any:
    return create_staff("Tomas")


def registered(draft: Draft, name: str) -> list[str]:
    return list(Registration.objects.get(seat=draft.seat(name)).cards)


def register(draft: Draft, name: str, cards: list[str] = POOL) -> None:
    """Let ``name`` enter and submit ``cards``, and the left neighbour confirm them."""
    save_pool(draft.seat(name), cards)
    submit_pool(draft.seat(name), author=draft.people[name], role="player")
    names = list(draft.people)
    neighbour = names[(names.index(name) + 1) % len(names)]
    confirm_pool(draft.seat(name), author=draft.people[neighbour], role="neighbour")


def codes(refusal: Any) -> list[str]:
    return [error.code for error in getattr(refusal.value, "errors", [refusal.value])]


@pytest.mark.clause("DRF-2.6", "DRF-3.1")
def test_a_paper_draft_has_no_packs_and_is_ended_by_an_official(new_draft: NewDraft):
    draft = new_draft("Alice", "Bob", opened=False, opening=Pod.Opening.TABLE)
    pod = publish_seating(draft.pod)

    with pytest.raises(PaperDraftError):
        open_packs(pod)
    with pytest.raises(NotDraftedError):
        enter(draft.seat("Alice"), "C01")
    end_paper_draft(pod, author=None, role="organizer")

    assert not Pack.objects.exists()
    assert draft.pod.deck_deadline - draft.pod.drafted_at == timedelta(minutes=30)  # type: ignore[operator]
    assert draft.actions() == ["seating_published", "drafted"]
    with pytest.raises(DraftOverError):
        end_paper_draft(pod, author=None, role="organizer")


def test_only_a_paper_draft_can_be_ended(draft: Draft):
    with pytest.raises(NotPaperDraftError):
        end_paper_draft(draft.pod, author=None, role="organizer")


def test_cards_are_entered_and_removed(table: Draft):
    assert enter(table.seat("Alice"), "c07") == ["FL-C07"]
    enter(table.seat("Alice"), "2 FL-U01")
    enter(table.seat("Alice"), "C01")
    strike(table.seat("Alice"), "FL-U01")
    strike(table.seat("Alice"), "FL-R09")

    assert registered(table, "Alice") == ["FL-C07", "FL-U01", "FL-C01"]
    assert "pool_registered" not in table.actions()


def test_every_change_has_an_entry_with_its_author_in_the_log_of_the_pool(table: Draft, tomas: Any):
    alice = table.seat("Alice")
    enter(alice, "2 C07")
    strike(alice, "FL-C07", author=tomas, role=STAFF)
    strike(alice, "FL-C09")
    save_pool(alice, POOL[:2])

    entries = LogEntry.objects.filter(stream=alice.registration_stream).order_by("number")
    assert [(entry.author, entry.role, entry.before, entry.after) for entry in entries] == [
        (table.people["Alice"], "player", [], {"count": 2, "cards": ["FL-C07", "FL-C07"]}),
        (tomas, STAFF, ["FL-C07"], {"count": 1, "cards": []}),
        (table.people["Alice"], "player", ["FL-C07"], {"count": 2, "cards": POOL[:2]}),
    ]
    assert table.actions() == ["seating_published", "drafted"]
    assert "C07" not in render_entry(entries[0], author="Alice")


def test_a_substitute_registers_instead_of_the_player(table: Draft, tomas: Any):
    sven = redeem_link(substitute_player(table.seat("Alice"), "Sven", author=tomas, role=STAFF, reason="ill"))
    with pytest.raises(SubstitutedError):
        enter(table.seat("Alice"), "C01")

    save_pool(table.seat("Alice"), POOL, author=sven)
    submit_pool(table.seat("Alice"), author=sven, role="player")

    assert (table.log()[-1].action, table.log()[-1].author) == ("pool_registered", sven)
    with pytest.raises(SubstitutedError):
        unsubmit_pool(table.seat("Alice"), author=table.people["Alice"], role="player")


def test_only_accounts_with_access_can_follow_a_registration(table: Draft, officials: dict[str, Account]):
    people, alice = {**officials, **table.people}, table.seat("Alice")

    def followers() -> set[str]:
        return {name for name, account in people.items() if may_follow_pool(account, str(alice.pk))}

    assert followers() == {*officials, "Alice"}
    save_pool(alice, POOL)
    submit_pool(alice, author=alice.player, role="player")
    assert followers() == {*officials, "Alice", "Bob"}  # who checks it
    assert not may_follow_pool(AnonymousUser(), str(alice.pk))
    assert not may_follow_pool(people["Alice"], "nonsense")


@pytest.mark.clause("DRF-1.1", "DRF-2.16")
def test_a_list_with_errors_is_refused_as_a_whole(table: Draft):
    with pytest.raises(REFUSED) as refusal:
        enter(table.seat("Alice"), "C01\nno such card\nHB-C01")
    assert codes(refusal) == ["unknown_card", "not_in_packs"]
    with pytest.raises(REFUSED) as refusal:
        enter(table.seat("Alice"), "9 C01")  # the limits are eight packs and eight cards for each player

    assert codes(refusal) == ["pool_count", "too_many_copies"]
    assert registered(table, "Alice") == []


@pytest.mark.clause("DRF-2.16")
def test_a_pool_can_be_submitted_when_it_is_complete(table: Draft):
    save_pool(table.seat("Alice"), POOL[1:])
    with pytest.raises(REFUSED) as refusal:
        submit_pool(table.seat("Alice"), author=table.people["Alice"], role="player")
    assert codes(refusal) == ["pool_count"]

    enter(table.seat("Alice"), "C01")
    submit_pool(table.seat("Alice"), author=table.people["Alice"], role="player")

    with pytest.raises(PoolHandedInError):
        enter(table.seat("Alice"), "C01")
    (entry,) = [entry for entry in table.log() if entry.action == "pool_registered"]
    assert entry.after == {"seat": 1, "cards": 8, "checksum": deck_checksum(POOL)}
    assert not Deck.objects.exists()
    unsubmit_pool(table.seat("Alice"), author=table.people["Alice"], role="player")
    strike(table.seat("Alice"), "FL-C01")


def test_an_outdated_list_does_not_overwrite_a_newer_one(table: Draft):
    save_pool(table.seat("Alice"), POOL[:2], version=0)

    with pytest.raises(StaleDeckError):
        save_pool(table.seat("Alice"), [], version=0)


@pytest.mark.clause("DRF-3.2", "DRF-3.3")
def test_a_deck_is_built_from_the_confirmed_pool(table: Draft):
    with pytest.raises(PoolNotHandedInError):
        confirm_pool(table.seat("Alice"), author=table.people["Bob"], role="neighbour")
    register(table, "Alice")

    assert drafted_refs(table.seat("Alice")) == POOL
    with pytest.raises(PoolConfirmedError):
        unsubmit_pool(table.seat("Alice"), author=table.people["Alice"], role="player")
    with pytest.raises(REFUSED) as refusal:
        add_card(table.seat("Alice"), "FL-C09")
    assert codes(refusal) == ["not_in_pool"]
    save_deck(table.seat("Alice"), POOL[:6])
    submit_deck(table.seat("Alice"))
    assert deck_view(table.seat("Alice"))["state"] == "submitted"


def test_a_pool_that_an_official_submits_is_confirmed(table: Draft, tomas: Any):
    save_pool(table.seat("Bob"), POOL)

    submit_pool(table.seat("Bob"), author=tomas, role=STAFF)

    assert table.deck("Bob").cards == []
    assert table.actions()[-2:] == ["pool_registered", "pool_confirmed"]


def test_the_pod_is_closed_when_every_deck_is_in(table: Draft):
    for name in ("Alice", "Bob", "Charlie"):
        register(table, name)
        save_deck(table.seat(name), POOL[:6])
        submit_deck(table.seat(name))
    assert table.pod.closed_at is None

    close_seat(table.seat("Dora"), author=None, role="organizer", reason="left")

    assert table.pod.closed_at is not None


@pytest.mark.clause("DRF-OP-5")
def test_the_clock_submits_no_deck_without_a_confirmed_pool(table: Draft):
    register(table, "Alice")
    assert table.pod.deck_deadline
    sweep_drafts(table.pod.deck_deadline + timedelta(seconds=3))

    assert table.deck("Alice").completed_by_clock
    assert not Deck.objects.filter(seat=table.seat("Bob")).exists()
    save_pool(table.seat("Bob"), POOL)
    submit_pool(table.seat("Bob"), author=table.people["Bob"], role="player")
    Pod.objects.update(deck_deadline=table.pod.drafted_at - timedelta(minutes=1))  # type: ignore[operator]
    with pytest.raises(BuildTimeOverError):
        confirm_pool(table.seat("Bob"), author=table.people["Charlie"], role="neighbour")


def test_a_bot_waits_for_the_registered_pool_and_builds_from_it(table: Draft):
    give_seat_to_bot(table.seat("Alice"), author=None, role="organizer", reason="ill")
    play_bots(table.pod_id)

    register(table, "Alice")
    play_bots(table.pod_id)

    assert table.deck("Alice").submitted_at is not None


def test_an_official_corrects_a_pool_with_a_reason_and_the_deck_is_reopened(table: Draft, tomas: Any):
    register(table, "Alice")
    save_deck(table.seat("Alice"), POOL[:6])
    submit_deck(table.seat("Alice"))
    wanted = [*POOL[1:], "FL-C09"]
    with pytest.raises(ReasonMissingError):
        correct_pool(table.seat("Alice"), wanted, author=tomas, role=STAFF, reason=" ")
    with pytest.raises(REFUSED):
        correct_pool(table.seat("Alice"), wanted[1:], author=tomas, role=STAFF, reason="C9, not C1")

    correct_pool(table.seat("Alice"), wanted, author=tomas, role=STAFF, reason="C9, not C1")

    assert drafted_refs(table.seat("Alice")) == wanted
    assert (table.deck("Alice").cards, table.deck("Alice").submitted_at) == (POOL[1:6], None)
    entry = LogEntry.objects.get(action="pool_corrected")
    assert (entry.author, entry.before, entry.reason) == (tomas, ["FL-C01"], "C9, not C1")


@pytest.mark.clause("DRF-OP-9")
@pytest.mark.clause("DRF-3.3")
def test_a_corrected_pool_does_not_change_the_deck_once_all_decks_are_in(table: Draft, tomas: Any):
    register(table, "Alice")
    save_deck(table.seat("Alice"), POOL[:6])
    submit_deck(table.seat("Alice"))
    Pod.objects.update(closed_at=table.pod.drafted_at)
    before = table.deck("Alice")
    (kept,) = (
        rule for rule in deck_rules_by_seat([table.seat("Alice")])[table.seat("Alice").pk] if rule.clause == "DRF-3.3"
    )

    correct_pool(table.seat("Alice"), [*POOL[1:], "FL-C09"], author=tomas, role=STAFF, reason="C9, not C1")

    after = table.deck("Alice")
    assert (after.cards, after.version, after.submitted_at) == (before.cards, before.version, before.submitted_at)
    (broken,) = (rule for rule in deck_rules_by_seat([table.seat("Alice")])[table.seat("Alice").pk] if rule.faults)
    assert (kept.faults, broken.clause) == ([], "DRF-3.3")
    assert [fault.details for fault in broken.faults] == [{"card": "FL-C01", "copies": 1, "drafted": 0}]


@pytest.mark.clause("DRF-1.4")
def test_the_pools_of_a_pod_are_compared_with_its_packs(table: Draft):
    """Eight packs of four cards: three uncommons and one rare each. Commons fill up larger packs."""
    supply = ["FL-U01", "FL-U02", "FL-U03", "FL-U04", "FL-U05", "FL-U06", "FL-R01", "FL-R02"]
    for name in ("Alice", "Bob", "Charlie"):
        register(table, name, supply)
    assert pod_fault_sentences(table.pod) == []

    register(table, "Dora", [*supply[:7], "FL-U07"])

    assert pod_fault_sentences(table.pod) == [
        "All pools together have 7 cards of rarity rare; the packs had 8 to 8.",
        "All pools together have 25 cards of rarity uncommon; the packs had 24 to 24.",
    ]


def test_nothing_is_registered_or_confirmed_while_the_pod_is_paused(table: Draft):
    save_pool(table.seat("Alice"), POOL)
    submit_pool(table.seat("Alice"), author=table.people["Alice"], role="player")
    pause_pod(table.pod, author=None, role="head_judge", reason="the fire alarm")

    with pytest.raises(PodPausedError):
        enter(table.seat("Bob"), "C01")
    with pytest.raises(PodPausedError):
        confirm_pool(table.seat("Alice"), author=table.people["Bob"], role="neighbour")

    resume_pod(table.pod, author=None, role="head_judge")
    confirm_pool(table.seat("Alice"), author=table.people["Bob"], role="neighbour")


def test_an_official_needs_a_reason_to_take_a_registration_back_and_a_player_does_not(table: Draft, tomas: Any):
    for name in ("Alice", "Bob"):
        save_pool(table.seat(name), POOL)
        submit_pool(table.seat(name), author=table.people[name], role="player")
    unsubmit_pool(table.seat("Bob"), author=table.people["Bob"], role="player")

    with pytest.raises(ReasonMissingError):
        unsubmit_pool(table.seat("Alice"), author=tomas, role=STAFF)
    unsubmit_pool(table.seat("Alice"), author=tomas, role=STAFF, reason="a card is missing")

    assert [(entry.action, entry.role, entry.reason) for entry in table.log()[-2:]] == [
        ("pool_taken_back", "player", ""),
        ("pool_taken_back", STAFF, "a card is missing"),
    ]
