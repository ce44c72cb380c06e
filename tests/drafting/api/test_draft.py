"""API of the draft: the state, picks, and no information that a seat must not have."""

import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from drafting.api.serializers import PodMapSerializer, SeatStateSerializer
from drafting.models import Pack, Pick
from drafting.rules.format import DraftFormat
from drafting.services.pod import pause_pod
from gameplay.models import Account, LogEntry
from tests.drafting.conftest import Draft, NewDraft, Program, program, signed_in
from tests.parallel import run_simultaneously


@pytest.fixture
def alice(draft: Draft) -> Program:
    return program(draft, "Alice")


def test_the_state_matches_its_serializer(draft: Draft, alice: Program):
    response = alice.get()

    data = response.json()
    assert response.status_code == 200
    assert set(data) == set(SeatStateSerializer().fields)
    assert set(data["pack"]) == set(SeatStateSerializer().fields["pack"].fields)  # type: ignore[attr-defined]
    assert set(data["seats"][0]) == set(SeatStateSerializer().fields["seats"].child.fields)  # type: ignore[attr-defined]
    assert (data["number"], data["state"], data["pick"], data["to"], data["from"]) == (2, "picking", 1, "Bob", "Dora")


def test_a_card_is_taken(draft: Draft, alice: Program):
    turn = alice.turn(2)

    response = alice.send("/picks", turn)

    assert (response.status_code, response.json()) == (201, {"pack_round": 1, "number": 1})
    assert Pick.objects.get().token == turn["card"]
    assert alice.get().json()["state"] == "waiting"


def test_a_repeated_request_gets_the_first_response_and_takes_nothing(draft: Draft, alice: Program):
    turn = alice.turn()
    first, repeat = (alice.send("/picks", turn, key="one") for _ in range(2))
    reused = alice.send("/picks", {**turn, "number": 2}, key="one")

    assert (first.status_code, first.json()) == (repeat.status_code, repeat.json())
    assert "Idempotency-Replayed" not in first.headers
    assert repeat.headers["Idempotency-Replayed"] == "true"
    assert (reused.status_code, reused.json()["code"]) == (422, "key_reused")
    assert Pick.objects.count() == 1


def test_a_stale_pick_is_refused_with_the_current_state(draft: Draft, alice: Program):
    turn = alice.turn()
    alice.send("/picks", turn)
    for name in ("Dora", "Bob"):
        draft.pick(name)

    response = alice.send("/picks", turn)

    data = response.json()
    assert (response.status_code, data["code"], data["clause"]) == (409, "stale_pick", "DRF-2.5")
    assert data["details"].pop("state") == alice.get().json()
    assert data["details"] == {"pack_round": 1, "pick_number": 1}
    assert Pick.objects.filter(seat=draft.seat("Alice")).count() == 1


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"number": 2}, 409, "stale_pick"),
        ({"card": "0" * 22}, 422, "not_in_pack"),
        ({"pack": str(uuid.uuid4())}, 404, "not_found"),
        ({"pack": "x"}, 400, "unreadable"),
        ({"number": "one"}, 400, "unreadable"),
        ({"number": -1}, 400, "unreadable"),
        ({"number": 10**30}, 400, "unreadable"),
        ({"card": None}, 400, "unreadable"),
        ({"card": ["a"]}, 400, "unreadable"),
        ({"card": "a" * 23}, 400, "unreadable"),
        ({"card": "a\0"}, 400, "unreadable"),
    ],
)
def test_an_invalid_pick_is_refused(alice: Program, change: dict[str, Any], status: int, code: str):
    response = alice.send("/picks", alice.turn() | change)

    assert (response.status_code, response.json()["code"]) == (status, code)
    assert not Pick.objects.exists()


def test_additional_fields_of_a_pick_are_ignored(draft: Draft, alice: Program):
    response = alice.send("/picks", alice.turn() | {"seat": 2, "by": "judge", "player": str(draft.people["Bob"].pk)})

    assert response.status_code == 201
    pick = Pick.objects.get()
    assert (pick.seat, pick.by) == (draft.seat("Alice"), "player")


@pytest.mark.clause("DRF-2.12", "DRF-2.13")
def test_free_text_of_players_is_neither_stored_nor_shown(draft: Draft, alice: Program):
    note = "take the dragon"
    turn = alice.turn()

    alice.send("/selection", {"card": turn["card"], "note": note})
    alice.send("/picks", {**turn, "note": note, "reason": note})
    alice.send("/bot", {"reason": note, "note": note})
    alice.send("/bot", {"reason": note}, method="DELETE")

    written = [f"{entry.before} {entry.after} {entry.reason}" for entry in draft.log()]
    seen = [program(draft, name).get().content.decode() for name in draft.people]
    assert len(written) == 5
    assert not [text for text in written + seen if note in text]


def test_a_pick_cannot_be_taken_back(draft: Draft, alice: Program):
    alice.take()

    for method in ("PUT", "PATCH", "DELETE", "GET"):
        assert alice.send("/picks", {}, method=method).status_code == 405
    assert Pick.objects.count() == 1


def test_a_sealed_pack_gets_the_same_response_as_a_missing_one(draft: Draft, alice: Program):
    sealed = Pack.objects.get(pod=draft.pod_id, pack_round=2, opener=0)
    turn = alice.turn()

    responses = [alice.send("/picks", {**turn, "pack": str(pack)}) for pack in (sealed.pk, uuid.uuid4())]

    assert [response.status_code for response in responses] == [404, 404]
    assert responses[0].content == responses[1].content


@pytest.mark.parametrize("name", ["Bob", "Charlie", "Dora"])
@pytest.mark.parametrize("number", [1, 2, 3, 999])
def test_a_pack_of_another_seat_gets_the_same_response_as_a_missing_one(
    draft: Draft, alice: Program, name: str, number: int
):
    theirs = draft.turn(name)
    turn = {"number": number, "card": theirs["token"]}

    responses = [alice.send("/picks", {**turn, "pack": str(pack)}) for pack in (theirs["pack_id"], uuid.uuid4())]

    assert [response.status_code for response in responses] == [404, 404]
    assert responses[0].content == responses[1].content
    first, second = ({**response.headers, "X-Request-ID": ""} for response in responses)
    assert first == second


def test_a_pack_exists_for_a_seat_from_its_arrival_to_the_end(draft: Draft, alice: Program):
    pack_of_dora, pack_of_bob = draft.turn("Dora")["pack_id"], draft.turn("Bob")["pack_id"]

    def statuses() -> list[int]:
        turn = {"number": 9, "card": "none"}
        return [alice.send("/picks", {**turn, "pack": str(pack)}).status_code for pack in (pack_of_dora, pack_of_bob)]

    assert statuses() == [404, 404]
    for name in ("Dora", "Bob", "Charlie", "Charlie", "Dora"):
        draft.pick(name)
        assert statuses() == [409, 404]
    draft.pick("Dora")
    assert statuses() == [409, 409]
    draft.draft()
    assert statuses() == [409, 409]


def test_a_foreign_pod_gets_the_same_response_as_a_missing_one(draft: Draft, new_draft: NewDraft):
    other = new_draft("Emil", "Frida")
    emil = signed_in(other.people["Emil"])

    responses = [emil.get(f"/api/v1/pods/{pod}") for pod in (draft.pod_id, uuid.uuid4())]

    assert [response.status_code for response in responses] == [404, 404]
    assert responses[0].content == responses[1].content


def test_a_pick_during_a_pause_is_refused_with_409(draft: Draft, alice: Program):
    turn = alice.turn()
    pause_pod(draft.pod, author=None, role="judge", reason="lunch")

    response = alice.send("/picks", turn)

    assert (response.status_code, response.json()["code"]) == (409, "pod_paused")
    assert alice.get().json()["paused"]


def test_a_late_pick_is_refused_with_409_and_does_not_count_for_the_next_pack(new_draft: NewDraft):
    draft = new_draft("Alice", "Bob", pick_clock="standard")
    alice = program(draft, "Alice")
    turn = alice.turn()
    Pack.objects.exclude(due_at=None).update(due_at=timezone.now() - timedelta(seconds=3))

    response = alice.send("/picks", turn)

    assert (response.status_code, response.json()["code"]) == (409, "pick_time_over")
    assert not Pick.objects.exists()


def test_a_selection_is_saved_for_the_clock(draft: Draft, alice: Program):
    card = alice.turn(1)["card"]

    assert alice.send("/selection", {"card": card}).json() == {}

    assert alice.get().json()["pack"]["selected"] == card
    assert not Pick.objects.exists()


def test_a_player_can_hand_over_to_a_bot_and_return(draft: Draft, alice: Program):
    assert alice.send("/bot").json() == {"acting": "drafter"}
    assert alice.get().json()["acting"] == "drafter"
    assert alice.send("/bot", method="DELETE").json() == {"acting": ""}


@pytest.mark.django_db(transaction=True)
def test_of_twenty_identical_concurrent_requests_one_takes_a_card(draft: Draft, alice: Program):
    before, turn = draft.cards(), alice.turn()

    def send(key: str) -> Any:
        return lambda: Program(alice.account, alice.path).send("/picks", turn, key=key)

    same = run_simultaneously([send("one")] * 10)
    other = run_simultaneously([send(f"key {number}") for number in range(10)])

    assert {response.status_code for response in same} == {201}
    assert {(response.status_code, response.json()["code"]) for response in other} == {(409, "stale_pick")}
    assert (Pick.objects.count(), draft.cards()) == (1, before)


def test_the_state_takes_seven_queries(draft: Draft, alice: Program):
    with CaptureQueriesContext(connection) as queries:
        alice.get()

    assert len(queries) <= 7, [query["sql"] for query in queries]


def test_a_pick_takes_twelve_queries(draft: Draft, alice: Program):
    turn = alice.turn()

    with CaptureQueriesContext(connection) as queries:
        alice.send("/picks", turn, key="one")

    statements = [query["sql"] for query in queries if "SAVEPOINT" not in query["sql"]]
    assert len(statements) <= 12, statements


@pytest.mark.clause("DRF-2.3", "DRF-2.6", "DRF-2.11", "DRF-2.14", "DRF-2.15")
def test_in_a_whole_draft_responses_only_have_cards_in_hand(new_draft: NewDraft):
    draft = new_draft("Alice", "Bob", "Charlie", terms=DraftFormat(packs=4, pack_size=5, deck_size=18))
    players = {name: program(draft, name) for name in draft.people}
    all_tokens, taken, checks = set(draft.cards()), 0, 0
    first: dict[str, dict[str, Any]] = {}

    while not draft.pod.drafted_at:
        for name, player in players.items():
            hand = player.get().json()["pack"]
            if hand is None or draft.pod.drafted_at:
                continue
            tokens = {token for token, _ in draft.before(name).contents}
            assert {copy["token"] for copy in hand["cards"]} == tokens
            assert hand["complete"] is (True if hand["number"] == 1 else None)
            turn = {"pack": hand["id"], "number": hand["number"], "card": hand["cards"][0]["token"]}
            made = player.send("/picks", turn, key=turn["card"])
            assert made.status_code == 201
            taken += 1
            if draft.pod.drafted_at:
                continue
            old = first.setdefault(name, turn)
            repeats = [player.send("/picks", old, key=old["card"]), player.send("/picks", turn, key="another")]
            sent = [made, *repeats, *(player.get(what) for what in ("", "/deck", "/map"))]
            before = draft.round.packs_before(draft.seat(name).number)
            allowed = {token for token, _ in before[0].contents} if before else set()
            for response in sent:
                assert not [token for token in all_tokens - allowed if token in response.content.decode()]
                checks += 1

    assert (taken, checks) == (60, 59 * 6)


@pytest.mark.clause("DRF-2.11")
def test_officials_see_the_positions_of_packs_but_no_cards(draft: Draft, officials: dict[str, Account]):
    hana = signed_in(officials["Hana"])
    draft.pick("Alice")

    response = hana.get(f"/api/v1/pods/{draft.pod_id}/map")

    data = response.json()
    assert set(data) == set(PodMapSerializer().fields)
    assert [seat["queue"] for seat in data["seats"]] == [0, 2, 1, 1]
    assert data["left"] == 15
    known = {text for pack in Pack.objects.all() for copy in pack.contents for text in copy}
    assert not [text for text in known if text in response.content.decode()]


def test_officials_can_open_packs_pause_and_close_a_seat(new_draft: NewDraft, officials: dict[str, Account]):
    draft = new_draft("Alice", "Bob", "Charlie", opening="by_hand")
    tomas = Program(officials["Tomas"], f"/api/v1/pods/{draft.pod_id}")
    draft.pick_round()

    assert tomas.send("/opening").json()["pack_round"] == 2
    assert tomas.send("/opening").json()["code"] == "round_not_drafted"
    assert tomas.send("/pause", {"reason": "a spilled drink"}).json()["paused"]
    assert not tomas.send("/pause", method="DELETE").json()["paused"]
    assert tomas.send("/seats/2/closing", {"reason": "left"}).json()["seats"][1]["closed"]
    assert tomas.send("/seats/1/bot", {"reason": "a call"}).json()["seats"][0]["bot"]
    assert not tomas.send("/seats/1/bot", method="DELETE").json()["seats"][0]["bot"]
    before = draft.before("Charlie").contents
    assert tomas.send("/seats/3/replacement", {"reason": "three cards"}).status_code == 200
    assert draft.before("Charlie").contents != before
    entries = [(entry.action, entry.author, entry.role, entry.reason) for entry in draft.log()[-7:]]
    assert {(author, role) for _action, author, role, _reason in entries} == {(officials["Tomas"], "head_judge")}
    assert [(action, reason) for action, _author, _role, reason in entries] == [
        ("packs_opened", ""),
        ("paused", "a spilled drink"),
        ("resumed", ""),
        ("seat_closed", "left"),
        ("seat_to_bot", "a call"),
        ("seat_taken_back", ""),
        ("pack_replaced", "three cards"),
    ]


@pytest.mark.parametrize("body", [{}, {"reason": ""}, {"reason": "   "}, {"reason": "x" * 201}])
def test_officials_must_give_a_reason(draft: Draft, officials: dict[str, Account], body: dict[str, str]):
    tomas = Program(officials["Tomas"], f"/api/v1/pods/{draft.pod_id}")

    assert [tomas.send(what, body).status_code for what in ("/pause", "/seats/1/closing", "/seats/1/bot")] == [400] * 3
    assert tomas.send("/seats/9/bot", {"reason": "ill"}).status_code == 404


def test_a_repeated_look_gets_the_first_response_and_is_logged_once(draft: Draft, officials: dict[str, Account]):
    draft.pick("Alice")
    judge = Program(officials["Tomas"], f"/api/v1/pods/{draft.pod_id}")

    for what in ("/seats/1/pool", "/seats/1/pick"):
        first, repeated = (judge.send(what, {"reason": "a doubt"}, key=what) for _ in range(2))
        assert (first.status_code, repeated.json()) == (200, first.json())

    looks = LogEntry.objects.filter(stream=draft.pod.desk_stream).values_list("action", flat=True)
    assert list(looks) == ["pool_looked_at", "pick_looked_at"]
