"""Each pick is made exactly once, for repeated, concurrent, stale and wrong requests, by the API and by a page.

Each test ends with the next pick of the same seat or its neighbour, to show that the draft continues.
"""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from drafting.models import Pack, Pick
from drafting.rules.format import DraftFormat
from drafting.services.sweep import sweep_drafts
from gameplay.infrastructure import log
from tests.drafting.conftest import Draft, NewDraft, program, signed_in
from tests.parallel import run_simultaneously

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
LARGE = DraftFormat(packs=2, pack_size=20, deck_size=35)
Turn = dict[str, Any]
Result = tuple[int, str]
Send = Callable[..., Result]


def by_api(draft: Draft, name: str, turn: Turn, *, key: str = "") -> Result:
    body = {"pack": str(turn["pack_id"]), "number": turn["number"], "card": turn["token"]}
    answer = program(draft, name).send("/picks", body, key=key)
    return answer.status_code, answer.json().get("code", "")


def by_page(draft: Draft, name: str, turn: Turn, *, key: str = "") -> Result:
    fields = {"pack": turn["pack_id"], "number": turn["number"], "card": turn["token"]}
    client = signed_in(draft.people[name])
    answer = client.post(f"/pod/{draft.pod_id}/pick", fields, headers={"HX-Request": "true"})
    code = re.search(r'data-code="(\w+)"', answer.content.decode())
    return answer.status_code, code[1] if code else ""


@pytest.fixture(params=[by_api, by_page], ids=["api", "page"])
def send(request: pytest.FixtureRequest) -> Send:
    function: Send = request.param
    return function


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], None]:
    """Return a function that sets the server's clock."""

    def set_to(moment: datetime) -> None:
        monkeypatch.setattr(timezone, "now", lambda: moment)

    set_to(NOON)
    return set_to


def is_made(result: Result) -> bool:
    return result[0] in {201, 204}


def assert_draft_continues(draft: Draft, send: Send, name: str) -> None:
    """Assert that no card is lost and that ``name`` can make the next pick."""
    assert set(draft.cards().values()) == {1}
    assert log.verify_stream(draft.pod.stream).is_intact
    assert is_made(send(draft, name, draft.turn(name)))


@pytest.mark.django_db(transaction=True)
def test_of_twenty_identical_concurrent_picks_one_is_made(draft: Draft, send: Send):
    before, turn = draft.cards(), draft.turn("Alice")

    answers = run_simultaneously([partial(send, draft, "Alice", turn)] * 20)

    assert len([answer for answer in answers if is_made(answer)]) == 1
    assert answers.count((409, "stale_pick")) == 19
    assert (Pick.objects.count(), draft.cards()) == (1, before)
    assert_draft_continues(draft, send, "Bob")


@pytest.mark.django_db(transaction=True)
def test_of_twenty_different_concurrent_picks_one_is_made(new_draft: NewDraft, send: Send):
    draft = new_draft("Alice", "Bob", terms=LARGE)
    turns = [draft.turn("Alice", place) for place in range(20)]

    answers = run_simultaneously(
        [partial(send, draft, "Alice", turn, key=f"key {place}") for place, turn in enumerate(turns)]
    )

    made = [turn["token"] for turn, answer in zip(turns, answers, strict=True) if is_made(answer)]
    assert made == [Pick.objects.get().token]
    assert answers.count((409, "stale_pick")) == 19
    assert_draft_continues(draft, send, "Bob")


@pytest.mark.django_db(transaction=True)
def test_twenty_concurrent_repeats_get_the_same_response(draft: Draft):
    turn = draft.turn("Alice")

    answers = run_simultaneously([partial(by_api, draft, "Alice", turn, key="one")] * 20)

    assert answers == [(201, "")] * 20
    assert Pick.objects.count() == 1


def test_a_key_with_another_body_is_refused_and_changes_nothing(draft: Draft):
    by_api(draft, "Alice", draft.turn("Alice"), key="one")
    draft.pick("Dora")

    answer = by_api(draft, "Alice", draft.turn("Alice"), key="one")

    assert answer == (422, "key_reused")
    assert Pick.objects.filter(seat=draft.seat("Alice")).count() == 1
    assert_draft_continues(draft, by_api, "Alice")


def test_a_refused_key_can_be_used_again(draft: Draft):
    turn = draft.turn("Alice") | {"number": 2}
    assert by_api(draft, "Alice", turn, key="one") == (409, "stale_pick")

    assert by_api(draft, "Alice", turn | {"number": 1}, key="one") == (201, "")


def _previous_round(draft: Draft) -> Turn:
    turn = draft.turn("Alice")
    draft.pick_round()
    return turn


def _already_made(draft: Draft) -> Turn:
    turn = draft.turn("Alice")
    draft.pick("Alice")
    draft.pick("Dora")
    return turn


def _previous_number(draft: Draft) -> Turn:
    draft.pick("Dora")
    draft.pick("Alice")
    return draft.turn("Alice") | {"number": 1}


def _next_number(draft: Draft) -> Turn:
    return draft.turn("Alice") | {"number": 2}


def _pack_of_a_neighbour(draft: Draft) -> Turn:
    return draft.turn("Bob")


def _second_in_queue(draft: Draft) -> Turn:
    """The second pack in the queue of Alice."""
    draft.pick("Dora")
    coming = draft.round.packs_before(draft.seat("Alice").number)[1]
    return {"pack_id": coming.pk, "number": coming.hops + 1, "token": coming.contents[0][0]}


def _sealed_pack(draft: Draft) -> Turn:
    pack = Pack.objects.get(pod=draft.pod_id, pack_round=2, opener=0)
    return {"pack_id": pack.pk, "number": 1, "token": pack.contents[0][0]}


def _unknown_pack(draft: Draft) -> Turn:
    return draft.turn("Alice") | {"pack_id": uuid4()}


def _card_of_another_pack(draft: Draft) -> Turn:
    return draft.turn("Alice") | {"token": draft.turn("Bob")["token"]}


def _taken_card(draft: Draft) -> Turn:
    gone = draft.pick("Dora").token
    draft.pick("Alice")
    return draft.turn("Alice") | {"token": gone}


@pytest.mark.clause("DRF-2.5", "DRF-2.10", "DRF-2.15")
@pytest.mark.parametrize(
    ("make_turn", "expected"),
    [
        (_previous_round, (409, "stale_pick")),
        (_already_made, (409, "stale_pick")),
        (_previous_number, (409, "stale_pick")),
        (_next_number, (409, "stale_pick")),
        (_pack_of_a_neighbour, (404, "not_found")),
        (_second_in_queue, (409, "stale_pick")),
        (_sealed_pack, (404, "not_found")),
        (_unknown_pack, (404, "not_found")),
        (_card_of_another_pack, (422, "not_in_pack")),
        (_taken_card, (422, "not_in_pack")),
    ],
)
def test_a_pick_that_is_not_current_is_refused_and_the_draft_continues(
    draft: Draft, send: Send, make_turn: Callable[[Draft], Turn], expected: Result
):
    turn = make_turn(draft)
    picks, packs = Pick.objects.count(), list(Pack.objects.values("pk", "contents", "hops"))

    status, code = send(draft, "Alice", turn)

    assert (status, code) == expected
    assert (Pick.objects.count(), list(Pack.objects.values("pk", "contents", "hops"))) == (picks, packs)
    assert_draft_continues(draft, send, "Alice")


def test_a_pod_does_not_exist_for_accounts_without_a_seat(draft: Draft, new_draft: NewDraft, send: Send):
    other = new_draft("Emil", "Frida")
    draft.people["Emil"] = other.people["Emil"]

    status, _code = send(draft, "Emil", draft.turn("Alice"))

    assert status == 404
    assert_draft_continues(draft, send, "Alice")


@pytest.mark.clause("DRF-OP-4")
@pytest.mark.parametrize("late", [timedelta(milliseconds=50), timedelta(seconds=2)])
def test_a_pick_within_the_grace_is_made(new_draft: NewDraft, time: Any, send: Send, late: timedelta):
    draft = new_draft("Alice", "Bob", pick_clock="standard")
    turn, due = draft.turn("Alice", 2), draft.before("Alice").due_at
    assert due == NOON + timedelta(seconds=25)

    time(due + late)
    sweep_drafts(due + late)
    answer = send(draft, "Alice", turn)

    assert is_made(answer)
    made = Pick.objects.get()
    assert (made.token, made.by) == (turn["token"], "player")
    assert_draft_continues(draft, send, "Bob")


@pytest.mark.clause("DRF-OP-4")
@pytest.mark.parametrize("late", [timedelta(seconds=2, milliseconds=1), timedelta(seconds=30)])
def test_after_the_grace_the_clock_picks(new_draft: NewDraft, time: Any, send: Send, late: timedelta):
    draft = new_draft("Alice", "Bob", pick_clock="standard")
    turn, due = draft.turn("Alice", 2), draft.before("Alice").due_at
    assert due is not None

    time(due + late)
    before_the_sweep = send(draft, "Alice", turn)
    assert not Pick.objects.exists()
    sweep_drafts(due + late)
    after_the_sweep = send(draft, "Alice", turn)

    assert (before_the_sweep, after_the_sweep) == ((409, "pick_time_over"), (409, "stale_pick"))
    assert [pick.by for pick in Pick.objects.filter(seat=draft.seat("Alice"))] == ["clock"]
    assert_draft_continues(draft, send, "Alice")


@pytest.mark.django_db(transaction=True)
def test_the_clock_and_the_player_together_make_one_pick(new_draft: NewDraft, time: Any, send: Send):
    draft = new_draft("Alice", "Bob", pick_clock="standard")
    turn, due = draft.turn("Alice", 2), draft.before("Alice").due_at
    assert due is not None
    # The player is in time by the grace period; the sweep, in another process, is slightly ahead.
    time(due + timedelta(seconds=2))

    run_simultaneously(
        [partial(send, draft, "Alice", turn), partial(sweep_drafts, due + timedelta(seconds=2, milliseconds=1))] * 3
    )

    assert Pick.objects.filter(seat=draft.seat("Alice")).count() == 1
    assert_draft_continues(draft, send, "Alice")
