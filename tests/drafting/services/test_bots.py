"""Bots draft and build in pods of every size, alone and with people."""

import pytest

from drafting.models import Deck, Pack, Pick, Pod, Seat
from drafting.rules.decks import deck_faults
from drafting.rules.format import DraftFormat
from drafting.selectors import pod_cards
from drafting.services.bots import play_bots
from drafting.services.pod import pause_pod
from drafting.services.seat import close_seat, give_seat_to_bot
from tests.drafting.conftest import Draft, NewDraft
from tests.parallel import run_simultaneously


def deck_errors(draft: Draft) -> list[str]:
    """Return the error codes of all decks of the pod."""
    pod = draft.pod
    faults = []
    for deck in Deck.objects.filter(seat__pod=pod).select_related("seat"):
        pool = Pick.objects.filter(seat=deck.seat).values_list("ref", flat=True)
        faults += [
            fault.code for fault in deck_faults(deck.cards, pool, pod.draft_format.deck_size, pod_cards.legal_refs(pod))
        ]
    return faults


@pytest.mark.clause("DRF-2.6", "DRF-2.16", "DRF-3.2", "DRF-3.3")
@pytest.mark.parametrize("seats", [4, 5, 6, 7, 8])
def test_a_pod_of_bots_drafts_and_builds(new_draft: NewDraft, seats: int):
    draft = new_draft(bots=seats, terms=DraftFormat())
    before = draft.cards()

    play_bots(draft.pod_id)

    assert draft.cards() == before
    assert Pick.objects.count() == seats * 44 == before.total()
    assert not Pack.objects.exclude(contents=[]).exists()
    assert [len(deck.cards) for deck in Deck.objects.all()] == [35] * seats
    assert not deck_errors(draft)
    assert draft.pod.closed_at is not None


def test_the_same_seed_gives_the_same_draft(new_draft: NewDraft):
    drafts = [new_draft(bots=4) for _ in range(2)]

    for draft in drafts:
        play_bots(draft.pod_id)

    pools = [
        [
            list(Pick.objects.filter(seat=seat).values_list("ref", flat=True))
            for seat in Seat.objects.filter(pod=draft.pod_id)
        ]
        for draft in drafts
    ]
    assert pools[0] == pools[1]


def test_a_random_bot_takes_legal_cards_too(new_draft: NewDraft):
    draft = new_draft(bots=4)
    Seat.objects.update(bot=Seat.Bot.RANDOM)

    play_bots(draft.pod_id)

    assert draft.pod.closed_at is not None
    assert not deck_errors(draft)


def test_bots_wait_for_people_and_do_not_pick_for_them(new_draft: NewDraft):
    draft = new_draft("Alice", bots=3)

    play_bots(draft.pod_id)

    assert not Pick.objects.filter(seat=draft.seat("Alice")).exists()
    assert Pick.objects.count() == 3 + 2 + 1  # packs 2, 3 and 4 are passed until they reach Alice
    assert len(draft.round.packs_before(0)) == 4


@pytest.mark.django_db(transaction=True)
def test_bots_act_automatically_after_a_pick(new_draft: NewDraft):
    draft = new_draft("Alice", bots=3)
    assert len(draft.round.packs_before(0)) == 4

    for _ in range(8):
        draft.pick("Alice")

    pod = draft.pod
    assert pod.drafted_at is not None
    assert Pick.objects.count() == 32
    assert sorted(Deck.objects.exclude(submitted_at=None).values_list("seat__number", flat=True)) == [1, 2, 3]
    assert pod.closed_at is None


def test_bots_do_not_pick_while_the_draft_is_paused(new_draft: NewDraft):
    draft = new_draft(bots=4)
    pause_pod(draft.pod, author=None, role="judge", reason="lunch")

    play_bots(draft.pod_id)

    assert not Pick.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_concurrent_calls_do_the_work_once(new_draft: NewDraft):
    draft = new_draft("Alice", "Bob", "Charlie", "Dora", opened=True)
    Seat.objects.update(bot=Seat.Bot.DRAFTER)
    before = draft.cards()

    answers = run_simultaneously([lambda: play_bots(draft.pod_id)] * 2)

    assert answers == [None, None]
    assert draft.cards() == before
    assert Pick.objects.count() == 32
    assert draft.actions().count("deck_submitted") == 4
    assert Pod.objects.get().closed_at is not None


@pytest.mark.clause("DRF-OP-3")
def test_packs_skip_a_closed_seat_and_every_other_pool_gives_a_deck(new_draft: NewDraft):
    draft = new_draft("Alice", bots=3, terms=DraftFormat())
    for _ in range(3):
        draft.pick("Alice")
        play_bots(draft.pod_id)
    close_seat(draft.seat("Alice"), author=None, role="judge", reason="left")

    play_bots(draft.pod_id)

    pools = [Pick.objects.filter(seat=seat).count() for seat in Seat.objects.filter(pod=draft.pod_id)]
    assert (pools[0], sum(pools)) == (3, 4 * 44)
    assert min(pools[1:]) >= 44
    assert not deck_errors(draft)
    assert Deck.objects.count() == 3
    assert draft.pod.closed_at is not None


def test_a_bot_continues_for_a_player(new_draft: NewDraft):
    draft = new_draft("Alice", bots=3)
    draft.pick("Alice", 3)
    taken = draft.pool("Alice")
    give_seat_to_bot(draft.seat("Alice"), author=None, role="judge")

    play_bots(draft.pod_id)

    assert draft.pool("Alice")[:1] == taken
    assert len(draft.pool("Alice")) == 8
    assert draft.pod.closed_at is not None
