"""One worker at a time acts for the bots of a pod, and no task is lost."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.utils import timezone

from drafting import ports
from drafting.models import Pick
from drafting.services import bots
from drafting.services.pod import open_packs, publish_seating
from drafting.services.sweep import sweep_drafts
from drafting.tasks import move_bots
from gameplay.infrastructure import lease
from tests.drafting.conftest import Draft, NewDraft, program
from tests.drafting.players import save_deck, submit_deck
from tests.parallel import run_simultaneously
from tests.parts.waiting import eventually


@pytest.fixture(autouse=True)
def _empty_cache():
    cache.clear()
    yield
    cache.clear()


def test_a_second_task_leaves_the_pod_to_the_first(new_draft: NewDraft):
    draft = new_draft("Alice", bots=3)
    cache.add(f"bots/{draft.pod_id}", True, 30)

    move_bots(str(draft.pod_id))
    assert Pick.objects.count() == 0

    cache.delete(f"bots/{draft.pod_id}")
    move_bots(str(draft.pod_id))
    assert Pick.objects.count() == 3 + 2 + 1


@pytest.mark.django_db(transaction=True)
def test_concurrent_tasks_do_the_work_once(new_draft: NewDraft):
    draft = new_draft("Alice", bots=3, opened=False)
    cache.add(f"bots/{draft.pod_id}", True, 30)
    open_packs(publish_seating(draft.pod))
    assert Pick.objects.count() == 0
    cache.delete(f"bots/{draft.pod_id}")

    assert run_simultaneously([lambda: move_bots(str(draft.pod_id))] * 4) == [None] * 4

    assert Pick.objects.count() == 3 + 2 + 1
    assert cache.get(f"bots/{draft.pod_id}") is None
    assert not bots.has_bots_to_play(draft.pod_id)


def refuse(*_: Any) -> None:
    """Refuse a message, as a full queue or live channel does."""
    raise ConnectionError("the queue is full")


@pytest.mark.django_db(transaction=True)
def test_a_pick_succeeds_if_the_queue_is_full(new_draft: NewDraft):
    draft = new_draft("Alice", bots=3)
    alice, turn = program(draft, "Alice"), draft.turn("Alice")
    body = {"pack": str(turn["pack_id"]), "number": turn["number"], "card": turn["token"]}

    with ports.wake_bots.overridden(refuse):
        answers = [alice.send("/picks", body, key="once") for _ in range(2)]

    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json() == answers[1].json()
    made = Pick.objects.count()
    sweep_drafts(timezone.now() + timedelta(seconds=4))
    assert Pick.objects.count() > made
    assert not bots.has_bots_to_play(draft.pod_id)


@pytest.mark.django_db(transaction=True)
def test_packs_open_and_decks_are_submitted_if_the_queue_is_full(new_draft: NewDraft):
    draft = new_draft("Alice", bots=1, opened=False)
    with ports.wake_bots.overridden(refuse):
        assert open_packs(publish_seating(draft.pod)) == 1
    later = timezone.now() + timedelta(seconds=4)
    while not draft.pod.drafted_at:
        sweep_drafts(later)
        if draft.round.packs_before(draft.seat("Alice").number):
            draft.pick("Alice")
    sweep_drafts(later)
    save_deck(draft.seat("Alice"), draft.pool("Alice")[:6])
    submit_deck(draft.seat("Alice"))

    assert draft.pod.closed_at is not None


@pytest.mark.django_db(transaction=True)
def test_a_committed_pick_succeeds_if_the_live_update_fails(draft: Draft, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("gameplay.infrastructure.log.hub.publish", refuse)

    assert program(draft, "Alice").take().status_code == 201
    assert Pick.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_bots_of_a_worker_that_died_are_free_again_after_its_lease(
    new_draft: NewDraft, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(lease, "DURATION", 1)
    monkeypatch.setattr(lease, "RENEWAL_INTERVAL", 0.1)
    draft, key = new_draft("Alice", bots=3), "bots/of-a-worker"
    with lease.lease(key) as is_held:
        assert is_held
        assert not eventually(lambda: cache.add(key, True, 1), seconds=1.5)
    assert cache.add(key, True, 1)

    cache.add(f"bots/{draft.pod_id}", True, lease.DURATION)  # held by a worker that does not renew it any more
    assert eventually(lambda: (move_bots(str(draft.pod_id)), Pick.objects.count())[1], seconds=3)
