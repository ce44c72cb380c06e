"""Pods: creation, seating, pack rounds, pauses and the end of the draft."""

from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from drafting.models import Deck, Pack, Pod, Seat
from drafting.rules.format import DraftFormat, PackTooSmallError
from drafting.rules.packs import PackSizeError
from drafting.rules.passing import DraftOverError, RoundNotDraftedError
from drafting.services.pick import make_pick
from drafting.services.pod import (
    BoosterCountError,
    NotPausedError,
    NotPublishedError,
    PodPausedError,
    PodSizeError,
    create_pod,
    open_packs,
    pause_pod,
    publish_seating,
    resume_pod,
)
from drafting.services.seat import close_seat
from gameplay.services.accounts import create_bot
from tests.drafting.conftest import BOOSTER, SEED, SHORT, Draft, NewDraft
from tests.parallel import run_simultaneously
from tests.parts.properties import HealthCheck, given, settings
from tests.parts.properties import strategies as st

BY: dict[str, Any] = {"author": None, "role": "organizer"}


@pytest.mark.clause("DRF-1.3", "DRF-1.4", "DRF-2.2")
def test_every_seat_has_four_sealed_packs_of_eleven(new_draft: NewDraft):
    draft = new_draft("Alice", "Bob", bots=4, terms=DraftFormat(), opened=False)

    packs = list(Pack.objects.filter(pod=draft.pod_id))
    assert [(pack.pack_round, pack.opener) for pack in packs] == [(r, s) for r in (1, 2, 3, 4) for s in range(6)]
    assert {len(pack.contents) for pack in packs} == {11}
    assert (draft.pod.pack_round, draft.round.packs) == (0, [])


def test_only_bot_accounts_have_bot_seats(new_draft: NewDraft):
    draft = new_draft("Alice", bots=1)

    assert list(Seat.objects.filter(pod=draft.pod_id).values_list("player__handle", "bot")) == [
        ("Alice", ""),
        ("Bot 1", "drafter"),
    ]


@pytest.mark.parametrize(
    ("seats", "terms", "boosters", "refusal"),
    [
        (1, SHORT, 2, PodSizeError),
        (9, SHORT, 2, PodSizeError),
        (4, SHORT, 1, BoosterCountError),
        (4, replace(SHORT, pack_size=2), 2, PackTooSmallError),
        (4, replace(SHORT, pack_size=60), 2, PackSizeError),
    ],
)
def test_a_pod_that_cannot_draft_is_not_created(
    db: None, seats: int, terms: DraftFormat, boosters: int, refusal: type[Exception]
):
    players = [create_bot(f"Bot {number}") for number in range(seats)]

    with pytest.raises(refusal):
        create_pod(label="A", players=players, seed=SEED, chance="x", draft_format=terms, boosters=[BOOSTER] * boosters)
    assert not Pod.objects.exists()


@pytest.mark.clause("DRF-1.9", "DRF-2.1")
def test_packs_are_opened_once_the_seating_is_published(new_draft: NewDraft):
    draft = new_draft("Alice", "Bob", opened=False)

    with pytest.raises(NotPublishedError):
        open_packs(draft.pod)
    publish_seating(draft.pod)
    publish_seating(draft.pod)
    assert draft.pod.pack_round == 0
    assert open_packs(draft.pod) == 1

    assert draft.actions() == ["seating_published", "packs_opened"]


@pytest.mark.clause("DRF-2.9")
def test_with_automatic_opening_the_next_packs_open_after_the_last_pick(draft: Draft):
    draft.pick_round()

    assert draft.pod.pack_round == 2
    assert {len(pack.contents) for pack in draft.round.packs} == {4}


@pytest.mark.clause("DRF-2.9")
def test_with_opening_by_hand_the_next_packs_wait_for_the_official(new_draft: NewDraft):
    draft = new_draft("Alice", "Bob", opening="by_hand")
    draft.pick_round()
    assert draft.pod.pack_round == 1
    assert draft.round.is_drafted

    assert open_packs(draft.pod, **BY) == 2
    assert draft.pod.pack_round == 2


@pytest.mark.clause("DRF-2.9")
def test_packs_are_not_opened_before_the_last_card_is_drafted(new_draft: NewDraft):
    draft = new_draft("Alice", "Bob", opening="by_hand")
    for name in ("Alice", "Bob", "Alice", "Bob", "Alice", "Bob", "Alice"):
        draft.pick(name)

    with pytest.raises(RoundNotDraftedError) as refusal:
        open_packs(draft.pod)
    assert (refusal.value.details, refusal.value.is_state_conflict) == ({"packs": 1, "pack_round": 1}, True)


def test_after_the_last_round_there_is_nothing_to_open(new_draft: NewDraft):
    draft = new_draft("Alice", "Bob").draft()

    with pytest.raises(DraftOverError):
        open_packs(draft.pod)


def test_once_all_decks_are_in_there_is_nothing_to_pause(new_draft: NewDraft):
    draft = new_draft("Alice", "Bob").draft()
    Pod.objects.filter(pk=draft.pod_id).update(closed_at=timezone.now())

    with pytest.raises(DraftOverError):
        pause_pod(draft.pod, author=None, role="judge", reason="late")


@pytest.mark.django_db(transaction=True)
def test_of_concurrent_signals_one_opens_packs(new_draft: NewDraft):
    draft = new_draft("Alice", "Bob", opened=False)
    publish_seating(draft.pod)

    answers = run_simultaneously([partial(open_packs, draft.pod)] * 6)

    assert sorted(map(str, map(type, answers))) == sorted([str(int)] + [str(RoundNotDraftedError)] * 5)
    assert draft.actions().count("packs_opened") == 1


@pytest.mark.clause("DRF-3.1")
def test_the_last_pick_starts_thirty_minutes_of_building(new_draft: NewDraft, recording_host: Any):
    draft = new_draft("Alice", "Bob").draft()

    pod = draft.pod
    assert pod.drafted_at is not None
    assert pod.deck_deadline == pod.drafted_at + timedelta(minutes=30)
    assert Deck.objects.filter(seat__pod=pod, cards=[], submitted_at=None).count() == 2
    assert not recording_host.complete


def test_a_pause_stops_the_clocks_and_resuming_extends_them(new_draft: NewDraft):
    draft = new_draft("Alice", "Bob", pick_clock="standard")
    due = draft.before("Alice").due_at
    pause_pod(draft.pod, author=None, role="judge", reason="a spilled drink")
    Pod.objects.update(paused_at=timezone.now() - timedelta(minutes=5))

    with pytest.raises(PodPausedError):
        pause_pod(draft.pod, author=None, role="judge", reason="again")
    resume_pod(draft.pod, author=None, role="judge")

    assert due is not None
    later = draft.before("Alice").due_at
    assert later is not None
    assert timedelta(minutes=5) <= later - due < timedelta(minutes=5, seconds=30)
    assert [entry.reason for entry in draft.log() if entry.action == "paused"] == ["a spilled drink"]
    draft.pick("Alice")
    with pytest.raises(NotPausedError):
        resume_pod(draft.pod, author=None, role="judge")


@pytest.mark.clause("DRF-2.5", "DRF-2.6", "DRF-2.16", "DRF-OP-3")
@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(2, 5), st.lists(st.integers(0, 99), max_size=60), st.booleans())
def test_no_card_is_lost_or_duplicated_in_any_order_of_picks(
    new_draft: NewDraft, seats: int, moves: list[int], leaves: bool
):
    draft = new_draft(*(f"Player {number}" for number in range(seats)))
    before, names = draft.cards(), list(draft.people)
    if leaves:
        close_seat(draft.seat(names[-1]), author=None, role="judge", reason="left")
        names.pop()

    for move in moves:
        drafting = draft.round
        ready = [name for name in names if drafting.packs_before(draft.seat(name).number)]
        if ready:
            name = ready[move % len(ready)]
            contents = draft.before(name).contents
            make_pick(draft.people[name], draft.pod_id, **draft.turn(name, move % len(contents)))
        assert draft.cards() == before
    assert set(before.values()) == {1}
