"""Event streams: which updates each client receives, and what ends a stream."""

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from itertools import cycle
from typing import Any

import pytest
from django.conf import settings as site
from django.test import Client

from gameplay import ports
from gameplay.infrastructure import event_stream, sessions
from gameplay.infrastructure.hub import get_hub
from gameplay.infrastructure.presence import absent_since, presence_channel, present_followers
from gameplay.models import Account
from gameplay.services import accounts
from tests.gameplay import follow_rules
from tests.parts.streaming import (
    TIMEOUT,
    StreamClient,
    run_async,
    run_in_thread,
    session_cookie,
    stream_event,
    stream_status,
    write_entry,
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def rules() -> Iterator[None]:
    rules = ports.follow_rules
    with rules.overridden(follow_rules.allow_all, "event"), rules.overridden(follow_rules.allow_owner, "pod"):
        yield


@pytest.fixture
def alice() -> Account:
    return accounts.create_guest("Alice")


def test_stream_sends_the_current_numbers_and_then_each_new_one():
    write_entry("event/1")

    async def scenario() -> None:
        async with StreamClient("event/1", "event/2") as browser:
            assert browser.events == [("1.0", stream_event("event/1", 1)), ("1.0", stream_event("event/2", 0))]
            await run_in_thread(write_entry, "event/2")
            await browser.wait_for_events(("1.1", stream_event("event/2", 1)))
            await run_in_thread(write_entry, "event/1")
            await browser.wait_for_events(("2.1", stream_event("event/1", 2)))
            assert browser.headers["content-type"] == "text/event-stream; charset=utf-8"

    run_async(scenario)


def test_update_without_a_payload_has_only_the_stream_and_number(alice: Account):
    async def scenario() -> None:
        async with StreamClient(f"pod/{alice.pk}", cookie=await asyncio.to_thread(session_cookie, alice)) as browser:
            await run_in_thread(write_entry, f"pod/{alice.pk}")
            await browser.wait_for_events(("1", stream_event(f"pod/{alice.pk}", 1)))
            assert all(set(data) == {"stream", "number"} for _, data in browser.events)

    run_async(scenario)


def test_reconnecting_client_receives_what_changed_meanwhile():
    for stream in ("event/1", "event/1", "event/2"):
        write_entry(stream)

    async def scenario() -> None:
        async with StreamClient("event/1", "event/2", last_event_id="1.1") as browser:
            assert browser.events == [("2.1", stream_event("event/1", 2))]

    run_async(scenario)


@pytest.mark.parametrize("last", ["", "1", "1.1.1", "a.b", "-1.1", "1." + "9" * 5000, "１.１"])
def test_invalid_last_event_id_is_ignored(last: str):
    write_entry("event/1")

    async def scenario() -> None:
        browser = StreamClient("event/1", "event/2")
        browser.scope["headers"].append((b"last-event-id", last.encode()))
        async with browser:
            assert len(browser.events) == 2

    run_async(scenario)


def test_heartbeat_repeats_the_numbers(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(event_stream, "HEARTBEAT_INTERVAL", 0.05)
    write_entry("event/1")

    async def scenario() -> None:
        async with StreamClient("event/1", "event/2") as browser:
            await browser.wait_for_events(("1.0", {"event/1": 1, "event/2": 0}))
            assert "event: versions\n" in browser.text

    run_async(scenario)


def test_lost_update_is_found_again(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(event_stream, "HEARTBEAT_INTERVAL", 0.05)
    monkeypatch.setattr(event_stream, "REAUTHORIZATION_INTERVAL", 0.1)
    monkeypatch.setattr(get_hub(), "publish", lambda stream, number, payload: None)

    async def scenario() -> None:
        async with StreamClient("event/1") as browser:
            await run_in_thread(write_entry, "event/1")
            await browser.wait_for_events(("1", stream_event("event/1", 1)))

    run_async(scenario)


def test_clients_get_different_retry_delays():
    retries = set()

    async def scenario() -> None:
        for _ in range(8):
            async with StreamClient("event/1") as browser:
                retries.add(browser.text.splitlines()[0])

    run_async(scenario)
    assert len(retries) > 1
    assert all(1000 <= int(line.removeprefix("retry: ")) < 5000 for line in retries)


def test_player_may_follow_only_their_own_pod(alice: Account):
    bob = accounts.create_guest("Bob")

    assert stream_status(on=[f"pod/{alice.pk}"], cookie=session_cookie(alice)) == 200
    assert stream_status(on=[f"pod/{alice.pk}"], cookie=session_cookie(bob)) == 404
    assert stream_status(on=[f"pod/{alice.pk}"]) == 404
    assert stream_status(on=[f"pod/{alice.pk}"], cookie="session=nonsense") == 404
    assert stream_status(on=[f"pod/{alice.pk}"], cookie="\x00;=;session") == 404


def test_account_that_follows_a_stream_is_present(alice: Account):
    bob, pod = accounts.create_guest("Bob"), f"pod/{alice.pk}"

    stream_status(on=[pod], cookie=session_cookie(alice))
    stream_status(on=[pod], cookie=session_cookie(bob))

    assert present_followers([(name, account.pk) for name in (pod, "event/1") for account in (alice, bob)]) == {
        (pod, alice.pk)
    }


def test_account_is_absent_once_its_last_connection_has_ended(alice: Account, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(event_stream, "LEAVE_DELAY", 0.01)
    pod = f"pod/{alice.pk}"
    follower = (pod, alice.pk)

    async def absent() -> bool:
        return follower in await asyncio.to_thread(absent_since, [follower])

    async def scenario() -> None:
        cookie = await asyncio.to_thread(session_cookie, alice)
        async with StreamClient(presence_channel("event/1")) as observer, StreamClient(pod, cookie=cookie):
            async with StreamClient("event/1", pod, cookie=cookie):
                await wait_for_updates(observer, 2)
                assert not await absent()
            await wait_for_updates(observer, 3)  # the account has left event/1, but still follows the pod
            assert not await absent()
        async with asyncio.timeout(TIMEOUT):
            while not await absent():
                await asyncio.sleep(0.01)
        assert present_followers([follower]) == {follower}  # it may come back at any moment

    with ports.follow_rules.overridden(follow_rules.allow_all, "presence"):
        run_async(scenario)


async def wait_for_updates(observer: StreamClient, count: int) -> None:
    async with asyncio.timeout(TIMEOUT):
        while len(observer.events) < count:
            await asyncio.sleep(0.01)


def test_one_forbidden_stream_refuses_the_request(alice: Account):
    assert stream_status(on=["event/1", f"pod/{alice.pk}"]) == 404


@pytest.mark.parametrize("name", ["game/1", "pod/", "pod", "/1", "account/1"])
def test_stream_without_a_follow_rule_is_not_found(name: str):
    assert stream_status(on=[name]) == 404


@pytest.mark.parametrize(
    "query", ["", "on=", "off=1", "&".join(f"on=event/{n}" for n in range(21)), "on=" + "x" * 2000]
)
def test_request_for_no_stream_or_too_many_is_a_bad_request(query: str):
    assert stream_status(query=query) == 400


def test_only_get_is_allowed():
    assert stream_status(method="POST") == 405


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"origin": "https://draft.example"}, 200),
        ({"sec_fetch_site": "same-origin"}, 200),
        ({"origin": "https://elsewhere.example"}, 403),
        ({"origin": "https://draft.example.elsewhere.example"}, 403),
        ({"origin": "null"}, 403),
        ({"sec_fetch_site": "cross-site"}, 403),
        ({"sec_fetch_site": "same-site"}, 403),
    ],
)
def test_cross_site_requests_are_forbidden(headers: dict[str, str], status: int):
    assert stream_status(**headers) == status


def test_number_of_streams_of_an_account_is_limited(alice: Account, settings: Any):
    settings.STREAMS_PER_ACCOUNT = 2
    key = session_cookie(alice)

    async def scenario() -> None:
        async with StreamClient("event/1", cookie=key), StreamClient("event/1", cookie=key):
            async with StreamClient("event/1", cookie=key) as third:
                assert (third.status, third.headers["retry-after"]) == (429, "10")
            async with StreamClient("event/1") as anonymous:
                assert anonymous.status == 200
        async with StreamClient("event/1", cookie=key) as later:
            assert later.status == 200

    run_async(scenario)
    assert not event_stream._connection_counts


def test_no_address_holds_all_streams_of_a_process(alice: Account, settings: Any):
    settings.STREAMS_PER_PROCESS = 4
    cookies = [session_cookie(alice), session_cookie(accounts.create_guest("Bob"))]
    addresses = ["2620:fe::1", "2620:fe::2", "2620:fe::3", "9.9.9.2", "9.9.9.3", "9.9.9.4"]

    async def scenario() -> None:
        async with AsyncExitStack() as stack:
            streams = [
                await stack.enter_async_context(StreamClient("event/1", address=address, cookie=cookie))
                for address, cookie in zip(addresses, cycle(cookies), strict=False)
            ]
            assert [(each.status, each.headers.get("retry-after")) for each in streams] == [
                (200, None), (200, None), (429, "10"), (200, None), (200, None), (503, "10")
            ]  # fmt: skip
        async with StreamClient("event/1", address="9.9.9.4") as later:
            assert later.status == 200

    run_async(scenario)
    assert not event_stream._connection_counts


def test_sign_out_ends_the_stream(alice: Account):
    browser_session = Client()
    browser_session.force_login(alice)
    key = browser_session.cookies[site.SESSION_COOKIE_NAME].value

    async def scenario() -> None:
        async with StreamClient(f"pod/{alice.pk}", cookie=f"{site.SESSION_COOKIE_NAME}={key}") as browser:
            await run_in_thread(browser_session.post, "/sign-out")
            await browser.wait_closed()

    run_async(scenario)


def change_password(account: Account) -> None:
    account.set_password("another one")


def deactivate(account: Account) -> None:
    account.is_active = False


@pytest.mark.parametrize("change", [change_password, deactivate])
def test_new_password_or_deactivation_ends_all_streams(alice: Account, change: Callable[[Account], None]):
    async def scenario() -> None:
        async with StreamClient(f"pod/{alice.pk}", cookie=await asyncio.to_thread(session_cookie, alice)) as browser:
            change(alice)
            await run_in_thread(alice.save)
            await browser.wait_closed()

    run_async(scenario)


def test_recovery_ends_only_the_streams_of_the_old_device(alice: Account):
    code, old = accounts.new_recovery_code(alice), session_cookie(alice)

    async def scenario() -> None:
        async with StreamClient(f"pod/{alice.pk}", cookie=old) as browser:
            await run_in_thread(lambda: accounts.redeem_recovery_code(code, address="192.0.2.1"))
            await browser.wait_closed()
            async with StreamClient(f"pod/{alice.pk}", cookie=old) as again:
                assert again.status == 404
        new = await asyncio.to_thread(session_cookie, await asyncio.to_thread(Account.objects.get))
        async with StreamClient(f"pod/{alice.pk}", cookie=new) as browser:
            assert browser.status == 200

    run_async(scenario)


def test_stream_stays_open_if_it_is_still_authorised(alice: Account):
    async def scenario() -> None:
        async with StreamClient(f"pod/{alice.pk}", cookie=await asyncio.to_thread(session_cookie, alice)) as browser:
            await run_in_thread(sessions.hub.reauthorize, alice.pk)
            await browser.wait_for_events(("0", {f"pod/{alice.pk}": 0}))
            assert str(alice.pk) not in browser.text.replace(f"pod/{alice.pk}", "")
            await run_in_thread(write_entry, f"pod/{alice.pk}")
            await browser.wait_for_events(("1", stream_event(f"pod/{alice.pk}", 1)))

    run_async(scenario)


def test_lost_permission_is_noticed_without_a_notification(alice: Account, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(event_stream, "HEARTBEAT_INTERVAL", 0.05)
    monkeypatch.setattr(event_stream, "REAUTHORIZATION_INTERVAL", 0.1)

    async def scenario() -> None:
        async with StreamClient(f"pod/{alice.pk}", cookie=await asyncio.to_thread(session_cookie, alice)) as browser:
            with ports.follow_rules.overridden(follow_rules.allow_none, "pod"):
                await browser.wait_closed()

    run_async(scenario)


def test_closing_the_hub_ends_all_streams():
    async def scenario() -> None:
        async with StreamClient("event/1") as one, StreamClient("event/2") as two:
            threading.Thread(target=get_hub().close).start()
            await one.wait_closed()
            await two.wait_closed()

    run_async(scenario)


def test_two_hundred_clients_reconnect_simultaneously():
    began = time.monotonic()

    async def scenario() -> None:
        async with asyncio.TaskGroup() as group:
            for _ in range(200):
                group.create_task(reconnect())

    async def reconnect() -> None:
        async with StreamClient("event/1") as browser:
            assert browser.status == 200

    run_async(scenario)
    assert time.monotonic() - began < TIMEOUT
