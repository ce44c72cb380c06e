"""The sweep: late picks, late decks, and deadlines after an outage."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from drafting.models import Deck, Pack, Pick, Pod, Seat
from drafting.rules.decks import deck_faults
from drafting.rules.format import DraftFormat
from drafting.rules.passing import StalePickError
from drafting.rules.timing import PickTimeOverError
from drafting.selectors import pod_cards
from drafting.services.deck import extend_deadline
from drafting.services.judge import give_extra_time
from drafting.services.pick import make_pick, select_copy
from drafting.services.pod import pause_pod
from drafting.services.seat import close_seat
from drafting.services.sweep import push_deadlines_after_outage, sweep_drafts
from gameplay.services.accounts import create_staff
from tests.drafting.conftest import Draft, NewDraft
from tests.drafting.players import save_deck, submit_deck, unsubmit_deck
from tests.parallel import run_simultaneously

NOW = timezone.now
SECOND = timedelta(seconds=1)
WITH_REASON: dict[str, Any] = {"author": None, "role": "head_judge", "reason": "an arm in plaster"}


@pytest.fixture
def clocked(new_draft: NewDraft) -> Draft:
    """Four players with a pick clock: 25 seconds for a pack of four."""
    return new_draft("Alice", "Bob", "Charlie", "Dora", pick_clock="standard")


def due_in(draft: Draft, name: str) -> float:
    """Return the seconds that ``name`` has left for the current pick."""
    due = draft.before(name).due_at
    assert due is not None
    return (due - NOW()).total_seconds()


@pytest.mark.clause("DRF-OP-4")
def test_without_a_clock_no_pick_is_late(draft: Draft):
    sweep_drafts(NOW() + timedelta(days=1))

    assert not Pick.objects.exists()
    assert not Pack.objects.exclude(due_at=None).exists()


@pytest.mark.clause("DRF-OP-4")
def test_after_the_deadline_and_grace_the_selected_card_is_taken_and_marked(clocked: Draft):
    turn, due = clocked.turn("Alice", 2), clocked.before("Alice").due_at
    assert due is not None
    select_copy(clocked.people["Alice"], clocked.pod_id, turn["token"])

    sweep_drafts(due + 2 * SECOND)
    assert not Pick.objects.exists()
    sweep_drafts(due + 3 * SECOND)

    pick = Pick.objects.get(seat=clocked.seat("Alice"))
    assert (pick.token, pick.by) == (turn["token"], "selection")
    assert Pick.objects.filter(by="clock").count() == 3
    assert clocked.seat("Alice").selected == ""
    assert clocked.actions()[-4:] == ["pick_by_clock"] * 4


@pytest.mark.clause("DRF-OP-4")
def test_without_a_selection_the_random_card_is_reproducible(new_draft: NewDraft):
    taken = []
    for _ in range(2):
        draft = new_draft("Alice", "Bob", "Charlie", "Dora", pick_clock="standard")
        sweep_drafts(NOW() + timedelta(minutes=1))
        taken.append([pick.ref for pick in Pick.objects.filter(pack__pod=draft.pod_id).order_by("seat__number")])

    assert taken[0] == taken[1]
    assert len(taken[0]) == 4


def test_a_pack_has_a_clock_while_it_is_the_first_of_its_holder(clocked: Draft):
    assert 24 < due_in(clocked, "Bob") <= 25
    clocked.pick("Alice")
    queued = clocked.round.packs_before(clocked.seat("Bob").number)[1]
    assert queued.due_at is None

    clocked.pick("Bob")

    assert 19 < due_in(clocked, "Bob") <= 20  # for the three cards left
    assert queued.pk == clocked.before("Bob").pk


def test_there_is_no_clock_after_the_last_card(clocked: Draft):
    clocked.draft()

    assert not Pack.objects.exclude(due_at=None).exists()


def test_a_pick_after_the_grace_is_refused(clocked: Draft):
    turn = clocked.turn("Alice")
    Pack.objects.update(due_at=NOW() - 3 * SECOND)

    with pytest.raises(PickTimeOverError):
        make_pick(clocked.people["Alice"], clocked.pod_id, **turn)
    sweep_drafts(NOW())
    with pytest.raises(StalePickError):
        make_pick(clocked.people["Alice"], clocked.pod_id, **turn)
    assert Pick.objects.filter(seat=clocked.seat("Alice")).count() == 1


def test_a_pick_within_the_grace_counts(clocked: Draft):
    Pack.objects.update(due_at=NOW() - SECOND)

    assert clocked.pick("Alice").by == "player"


def test_extra_time_applies_to_one_seat(clocked: Draft):
    give_extra_time(clocked.seat("Bob"), 50, **WITH_REASON)
    clocked.pick("Bob")
    clocked.pick("Alice")

    assert 29 < due_in(clocked, "Bob") <= 30


def test_no_clock_runs_while_the_draft_is_paused(clocked: Draft):
    pause_pod(clocked.pod, author=None, role="judge", reason="lunch")

    sweep_drafts(NOW() + timedelta(hours=1))

    assert not Pick.objects.exists()


@pytest.mark.clause("DRF-OP-3")
def test_the_clock_takes_nothing_for_a_closed_seat(clocked: Draft):
    close_seat(clocked.seat("Alice"), author=None, role="judge", reason="left")

    sweep_drafts(NOW() + timedelta(minutes=1))

    assert not Pick.objects.filter(seat=clocked.seat("Alice")).exists()
    assert Pick.objects.count() == 3
    assert clocked.actions().count("passed_on") == 1


def test_a_whole_draft_is_finished_by_the_clock_alone(clocked: Draft):
    before, now = clocked.cards(), NOW()

    for minute in range(1, 60):
        sweep_drafts(now + timedelta(minutes=minute))
        Pack.objects.exclude(due_at=None).update(due_at=now)

    assert clocked.cards() == before
    assert Pick.objects.filter(by="clock").count() == 32
    assert clocked.pod.drafted_at is not None


@pytest.mark.django_db(transaction=True)
def test_concurrent_sweeps_do_the_work_once(clocked: Draft):
    before = clocked.cards()

    answers = run_simultaneously([partial(sweep_drafts, NOW() + timedelta(seconds=30))] * 3)

    assert answers == [None] * 3
    assert Pick.objects.count() == 4
    assert clocked.cards() == before


@pytest.mark.clause("DRF-OP-5")
def test_a_late_legal_deck_is_submitted_as_saved(new_draft: NewDraft):
    draft = new_draft("Alice", "Bob", terms=DraftFormat()).draft()
    saved = sorted(draft.pool("Alice")[:35])
    save_deck(draft.seat("Alice"), saved)
    deadline = draft.pod.deck_deadline
    assert deadline is not None

    sweep_drafts(deadline + 2 * SECOND)
    assert draft.deck("Alice").submitted_at is None
    sweep_drafts(deadline + 3 * SECOND)

    deck = draft.deck("Alice")
    assert (deck.cards, deck.completed_by_clock) == (saved, False)
    assert deck.submitted_at is not None


@pytest.mark.clause("DRF-OP-5")
@pytest.mark.parametrize("saved", [0, 20, 44])
def test_a_late_illegal_deck_is_completed_from_the_pool_and_marked(new_draft: NewDraft, saved: int):
    draft = new_draft("Alice", "Bob", terms=DraftFormat()).draft()
    pool = draft.pool("Alice")
    save_deck(draft.seat("Alice"), pool[:saved])

    sweep_drafts(NOW() + timedelta(minutes=31))

    deck, pod = draft.deck("Alice"), draft.pod
    assert not deck_faults(deck.cards, pool, 35, pod_cards.legal_refs(pod))
    assert deck.completed_by_clock
    kept = set(pool[:saved]) & set(deck.cards)
    assert saved == 44 or kept == set(pool[:saved])
    assert pod.closed_at is not None
    assert [(entry.after or {})["completed"] for entry in draft.log() if entry.action == "deck_by_clock"] == [
        True,
        True,
    ]


@pytest.mark.clause("DRF-OP-5")
def test_a_deck_completed_by_the_clock_can_be_changed_if_a_judge_gives_more_time(new_draft: NewDraft):
    draft = new_draft("Alice", "Bob").draft()
    give_extra_time(draft.seat("Bob"), 100, **WITH_REASON)
    sweep_drafts(NOW() + timedelta(minutes=31))
    assert draft.deck("Alice").completed_by_clock

    extend_deadline(draft.pod, 5, author=create_staff("Tomas"), role="head_judge", reason="a fire alarm")
    unsubmit_deck(draft.seat("Alice"))
    save_deck(draft.seat("Alice"), draft.pool("Alice")[:6])
    submit_deck(draft.seat("Alice"))

    assert not draft.deck("Alice").completed_by_clock
    submissions = [entry.after or {} for entry in draft.log() if entry.action in ("deck_by_clock", "deck_submitted")]
    assert [after["completed"] for after in submissions] == [True, False]


def test_extra_time_applies_to_the_deck(new_draft: NewDraft):
    draft = new_draft("Alice", "Bob").draft()
    give_extra_time(draft.seat("Bob"), 100, **WITH_REASON)

    sweep_drafts(NOW() + timedelta(minutes=31))

    assert draft.deck("Alice").submitted_at is not None
    assert draft.deck("Bob").submitted_at is None
    sweep_drafts(NOW() + timedelta(minutes=61))
    assert draft.deck("Bob").submitted_at is not None


@pytest.mark.django_db(transaction=True)
def test_the_clock_and_the_player_submit_a_deck_once(new_draft: NewDraft):
    draft = new_draft("Alice", "Bob").draft()
    for name in draft.people:
        save_deck(draft.seat(name), draft.pool(name)[:6])
    Pod.objects.update(deck_deadline=NOW() - SECOND)

    run_simultaneously([partial(submit_deck, draft.seat("Alice")), partial(sweep_drafts, NOW() + 2 * SECOND)])

    actions = [entry.action for entry in draft.log() if (entry.after or {}).get("seat") == 1]
    assert len([action for action in actions if action.startswith("deck_")]) == 1
    assert draft.pod.closed_at is not None
    assert draft.actions().count("decks_in") == 1


def test_an_outage_extends_running_clocks_by_its_length(clocked: Draft):
    due, began = clocked.before("Alice").due_at, NOW()
    assert due is not None

    push_deadlines_after_outage(began, began + timedelta(minutes=10))

    assert clocked.before("Alice").due_at == due + timedelta(minutes=10)
    assert [entry.after for entry in clocked.log() if entry.action == "deadlines_pushed"] == [{"seconds": 600}]
    sweep_drafts(began + timedelta(minutes=10))
    assert not Pick.objects.exists()


def test_an_outage_does_not_extend_deadlines_that_were_over(clocked: Draft):
    Pack.objects.exclude(due_at=None).update(due_at=NOW() - 10 * SECOND)

    push_deadlines_after_outage(NOW(), NOW() + timedelta(minutes=10))
    sweep_drafts(NOW() + timedelta(minutes=10))

    assert Pick.objects.count() == 4


def test_an_outage_extends_deck_building(new_draft: NewDraft):
    draft = new_draft("Alice", "Bob").draft()
    deadline, began = draft.pod.deck_deadline, NOW()
    assert deadline is not None

    push_deadlines_after_outage(began, began + timedelta(hours=2))
    sweep_drafts(began + timedelta(hours=2))

    assert draft.pod.deck_deadline == deadline + timedelta(hours=2)
    assert not Deck.objects.exclude(submitted_at=None).exists()


@pytest.mark.django_db(transaction=True)
def test_bots_whose_task_was_lost_are_woken(new_draft: NewDraft):
    draft = new_draft("Alice", "Bob", "Charlie", "Dora")
    for name in ("Bob", "Charlie", "Dora"):
        Seat.objects.filter(pk=draft.seat(name).pk).update(bot=Seat.Bot.DRAFTER)

    sweep_drafts(NOW() + timedelta(seconds=10))

    assert Pick.objects.count() == 6


def test_a_sweep_without_work_takes_three_queries(draft: Draft):
    with CaptureQueriesContext(connection) as queries:
        sweep_drafts(NOW())

    assert len(queries) == 3
