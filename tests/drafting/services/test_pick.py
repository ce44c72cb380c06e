"""Picks: one card leaves one pack, once, for the seat that holds it."""

import uuid
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.http import Http404
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from drafting.models import Pack, Pick, Pod, Seat
from drafting.rules.passing import NotInPackError, StalePickError
from drafting.services.pick import make_pick, select_copy
from drafting.services.pod import PodPausedError, pause_pod
from gameplay.engine.core.errors import RulesError
from gameplay.infrastructure import log
from tests.drafting.conftest import Draft, NewDraft
from tests.parallel import run_simultaneously


@pytest.mark.clause("DRF-2.5")
def test_a_pick_takes_one_card_and_passes_the_others(draft: Draft):
    pack = draft.before("Alice")

    pick = draft.pick("Alice", 2)

    passed = Pack.objects.get(pk=pack.pk)
    assert [pick.token, pick.ref] == pack.contents[2]
    assert passed.contents == pack.contents[:2] + pack.contents[3:]
    assert draft.round.packs_before(draft.seat("Bob").number)[1] == passed
    assert (pick.number, pick.by) == (1, "player")


@pytest.mark.clause("DRF-2.7", "DRF-2.8", "DRF-2.15")
@pytest.mark.parametrize(("pack_round", "left", "right"), [(1, "Bob", "Dora"), (2, "Dora", "Bob")])
def test_packs_go_left_then_right(draft: Draft, pack_round: int, left: str, right: str):
    while draft.pod.pack_round < pack_round:
        draft.pick_round()

    draft.pick("Alice")

    waiting = {name: len(draft.round.packs_before(draft.seat(name).number)) for name in draft.people}
    assert waiting == {"Alice": 0, left: 2, "Charlie": 1, right: 1}


@pytest.mark.clause("DRF-2.6", "DRF-2.16")
def test_a_whole_draft_takes_every_card_once(draft: Draft):
    before = draft.cards()

    draft.draft()

    assert draft.cards() == before
    assert set(before.values()) == {1}
    assert not Pack.objects.exclude(contents=[]).exists()
    assert [len(draft.pool(name)) for name in draft.people] == [8] * 4


def _already_passed(draft: Draft) -> dict[str, Any]:
    pack = draft.turn("Alice")["pack_id"]
    draft.pick("Alice")
    draft.pick("Bob")
    turn = draft.turn("Bob")
    assert turn["pack_id"] == pack
    return turn


def _previous_number(draft: Draft) -> dict[str, Any]:
    draft.pick_round()
    return draft.turn("Alice") | {"number": 0}


def _next_number(draft: Draft) -> dict[str, Any]:
    return draft.turn("Alice") | {"number": 2}


def _repeated(draft: Draft) -> dict[str, Any]:
    turn = draft.turn("Alice")
    make_pick(draft.people["Alice"], draft.pod_id, **turn)
    return turn


def _previous_round(draft: Draft) -> dict[str, Any]:
    turn = draft.turn("Alice")
    draft.pick_round()
    return turn


def _after_the_draft(draft: Draft) -> dict[str, Any]:
    turn = draft.turn("Alice")
    draft.draft()
    return turn


def _card_of_another_pack(draft: Draft) -> dict[str, Any]:
    return draft.turn("Alice") | {"token": draft.turn("Bob")["token"]}


def _no_card(draft: Draft) -> dict[str, Any]:
    return draft.turn("Alice") | {"token": ""}


@pytest.mark.parametrize(
    ("send", "code", "later"),
    [
        (_already_passed, "stale_pick", True),
        (_previous_number, "stale_pick", True),
        (_next_number, "stale_pick", True),
        (_repeated, "stale_pick", True),
        (_previous_round, "stale_pick", True),
        (_after_the_draft, "stale_pick", True),
        (_card_of_another_pack, "not_in_pack", False),
        (_no_card, "not_in_pack", False),
    ],
)
def test_a_pick_that_is_not_current_is_refused_and_changes_nothing(
    draft: Draft, send: Callable[[Draft], dict[str, Any]], code: str, later: bool
):
    turn = send(draft)
    entries, picks = draft.actions(), Pick.objects.count()

    with pytest.raises(RulesError) as refusal:
        make_pick(draft.people["Alice"], draft.pod_id, **turn)

    assert (refusal.value.code, refusal.value.is_state_conflict) == (code, later)
    assert not {"ref", "card"} & set(refusal.value.details)
    assert (draft.actions(), Pick.objects.count()) == (entries, picks)


@pytest.mark.clause("DRF-2.10")
def test_a_taken_card_never_returns_to_its_pack(draft: Draft):
    taken = draft.turn("Alice", 1)
    draft.pick("Alice", 1)
    for name in ("Bob", "Bob", "Charlie", "Charlie"):
        draft.pick(name)

    with pytest.raises(StalePickError):
        make_pick(draft.people["Alice"], draft.pod_id, **taken)
    assert Pick.objects.filter(token=taken["token"]).count() == 1
    assert all(taken["token"] not in dict(pack.contents) for pack in Pack.objects.all())


@pytest.mark.clause("DRF-2.1", "DRF-2.15")
def test_a_sealed_pack_does_not_exist(draft: Draft):
    sealed = Pack.objects.get(pod=draft.pod_id, pack_round=2, opener=0)

    for pack_id in (sealed.pk, uuid.uuid4()):
        with pytest.raises(Http404):
            make_pick(draft.people["Alice"], draft.pod_id, pack_id=pack_id, number=1, token=str(sealed.contents[0][0]))


def test_a_pod_does_not_exist_for_strangers_or_before_the_seating_is_published(new_draft: NewDraft):
    draft, other = new_draft("Alice", "Bob"), new_draft("Charlie", "Dora")
    unpublished = new_draft("Emil", "Frida", opened=False)
    first = Pack.objects.filter(pod=unpublished.pod_id)[0]

    with pytest.raises(Http404):
        make_pick(other.people["Charlie"], draft.pod_id, **draft.turn("Alice"))
    with pytest.raises(Http404):
        make_pick(draft.people["Alice"], uuid.uuid4(), **draft.turn("Alice"))
    with pytest.raises(Http404):
        make_pick(draft.people["Alice"], draft.pod_id, **other.turn("Charlie"))
    with pytest.raises(Http404):
        make_pick(unpublished.people["Emil"], unpublished.pod_id, pack_id=first.pk, number=1, token="x")


def test_picks_are_refused_while_the_draft_is_paused(draft: Draft):
    pause_pod(draft.pod, author=None, role="judge", reason="a spilled drink")

    with pytest.raises(PodPausedError):
        draft.pick("Alice")


def test_a_pick_takes_eight_queries(draft: Draft):
    draft.pick("Alice")
    turn = draft.turn("Bob")

    with CaptureQueriesContext(connection) as queries:
        make_pick(draft.people["Bob"], draft.pod_id, **turn)

    assert len(_statements(queries)) == 8


def test_a_pick_with_a_clock_takes_nine_queries(new_draft: NewDraft):
    draft = new_draft("Alice", "Bob", "Charlie", "Dora", pick_clock="standard")
    draft.pick("Alice")
    turn = draft.turn("Bob")

    with CaptureQueriesContext(connection) as queries:
        make_pick(draft.people["Bob"], draft.pod_id, **turn)

    assert len(_statements(queries)) == 9


def _statements(queries: CaptureQueriesContext) -> list[str]:
    return [query["sql"] for query in queries if "SAVEPOINT" not in query["sql"]]


def test_a_selection_is_kept_until_the_pick(draft: Draft):
    first, second = draft.turn("Alice")["token"], draft.turn("Alice", 1)["token"]

    select_copy(draft.people["Alice"], draft.pod_id, first)
    select_copy(draft.people["Alice"], draft.pod_id, second)
    assert draft.seat("Alice").selected == second

    draft.pick("Alice")
    assert draft.seat("Alice").selected == ""
    assert "select" not in " ".join(draft.actions())


def test_only_a_card_in_hand_can_be_selected(draft: Draft):
    with pytest.raises(NotInPackError):
        select_copy(draft.people["Alice"], draft.pod_id, draft.turn("Bob")["token"])
    draft.pick("Alice")
    with pytest.raises(StalePickError):
        select_copy(draft.people["Alice"], draft.pod_id, draft.turn("Bob")["token"])
    assert not Seat.objects.exclude(selected="").exists()


@pytest.mark.clause("DRF-2.11")
def test_the_log_has_the_picker_and_the_cards_left_but_no_card(draft: Draft):
    draft.draft()

    entries = draft.log()
    secrets = {text for pick in Pick.objects.all() for text in (pick.ref, pick.token)}
    written = " ".join(f"{entry.before} {entry.after} {entry.reason}" for entry in entries)
    picks = [entry for entry in entries if entry.action == "pick"]
    assert secrets
    assert not [text for text in secrets if text in written]
    assert picks[0].after == {"seat": 1, "pack_round": 1, "pick": 1, "left": 3}
    assert [entry.author for entry in picks[:4]] == list(draft.people.values())


def test_the_log_is_one_chain_with_an_entry_for_each_action(draft: Draft):
    draft.draft()

    assert log.verify_stream(draft.pod.stream).is_intact
    assert draft.actions() == [
        "seating_published",
        "packs_opened",
        *["pick"] * 16,
        "packs_opened",
        *["pick"] * 16,
        "drafted",
    ]


@pytest.mark.django_db(transaction=True)
def test_of_twenty_identical_concurrent_picks_one_is_made(draft: Draft):
    before, turn = draft.cards(), draft.turn("Alice")

    answers = run_simultaneously([partial(make_pick, draft.people["Alice"], draft.pod_id, **turn)] * 20)

    assert sorted(type(answer).__name__ for answer in answers) == ["Pick"] + ["StalePickError"] * 19
    assert (Pick.objects.count(), draft.cards()) == (1, before)
    assert draft.actions().count("pick") == 1


@pytest.mark.django_db(transaction=True)
def test_of_concurrent_picks_of_different_cards_one_is_made(draft: Draft):
    before = draft.cards()
    turns = [draft.turn("Alice", place) for place in (0, 1, 2, 3)]

    answers = run_simultaneously([partial(make_pick, draft.people["Alice"], draft.pod_id, **turn) for turn in turns])

    assert sorted(type(answer).__name__ for answer in answers) == ["Pick"] + ["StalePickError"] * 3
    assert Pick.objects.get().token in {turn["token"] for turn in turns}
    assert draft.cards() == before


@pytest.mark.django_db(transaction=True)
def test_all_players_can_pick_concurrently(draft: Draft):
    before = draft.cards()
    for _ in range(3):
        acts = [partial(draft.pick, name) for name in draft.people]
        assert {type(answer) for answer in run_simultaneously(acts)} == {Pick}

    assert Pick.objects.count() == 12
    assert draft.cards() == before
    assert log.verify_stream(draft.pod.stream).is_intact


@pytest.mark.django_db(transaction=True)
def test_concurrent_last_picks_open_the_next_packs_once(draft: Draft):
    while Pick.objects.count() < 12:
        for name in draft.people:
            draft.pick(name)

    run_simultaneously([partial(draft.pick, name) for name in draft.people])

    assert (Pod.objects.get().pack_round, draft.actions().count("packs_opened")) == (2, 2)


def _second_taker(pick: Pick) -> Pick:
    return Pick(seat=Seat.objects.get(number=1), pack=pick.pack, pack_round=1, number=2, token=pick.token)


def _second_pick_of_a_turn(pick: Pick) -> Pick:
    other = Pack.objects.get(pack_round=1, opener=3)
    return Pick(seat=pick.seat, pack=other, pack_round=1, number=pick.number, token="x")


def _second_pick_of_a_hop(pick: Pick) -> Pick:
    return Pick(seat=Seat.objects.get(number=1), pack=pick.pack, pack_round=1, number=pick.number, token="x")


@pytest.mark.parametrize("second", [_second_taker, _second_pick_of_a_turn, _second_pick_of_a_hop])
def test_the_database_refuses_a_second_pick(draft: Draft, second: Callable[[Pick], Pick]):
    pick = second(draft.pick("Alice"))
    pick.ref, pick.at = "FL-C01", timezone.now()

    with pytest.raises(IntegrityError), transaction.atomic():
        pick.save(force_insert=True)
