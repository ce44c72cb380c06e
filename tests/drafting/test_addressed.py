"""A pick is addressed and made once, whoever sends what, how often and when: by the API and by an open page alike.

Each test ends with the pod going on: the same seat, or its neighbour, makes the pick that is due (S12 to S16).
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
from tests.parallel import at_once

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
LARGE = DraftFormat(packs=2, pack_size=20, deck_size=35)
Turn = dict[str, Any]
Answered = tuple[int, str]
Send = Callable[..., Answered]


def by_api(draft: Draft, name: str, turn: Turn, *, key: str = "") -> Answered:
    body = {"pack": str(turn["pack_id"]), "number": turn["number"], "card": turn["token"]}
    answer = program(draft, name).send("/picks", body, key=key)
    return answer.status_code, answer.json().get("code", "")


def by_page(draft: Draft, name: str, turn: Turn, *, key: str = "") -> Answered:
    fields = {"pack": turn["pack_id"], "number": turn["number"], "card": turn["token"]}
    client = signed_in(draft.people[name])
    answer = client.post(f"/pod/{draft.pod_id}/pick", fields, headers={"HX-Request": "true"})
    code = re.search(r'data-code="(\w+)"', answer.content.decode())
    return answer.status_code, code[1] if code else ""


@pytest.fixture(params=[by_api, by_page], ids=["api", "page"])
def send(request: pytest.FixtureRequest) -> Send:
    found: Send = request.param
    return found


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], None]:
    """Set the server's time of day."""

    def set_to(moment: datetime) -> None:
        monkeypatch.setattr(timezone, "now", lambda: moment)

    set_to(NOON)
    return set_to


def taken(answered: Answered) -> bool:
    return answered[0] in {201, 204}


def goes_on(draft: Draft, send: Send, name: str) -> None:
    """The draft is whole, and the pick that is due can be made."""
    assert set(draft.cards().values()) == {1}
    assert log.verify_stream(draft.pod.stream).is_intact
    assert taken(send(draft, name, draft.turn(name)))


@pytest.mark.django_db(transaction=True)
def test_of_twenty_identical_picks_at_once_one_is_made(draft: Draft, send: Send):
    before, turn = draft.cards(), draft.turn("Alice")

    answers = at_once([partial(send, draft, "Alice", turn)] * 20)

    assert len([answer for answer in answers if taken(answer)]) == 1
    assert answers.count((409, "stale_pick")) == 19
    assert (Pick.objects.count(), draft.cards()) == (1, before)
    goes_on(draft, send, "Bob")


@pytest.mark.django_db(transaction=True)
def test_of_twenty_different_picks_at_once_one_is_made(new_draft: NewDraft, send: Send):
    draft = new_draft("Alice", "Bob", terms=LARGE)
    turns = [draft.turn("Alice", place) for place in range(20)]

    answers = at_once([partial(send, draft, "Alice", turn, key=f"key {place}") for place, turn in enumerate(turns)])

    made = [turn["token"] for turn, answer in zip(turns, answers, strict=True) if taken(answer)]
    assert made == [Pick.objects.get().token]
    assert answers.count((409, "stale_pick")) == 19
    goes_on(draft, send, "Bob")


@pytest.mark.django_db(transaction=True)
def test_of_twenty_repeats_at_once_all_are_answered_alike(draft: Draft):
    turn = draft.turn("Alice")

    answers = at_once([partial(by_api, draft, "Alice", turn, key="one")] * 20)

    assert answers == [(201, "")] * 20
    assert Pick.objects.count() == 1


def test_a_key_with_another_body_is_refused_and_changes_nothing(draft: Draft):
    by_api(draft, "Alice", draft.turn("Alice"), key="one")
    draft.pick("Dora")

    answer = by_api(draft, "Alice", draft.turn("Alice"), key="one")

    assert answer == (422, "key_reused")
    assert Pick.objects.filter(seat=draft.seat("Alice")).count() == 1
    goes_on(draft, by_api, "Alice")


def test_a_refused_key_may_be_right_later(draft: Draft):
    turn = draft.turn("Alice") | {"number": 2}
    assert by_api(draft, "Alice", turn, key="one") == (409, "stale_pick")

    assert by_api(draft, "Alice", turn | {"number": 1}, key="one") == (201, "")


def _of_an_earlier_round(draft: Draft) -> Turn:
    turn = draft.turn("Alice")
    draft.pick_round()
    return turn


def _made_already(draft: Draft) -> Turn:
    turn = draft.turn("Alice")
    draft.pick("Alice")
    draft.pick("Dora")
    return turn


def _an_earlier_number(draft: Draft) -> Turn:
    draft.pick("Dora")
    draft.pick("Alice")
    return draft.turn("Alice") | {"number": 1}


def _a_later_number(draft: Draft) -> Turn:
    return draft.turn("Alice") | {"number": 2}


def _before_a_neighbour(draft: Draft) -> Turn:
    return draft.turn("Bob")


def _on_its_way(draft: Draft) -> Turn:
    """The second pack of the queue: it is Alice's next, not yet."""
    draft.pick("Dora")
    coming = draft.round.packs_before(draft.seat("Alice").number)[1]
    return {"pack_id": coming.pk, "number": coming.hops + 1, "token": coming.contents[0][0]}


def _sealed(draft: Draft) -> Turn:
    pack = Pack.objects.get(pod=draft.pod_id, pack_round=2, opener=0)
    return {"pack_id": pack.pk, "number": 1, "token": pack.contents[0][0]}


def _no_pack(draft: Draft) -> Turn:
    return draft.turn("Alice") | {"pack_id": uuid4()}


def _of_another_pack(draft: Draft) -> Turn:
    return draft.turn("Alice") | {"token": draft.turn("Bob")["token"]}


def _taken_from_it(draft: Draft) -> Turn:
    gone = draft.pick("Dora").token
    draft.pick("Alice")
    return draft.turn("Alice") | {"token": gone}


@pytest.mark.clause("DRF-2.5", "DRF-2.10", "DRF-2.15")
@pytest.mark.parametrize(
    ("wrong", "answered"),
    [
        (_of_an_earlier_round, (409, "stale_pick")),
        (_made_already, (409, "stale_pick")),
        (_an_earlier_number, (409, "stale_pick")),
        (_a_later_number, (409, "stale_pick")),
        (_before_a_neighbour, (404, "not_found")),
        (_on_its_way, (409, "stale_pick")),
        (_sealed, (404, "not_found")),
        (_no_pack, (404, "not_found")),
        (_of_another_pack, (422, "not_in_pack")),
        (_taken_from_it, (422, "not_in_pack")),
    ],
)
def test_what_is_not_to_be_picked_now_is_refused_and_the_pod_goes_on(
    draft: Draft, send: Send, wrong: Callable[[Draft], Turn], answered: Answered
):
    turn = wrong(draft)
    picks, packs = Pick.objects.count(), list(Pack.objects.values("pk", "contents", "hops"))

    status, code = send(draft, "Alice", turn)

    assert (status, code) == answered
    assert (Pick.objects.count(), list(Pack.objects.values("pk", "contents", "hops"))) == (picks, packs)
    goes_on(draft, send, "Alice")


def test_who_does_not_sit_there_finds_no_pod(draft: Draft, new_draft: NewDraft, send: Send):
    other = new_draft("Emil", "Frida")
    draft.people["Emil"] = other.people["Emil"]

    status, _code = send(draft, "Emil", draft.turn("Alice"))

    assert status == 404
    goes_on(draft, send, "Alice")


@pytest.mark.clause("DRF-OP-4")
@pytest.mark.parametrize("late", [timedelta(milliseconds=50), timedelta(seconds=2)])
def test_within_the_grace_a_pick_is_taken(new_draft: NewDraft, time: Any, send: Send, late: timedelta):
    draft = new_draft("Alice", "Bob", pick_clock="standard")
    turn, due = draft.turn("Alice", 2), draft.before("Alice").due_at
    assert due == NOON + timedelta(seconds=25)

    time(due + late)
    sweep_drafts(due + late)
    answer = send(draft, "Alice", turn)

    assert taken(answer)
    made = Pick.objects.get()
    assert (made.token, made.by) == (turn["token"], "player")
    goes_on(draft, send, "Bob")


@pytest.mark.clause("DRF-OP-4")
@pytest.mark.parametrize("late", [timedelta(seconds=2, milliseconds=1), timedelta(seconds=30)])
def test_after_the_grace_the_pick_of_the_clock_stands(new_draft: NewDraft, time: Any, send: Send, late: timedelta):
    draft = new_draft("Alice", "Bob", pick_clock="standard")
    turn, due = draft.turn("Alice", 2), draft.before("Alice").due_at
    assert due is not None

    time(due + late)
    before_the_clock = send(draft, "Alice", turn)
    assert not Pick.objects.exists()
    sweep_drafts(due + late)
    after_it = send(draft, "Alice", turn)

    assert (before_the_clock, after_it) == ((409, "pick_time_over"), (409, "stale_pick"))
    assert [pick.by for pick in Pick.objects.filter(seat=draft.seat("Alice"))] == ["clock"]
    goes_on(draft, send, "Alice")


@pytest.mark.django_db(transaction=True)
def test_the_clock_and_the_player_at_the_same_moment_make_one_pick(new_draft: NewDraft, time: Any, send: Send):
    draft = new_draft("Alice", "Bob", pick_clock="standard")
    turn, due = draft.turn("Alice", 2), draft.before("Alice").due_at
    assert due is not None
    time(
        due + timedelta(seconds=2)
    )  # the player is in time by the grace; the clock, of another process, is a bit ahead

    at_once(
        [partial(send, draft, "Alice", turn), partial(sweep_drafts, due + timedelta(seconds=2, milliseconds=1))] * 3
    )

    assert Pick.objects.filter(seat=draft.seat("Alice")).count() == 1
    goes_on(draft, send, "Alice")
