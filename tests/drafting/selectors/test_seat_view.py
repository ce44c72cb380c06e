"""The view of a pod from a seat, at each stage of the draft."""

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
    data = seat_view(draft.seat(name))
    json.dumps(data)  # raises TypeError if it is no JSON
    return data


def shown(draft: Draft, name: str) -> list[str]:
    return [copy["token"] for copy in view(draft, name)["pack"]["cards"]]


@pytest.mark.clause("DRF-2.1")
def test_before_the_signal_a_seat_sees_its_neighbours_but_no_pack(new_draft: NewDraft):
    draft = new_draft("Alice", "Bob", "Charlie", opened=False)
    publish_seating(draft.pod)

    data = view(draft, "Alice")

    assert (data["state"], data["pack"], data["pack_round"], data["pick"]) == ("between", None, 0, None)
    assert (data["direction"], data["to"], data["from"]) == ("left", "Bob", "Charlie")
    assert [(seat["seat"], seat["name"]) for seat in data["seats"]] == [(1, "Alice"), (2, "Bob"), (3, "Charlie")]


@pytest.mark.clause("DRF-2.7", "DRF-2.8", "DRF-2.15")
def test_the_direction_and_the_neighbours_change_with_each_round(new_draft: NewDraft):
    draft = new_draft("Alice", "Bob", "Charlie", "Dora")
    seen = []
    for _ in range(2):
        data = view(draft, "Bob")
        seen.append((data["pack_round"], data["direction"], data["next_direction"], data["to"], data["from"]))
        draft.pick_round()

    assert seen == [(1, "left", "right", "Charlie", "Alice"), (2, "right", None, "Alice", "Charlie")]


def test_a_seat_sees_its_pack_and_the_queues_of_all_seats(draft: Draft):
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


def test_the_next_pick_number_is_known_while_its_pack_is_far_away(draft: Draft):
    for name in ("Alice", "Dora", "Alice"):
        draft.pick(name)

    data = view(draft, "Alice")

    assert (data["state"], data["pick"]) == ("waiting", 3)


@pytest.mark.clause("DRF-2.12")
def test_each_seat_sees_a_pack_in_its_own_order(draft: Draft):
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
def test_the_order_reveals_nothing_about_the_previous_order(new_draft: NewDraft):
    """Of the three cards left in a passed pack, each is equally likely to be shown first."""
    previous_place_of_first: Counter[int] = Counter()
    for pod in range(8):
        draft = new_draft(*(f"Player {number}" for number in range(8)), chance=f"event/1/pod/{pod}")
        before = {draft.before(name).pk: shown(draft, name) for name in draft.people}
        for name in draft.people:
            draft.pick(name)
        for name in draft.people:
            seen = shown(draft, name)
            left = [token for token in before[draft.before(name).pk] if token in seen]
            previous_place_of_first[left.index(seen[0])] += 1

    assert previous_place_of_first.total() == 64
    assert all(10 <= previous_place_of_first[place] <= 34 for place in range(3))


@pytest.mark.clause("DRF-2.3")
def test_only_the_opener_sees_whether_a_pack_is_complete(draft: Draft):
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


def test_only_the_picking_player_sees_the_pick_clock(new_draft: NewDraft):
    draft = new_draft("Alice", "Bob", pick_clock="standard")

    data = view(draft, "Alice")

    assert data["pack"]["due_at"] == draft.before("Alice").due_at.isoformat()  # type: ignore[union-attr]
    assert "due_at" not in json.dumps(data["seats"])


@pytest.mark.clause("DRF-OP-3")
def test_a_closed_seat_sees_no_more_packs(draft: Draft):
    close_seat(draft.seat("Alice"), author=None, role="judge", reason="left")

    data = view(draft, "Alice")

    assert (data["state"], data["pack"]) == ("closed", None)
    assert view(draft, "Bob")["seats"][-1]["closed"]


def test_everyone_sees_pauses_and_bots(draft: Draft):
    give_seat_to_bot(draft.seat("Alice"), author=None, role="judge")
    pause_pod(draft.pod, author=None, role="judge", reason="lunch")

    data = view(draft, "Bob")

    assert data["paused"]
    assert [seat["bot"] for seat in data["seats"]] == [False, False, False, True]
    assert (view(draft, "Alice")["acting"], data["acting"]) == ("drafter", "")


@pytest.mark.clause("DRF-2.9")
def test_between_the_rounds_a_seat_waits_for_the_signal(new_draft: NewDraft):
    draft = new_draft("Alice", "Bob", opening="by_hand")
    draft.pick_round()

    data = view(draft, "Alice")

    assert (data["state"], data["pack_round"], data["next_direction"], data["pick"]) == ("between", 1, "right", None)


def test_after_the_draft_a_seat_sees_only_whether_others_have_submitted(new_draft: NewDraft):
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
def test_a_view_takes_two_queries_and_one_for_the_names_for_any_number_of_seats(new_draft: NewDraft, players: int):
    draft = new_draft(*(f"Player {number}" for number in range(players)))
    seat = Seat.objects.select_related("pod", "player").get(pod=draft.pod_id, number=0)

    with CaptureQueriesContext(connection) as queries:
        seat_view(seat)

    assert len(queries) == 3
