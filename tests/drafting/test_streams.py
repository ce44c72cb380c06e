"""What the streams of a pod tell: numbers to everybody, a pack to the seat that has it in hand, and few bytes."""

from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial
from typing import Any

import pytest

from drafting.models import Pod
from drafting.rules.format import DraftFormat
from drafting.services.pod import open_packs, pause_pod, publish_seating
from gameplay.models import Account, LogStream
from tests.drafting.conftest import Draft, NewDraft, program, signed_in
from tests.parts.streaming import StreamClient, run_async, run_in_thread, session_cookie

pytestmark = pytest.mark.django_db(transaction=True)
MOST_BYTES = 2048  # a pick, to everybody together


def heard(draft: Draft, people: dict[str, Account], act: Callable[[], object]) -> dict[str, str]:
    """Let everybody follow the pod while something is done; return what each of them is sent of it, by name."""
    stream = f"pod/{draft.pod_id}"
    browsers = {name: StreamClient(stream, cookie=session_cookie(account)) for name, account in people.items()}
    newest: list[int] = []

    def do() -> None:
        act()
        newest.append(LogStream.objects.get(name=stream).number)

    async def story() -> None:
        async with AsyncExitStack() as streams:
            for browser in browsers.values():
                await streams.enter_async_context(browser)
                browser.text = ""
            await run_in_thread(do)
            for browser in browsers.values():
                while not browser.text or browser.events[-1][1]["number"] < newest[0]:
                    await browser._wait_for_data()

    run_async(story)
    return {name: browser.text for name, browser in browsers.items()}


def told(draft: Draft, act: Callable[[], object]) -> dict[str, dict[str, Any]]:
    """The last that each player is told of what is done, by name."""
    texts = heard(draft, draft.people, act)
    browsers = {name: StreamClient("") for name in texts}
    for name, browser in browsers.items():
        browser.text = texts[name]
    return {name: browser.events[-1][1] for name, browser in browsers.items()}


def hand(draft: Draft, name: str) -> set[str]:
    """The tokens of the pack that ``name`` picks from next."""
    waiting = draft.round.packs_before(draft.seat(name).number)
    return {copy.token for copy in waiting[0].copies} if waiting else set()


@pytest.mark.clause("DRF-2.11", "DRF-2.14", "DRF-2.15")
def test_nobody_is_told_of_a_card_but_of_those_in_hand(new_draft: NewDraft, officials: dict[str, Account]):
    draft = new_draft("Alice", "Bob", "Charlie", terms=DraftFormat(packs=4, pack_size=4, deck_size=16))
    every, everybody = set(draft.cards()), draft.people | {"Tomas": officials["Tomas"]}
    seen: dict[str, set[str]] = {name: set() for name in everybody}
    while not draft.pod.drafted_at:
        name = next(name for name in draft.people if hand(draft, name))
        for who, text in heard(draft, everybody, partial(draft.pick, name)).items():
            tokens = {token for token in every if token in text}
            assert tokens in (set(), hand(draft, who) if who in draft.people else set())
            seen[who] |= tokens

    assert seen["Tomas"] == set()
    assert all(len(seen[name]) > len(every) / 3 for name in draft.people)


def test_who_gets_a_pack_is_told_what_the_state_would_show(draft: Draft):
    draft.pick("Bob")

    last = told(draft, lambda: draft.pick("Alice"))

    state = program(draft, "Bob").get().json()
    pack = last["Bob"]["own"]["pack"]
    assert pack | {"cards": [{"token": token, "ref": ref} for token, ref in pack["cards"]]} == state["pack"]
    assert last["Bob"]["own"]["pick"] == state["pick"] == 2
    assert last["Bob"]["all"]["queues"] == [0, 1, 2, 1]
    assert (last["Alice"]["own"]["pick"], last["Alice"]["own"]["pack"]) == (2, None)
    assert "own" not in last["Charlie"].keys() | last["Dora"].keys()


def test_who_has_another_pack_in_hand_is_not_told_of_the_next(draft: Draft):
    assert "own" not in told(draft, lambda: draft.pick("Alice"))["Bob"]


def test_what_is_more_than_a_pick_is_told_as_a_number(draft: Draft):
    last = told(draft, lambda: pause_pod(draft.pod, author=None, role="head_judge", reason="fire alarm"))

    assert {frozenset(each) for each in last.values()} == {frozenset({"stream", "number"})}


def test_the_end_of_the_draft_is_told_as_a_number(new_draft: NewDraft):
    draft = new_draft("Alice", "Bob", terms=DraftFormat(packs=1, pack_size=4, deck_size=4))
    for name in ("Alice", "Bob") * 3 + ("Alice",):
        draft.pick(name)

    assert set(told(draft, lambda: draft.pick("Bob"))["Alice"]) == {"stream", "number"}


def test_opened_packs_are_told_with_their_clocks(new_draft: NewDraft):
    draft = new_draft("Alice", "Bob", opened=False, opening=Pod.Opening.BY_HAND, pick_clock="standard")
    publish_seating(draft.pod)

    last = told(draft, lambda: open_packs(draft.pod))

    for name in draft.people:
        due_at = draft.before(name).due_at
        assert due_at
        assert last[name]["own"]["pack"]["due_at"] == due_at.isoformat()


def test_a_pick_costs_few_bytes_to_all_together(new_draft: NewDraft):
    draft = new_draft(*"ABCDEF", terms=DraftFormat(packs=4, pack_size=11, deck_size=35))
    clients = {name: signed_in(account) for name, account in draft.people.items()}
    answers = []

    def pick_a_round() -> None:
        for name in list(draft.people) * 11:
            turn = draft.turn(name)
            sent = {"pack": turn["pack_id"], "number": turn["number"], "card": turn["token"]}
            answers.append(clients[name].post(f"/pod/{draft.pod_id}/pick", sent))

    texts = heard(draft, draft.people, pick_a_round)

    streamed = sum(len(text) for text in texts.values())
    answered = sum(len(answer.serialize_headers()) + len(answer.content) for answer in answers)
    assert {answer.status_code for answer in answers} == {204}
    assert (streamed + answered) / len(answers) <= MOST_BYTES
