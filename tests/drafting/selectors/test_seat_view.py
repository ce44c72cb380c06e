"""What a seat sees of its pod at each moment of the draft."""

import json
from collections import Counter
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from drafting.models import Pack, Seat
from drafting.selectors.seat_view import seat_view
from drafting.services.pick import select_copy
from drafting.services.pod import pause_pod, publish_seating
from drafting.services.seat import close_seat, give_seat_to_bot
from tests.drafting.conftest import Draft, NewDraft
from tests.drafting.players import save_deck, submit_deck


def view(draft: Draft, name: str) -> dict[str, Any]:
    told = seat_view(draft.seat(name))
    json.dumps(told)  # it is JSON as it is
    return told


def shown(draft: Draft, name: str) -> list[str]:
    return [copy["token"] for copy in view(draft, name)["pack"]["cards"]]


@pytest.mark.clause("DRF-2.1")
def test_before_the_signal_a_seat_sees_its_neighbours_and_no_pack(new_draft: NewDraft):
    draft = new_draft("Alice", "Bob", "Charlie", opened=False)
    publish_seating(draft.pod)

    told = view(draft, "Alice")

    assert (told["state"], told["pack"], told["pack_round"], told["pick"]) == ("between", None, 0, None)
    assert (told["direction"], told["to"], told["from"]) == ("left", "Bob", "Charlie")
    assert [(seat["seat"], seat["name"]) for seat in told["seats"]] == [(1, "Alice"), (2, "Bob"), (3, "Charlie")]


@pytest.mark.clause("DRF-2.7", "DRF-2.8", "DRF-2.15")
def test_the_direction_and_the_neighbours_turn_with_each_round(new_draft: NewDraft):
    draft = new_draft("Alice", "Bob", "Charlie", "Dora")
    seen = []
    for _ in range(2):
        told = view(draft, "Bob")
        seen.append((told["pack_round"], told["direction"], told["next_direction"], told["to"], told["from"]))
        draft.pick_round()

    assert seen == [(1, "left", "right", "Charlie", "Alice"), (2, "right", None, "Alice", "Charlie")]


def test_a_seat_sees_the_pack_in_hand_and_how_many_wait_where(draft: Draft):
    draft.pick("Alice")

    bob = view(draft, "Bob")
    alice = view(draft, "Alice")

    assert bob["state"] == "picking"
    assert sorted(copy["token"] for copy in bob["pack"]["cards"]) == sorted(
        token for token, _ in draft.before("Bob").contents
    )
    assert [(seat["name"], seat["queue"]) for seat in bob["seats"]] == [
        ("Bob", 2),
        ("Charlie", 1),
        ("Dora", 1),
        ("Alice", 0),
    ]
    assert (alice["state"], alice["pack"], alice["pick"]) == ("waiting", None, 2)


def test_the_pick_to_come_is_counted_however_far_its_pack_is(draft: Draft):
    for name in ("Alice", "Dora", "Alice"):
        draft.pick(name)

    told = view(draft, "Alice")

    assert (told["state"], told["pick"]) == ("waiting", 3)


@pytest.mark.clause("DRF-2.12")
def test_each_seat_sees_a_pack_in_an_order_of_its_own(draft: Draft):
    stored = [token for token, _ in draft.before("Alice").contents]
    first = shown(draft, "Alice")
    assert first == shown(draft, "Alice")

    orders = {tuple(shown(draft, name)) for name in draft.people}
    draft.pick("Bob")
    draft.pick("Alice")
    passed = shown(draft, "Bob")

    assert sorted(first) == sorted(stored)
    assert len(orders) == 4
    assert set(passed) < set(first)


@pytest.mark.clause("DRF-2.12")
def test_the_order_says_nothing_of_the_order_before(new_draft: NewDraft):
    """Of the three cards left in a passed pack, each is shown first about as often as the others."""
    first_now_was: Counter[int] = Counter()
    for _ in range(8):
        draft = new_draft(*(f"Player {number}" for number in range(8)), chance=f"event/1/pod/{_}")
        before = {draft.before(name).pk: shown(draft, name) for name in draft.people}
        for name in draft.people:
            draft.pick(name)
        for name in draft.people:
            seen = shown(draft, name)
            left = [token for token in before[draft.before(name).pk] if token in seen]
            first_now_was[left.index(seen[0])] += 1

    assert first_now_was.total() == 64
    assert all(10 <= first_now_was[place] <= 34 for place in range(3))


@pytest.mark.clause("DRF-2.3")
def test_the_count_of_an_opened_pack_is_told_to_who_opened_it(draft: Draft):
    assert view(draft, "Alice")["pack"]["complete"] is True
    pack = draft.before("Alice")
    Pack.objects.filter(pk=pack.pk).update(contents=pack.contents[:3])
    assert view(draft, "Alice")["pack"]["complete"] is False

    draft.pick("Bob")
    draft.pick("Alice")
    assert view(draft, "Bob")["pack"]["complete"] is None


def test_a_selection_is_shown_while_its_card_is_in_hand(draft: Draft):
    token = draft.turn("Alice", 1)["token"]
    select_copy(draft.people["Alice"], draft.pod_id, token)

    assert view(draft, "Alice")["pack"]["selected"] == token
    assert view(draft, "Bob")["pack"]["selected"] == ""


def test_the_clock_of_the_pick_is_told_only_to_who_makes_it(new_draft: NewDraft):
    draft = new_draft("Alice", "Bob", pick_clock="standard")

    told = view(draft, "Alice")

    assert told["pack"]["due_at"] == draft.before("Alice").due_at.isoformat()  # type: ignore[union-attr]
    assert "due_at" not in json.dumps(told["seats"])


@pytest.mark.clause("DRF-OP-3")
def test_a_closed_seat_sees_no_more_packs(draft: Draft):
    close_seat(draft.seat("Alice"), author=None, role="judge", reason="left")

    told = view(draft, "Alice")

    assert (told["state"], told["pack"]) == ("closed", None)
    assert view(draft, "Bob")["seats"][-1]["closed"]


def test_a_pause_and_a_bot_are_told_to_everybody(draft: Draft):
    give_seat_to_bot(draft.seat("Alice"), author=None, role="judge")
    pause_pod(draft.pod, author=None, role="judge", reason="lunch")

    told = view(draft, "Bob")

    assert told["paused"]
    assert [seat["bot"] for seat in told["seats"]] == [False, False, False, True]
    assert (view(draft, "Alice")["acting"], told["acting"]) == ("drafter", "")


@pytest.mark.clause("DRF-2.9")
def test_between_the_rounds_a_seat_waits_for_the_signal(new_draft: NewDraft):
    draft = new_draft("Alice", "Bob", opening="by_hand")
    draft.pick_round()

    told = view(draft, "Alice")

    assert (told["state"], told["pack_round"], told["next_direction"], told["pick"]) == ("between", 1, "right", None)


def test_after_the_draft_a_seat_builds_and_sees_of_others_only_whether_they_are_done(new_draft: NewDraft):
    draft = new_draft("Alice", "Bob").draft()
    assert view(draft, "Alice")["state"] == "building"
    save_deck(draft.seat("Alice"), draft.pool("Alice")[:6])
    submit_deck(draft.seat("Alice"))

    bob = view(draft, "Bob")

    assert view(draft, "Alice")["state"] == "done"
    assert bob["state"] == "building"
    assert [(seat["name"], seat["submitted"]) for seat in bob["seats"]] == [("Bob", False), ("Alice", True)]
    assert set(bob["seats"][0]) == {"seat", "name", "queue", "bot", "paused", "closed", "submitted"}


@pytest.mark.parametrize("players", [2, 8])
def test_a_view_takes_two_queries_and_one_for_the_names_however_many_sit_there(new_draft: NewDraft, players: int):
    draft = new_draft(*(f"Player {number}" for number in range(players)))
    seat = Seat.objects.select_related("pod", "player").get(pod=draft.pod_id, number=0)

    with CaptureQueriesContext(connection) as queries:
        seat_view(seat)

    assert len(queries) == 3
