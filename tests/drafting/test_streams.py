"""Streams of a pod: numbers for all, a pack only for the seat that has it in hand, and few bytes."""

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
MAX_BYTES = 2048  # for a pick, to all followers together


def streamed_text(draft: Draft, people: dict[str, Account], act: Callable[[], object]) -> dict[str, str]:
    """Let all ``people`` follow the pod during ``act``, and return the text that each of them receives, by name."""
    stream = f"pod/{draft.pod_id}"
    browsers = {name: StreamClient(stream, cookie=session_cookie(account)) for name, account in people.items()}
    newest: list[int] = []

    def do() -> None:
        act()
        newest.append(LogStream.objects.get(name=stream).number)

    async def follow_and_act() -> None:
        async with AsyncExitStack() as streams:
            for browser in browsers.values():
                await streams.enter_async_context(browser)
                browser.text = ""
            await run_in_thread(do)
            for browser in browsers.values():
                while not browser.text or browser.events[-1][1]["number"] < newest[0]:
                    await browser._wait_for_data()

    run_async(follow_and_act)
    return {name: browser.text for name, browser in browsers.items()}


def last_events(draft: Draft, act: Callable[[], object]) -> dict[str, dict[str, Any]]:
    """Return the last event that each player receives during ``act``, by name."""
    texts = streamed_text(draft, draft.people, act)
    browsers = {name: StreamClient("") for name in texts}
    for name, browser in browsers.items():
        browser.text = texts[name]
    return {name: browser.events[-1][1] for name, browser in browsers.items()}


def hand(draft: Draft, name: str) -> set[str]:
    """Return the tokens of the pack in hand of ``name``."""
    waiting = draft.round.packs_before(draft.seat(name).number)
    return {copy.token for copy in waiting[0].copies} if waiting else set()


@pytest.mark.clause("DRF-2.11", "DRF-2.14", "DRF-2.15")
def test_streams_only_have_cards_in_hand(new_draft: NewDraft, officials: dict[str, Account]):
    draft = new_draft("Alice", "Bob", "Charlie", terms=DraftFormat(packs=2, pack_size=4, deck_size=8))
    all_tokens, followers = set(draft.cards()), draft.people | {"Tomas": officials["Tomas"]}
    seen: dict[str, set[str]] = {name: set() for name in followers}
    while not draft.pod.drafted_at:
        name = next(name for name in draft.people if hand(draft, name))
        for who, text in streamed_text(draft, followers, partial(draft.pick, name)).items():
            tokens = {token for token in all_tokens if token in text}
            assert tokens in (set(), hand(draft, who) if who in draft.people else set())
            seen[who] |= tokens

    assert seen["Tomas"] == set()
    assert all(len(seen[name]) > len(all_tokens) / 3 for name in draft.people)


def test_the_receiver_of_a_pack_gets_the_same_data_as_in_the_state(draft: Draft):
    draft.pick("Bob")

    last = last_events(draft, lambda: draft.pick("Alice"))

    state = program(draft, "Bob").get().json()
    pack = last["Bob"]["own"]["pack"]
    assert pack | {"cards": [{"token": token, "ref": ref} for token, ref in pack["cards"]]} == state["pack"]
    assert last["Bob"]["own"]["pick"] == state["pick"] == 2
    assert last["Bob"]["all"]["queues"] == [0, 1, 2, 1]
    assert (last["Alice"]["own"]["pick"], last["Alice"]["own"]["pack"]) == (2, None)
    assert "own" not in last["Charlie"].keys() | last["Dora"].keys()


def test_a_player_with_a_pack_gets_no_data_about_the_next_one(draft: Draft):
    assert "own" not in last_events(draft, lambda: draft.pick("Alice"))["Bob"]


def test_events_other_than_picks_only_have_a_number(draft: Draft):
    last = last_events(draft, lambda: pause_pod(draft.pod, author=None, role="head_judge", reason="fire alarm"))

    assert {frozenset(each) for each in last.values()} == {frozenset({"stream", "number"})}


def test_the_end_of_the_draft_only_has_a_number(new_draft: NewDraft):
    draft = new_draft("Alice", "Bob", terms=DraftFormat(packs=1, pack_size=4, deck_size=4))
    for name in ("Alice", "Bob") * 3 + ("Alice",):
        draft.pick(name)

    assert set(last_events(draft, lambda: draft.pick("Bob"))["Alice"]) == {"stream", "number"}


def test_opened_packs_are_sent_with_their_clocks(new_draft: NewDraft):
    draft = new_draft("Alice", "Bob", opened=False, opening=Pod.Opening.BY_HAND, pick_clock="standard")
    publish_seating(draft.pod)

    last = last_events(draft, lambda: open_packs(draft.pod))

    for name in draft.people:
        due_at = draft.before(name).due_at
        assert due_at
        assert last[name]["own"]["pack"]["due_at"] == due_at.isoformat()


def test_a_pick_sends_few_bytes(new_draft: NewDraft):
    draft = new_draft(*"ABCDEF", terms=DraftFormat(packs=4, pack_size=11, deck_size=35))
    clients = {name: signed_in(account) for name, account in draft.people.items()}
    answers = []

    def pick_a_round() -> None:
        for name in list(draft.people) * 11:
            turn = draft.turn(name)
            sent = {"pack": turn["pack_id"], "number": turn["number"], "card": turn["token"]}
            answers.append(clients[name].post(f"/pod/{draft.pod_id}/pick", sent))

    texts = streamed_text(draft, draft.people, pick_a_round)

    streamed = sum(len(text) for text in texts.values())
    answered = sum(len(answer.serialize_headers()) + len(answer.content) for answer in answers)
    assert {answer.status_code for answer in answers} == {204}
    assert (streamed + answered) / len(answers) <= MAX_BYTES
