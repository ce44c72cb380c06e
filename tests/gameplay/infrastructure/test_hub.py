"""The hub: subscriptions to updates of streams, within a process and through Redis."""

import asyncio
import json
import threading
import time
import uuid
from collections.abc import Callable
from functools import partial

import pytest
import redis

from gameplay.infrastructure import hub as hub_module
from gameplay.infrastructure.circuit_breaker import CircuitBreaker
from gameplay.infrastructure.hub import Hub, LocalHub, RedisHub, StreamPayload, StreamUpdate, account_channel
from tests.parts.waiting import eventually

TIMEOUT = 5.0  # seconds; much longer than an update takes


@pytest.fixture(params=["local", "redis"])
def hub(request: pytest.FixtureRequest) -> Hub:
    return LocalHub() if request.param == "local" else RedisHub(request.getfixturevalue("redis_url"))


async def wait_until_listening(hub: Hub) -> None:
    """Wait until updates arrive: a process starts to listen to Redis with its first client."""
    with hub.subscribe(["probe"]) as probe:
        for number in range(1, 100):
            hub.publish("probe", number)
            try:
                async with asyncio.timeout(0.05):
                    await anext(probe)
                return
            except TimeoutError:
                continue
    raise AssertionError("no update arrives")


async def wait_for_numbers(subscription, numbers: dict[str, int]) -> None:
    """Wait until ``subscription`` has received all of ``numbers``."""
    async with asyncio.timeout(TIMEOUT):
        while subscription.numbers != numbers:
            await anext(subscription)


def numbers_of(updates: dict[str, StreamUpdate]) -> dict[str, int]:
    return {stream: update.number for stream, update in updates.items()}


def in_thread(func: Callable[[], None]) -> None:
    thread = threading.Thread(target=func)
    thread.start()
    thread.join()


def test_subscriber_receives_updates_of_its_streams_only(hub: Hub):
    async def run() -> dict[str, int]:
        await wait_until_listening(hub)
        with hub.subscribe(["pod/1", "event/1"]) as subscription:
            for stream, number in (("pod/2", 9), ("pod/1", 3), ("event/1", 7)):
                hub.publish(stream, number)
            await wait_for_numbers(subscription, {"pod/1": 3, "event/1": 7})
            return subscription.numbers

    assert asyncio.run(run()) == {"pod/1": 3, "event/1": 7}


def test_updates_can_be_published_from_any_thread(hub: Hub):
    async def run() -> None:
        await wait_until_listening(hub)
        with hub.subscribe(["pod/1"]) as subscription:
            in_thread(partial(hub.publish, "pod/1", 5))
            await wait_for_numbers(subscription, {"pod/1": 5})

    asyncio.run(run())


def test_every_event_loop_receives_updates(hub: Hub):
    ready = threading.Barrier(3)

    async def follow() -> None:
        await wait_until_listening(hub)
        with hub.subscribe(["pod/1"]) as subscription:
            ready.wait()
            await wait_for_numbers(subscription, {"pod/1": 1})

    loops = [threading.Thread(target=asyncio.run, args=(follow(),)) for _ in range(2)]
    for loop in loops:
        loop.start()
    ready.wait()
    hub.publish("pod/1", 1)
    for loop in loops:
        loop.join(TIMEOUT)

    assert not any(loop.is_alive() for loop in loops)


def test_older_numbers_are_ignored(hub: Hub):
    async def run() -> list[dict[str, int]]:
        await wait_until_listening(hub)
        received = []
        with hub.subscribe(["pod/1"]) as subscription:
            for number in (4, 3, 4):
                hub.publish("pod/1", number)
            received.append(numbers_of(await anext(subscription)))
            await asyncio.sleep(0.2)
            hub.publish("pod/1", 5)
            received.append(numbers_of(await anext(subscription)))
        return received

    assert asyncio.run(run()) == [{"pod/1": 4}, {"pod/1": 5}]


def test_slow_client_has_at_most_one_pending_update_per_stream():
    async def run() -> dict[str, int]:
        local = LocalHub()
        with local.subscribe(["pod/1", "pod/2"]) as subscription:
            for number in range(1, 10_001):
                local.publish("pod/1", number)
            local.publish("pod/2", 1)
            await asyncio.sleep(0)
            return numbers_of(await anext(subscription))

    assert asyncio.run(run()) == {"pod/1": 10_000, "pod/2": 1}


def test_more_streams_can_be_added_to_a_subscription(hub: Hub):
    async def run() -> list[dict[str, int]]:
        await wait_until_listening(hub)
        received = []
        with hub.subscribe(["pod/1"]) as subscription:
            with hub.subscribe(["account/1"], existing=subscription):
                hub.publish("account/1", 1)
                received.append(numbers_of(await anext(subscription)))
            hub.publish("account/1", 2)
            hub.publish("pod/1", 1)
            received.append(numbers_of(await anext(subscription)))
        return received

    assert asyncio.run(run()) == [{"account/1": 1}, {"pod/1": 1}]


async def pending_update(hub: Hub, account: str, *published: tuple[int, StreamPayload | None]) -> StreamUpdate:
    """Return the pending update of a client of ``account`` that knows pod/1 up to 4, after all of ``published``."""
    await wait_until_listening(hub)
    with hub.subscribe(["pod/1"]) as subscription:
        subscription.mark_known({"pod/1": 4}, account)
        for number, payload in published:
            hub.publish("pod/1", number, payload)
        async with asyncio.timeout(TIMEOUT):
            while subscription.numbers["pod/1"] != published[-1][0]:
                await asyncio.sleep(0.01)
        return (await anext(subscription))["pod/1"]


def test_public_payload_goes_to_all_and_private_payload_to_its_account(hub: Hub):
    payload = StreamPayload('{"queues":[1]}', {"alice": '{"pack":1}', "bob": '{"pack":2}'})

    updates = [asyncio.run(pending_update(hub, account, (5, payload))) for account in ("alice", "charlie", "")]

    private = ['{"pack":1}', "", ""]
    assert updates == [StreamUpdate(5, 4, '{"queues":[1]}', each) for each in private]


def test_slow_client_receives_the_newest_public_and_private_payload(hub: Hub):
    first, second = StreamPayload('{"a":1}', {"alice": "1"}), StreamPayload('{"a":2}', {"bob": "2"})

    assert asyncio.run(pending_update(hub, "alice", (5, first), (6, second))) == StreamUpdate(6, 4, '{"a":2}', "1")


def test_slow_client_receives_all_changes(hub: Hub):
    changes = [(number, StreamPayload(f'[{{"row":{number}}}]')) for number in (5, 6, 7)]

    update = asyncio.run(pending_update(hub, "alice", *changes))

    assert update == StreamUpdate(7, 4, '[{"row":5},{"row":6},{"row":7}]')


def test_private_payloads_are_merged_for_a_slow_client(hub: Hub):
    """The clock picks a card for Alice, and she gets the next pack immediately: she receives both."""
    first = StreamPayload("[1]", {"alice": '{"pack":null,"by_clock":true}'})
    second = StreamPayload("[2]", {"alice": '{"pack":{"number":2}}'})

    update = asyncio.run(pending_update(hub, "alice", (5, first), (6, second)))

    assert json.loads(update.private) == {"pack": {"number": 2}, "by_clock": True}


def test_payload_is_dropped_if_an_update_without_payload_came_in_between(hub: Hub):
    payload = StreamPayload("[1]", {"alice": "1"})

    assert asyncio.run(pending_update(hub, "alice", (6, payload))) == StreamUpdate(6)
    assert asyncio.run(pending_update(hub, "alice", (5, payload), (6, None))) == StreamUpdate(6)
    assert asyncio.run(pending_update(hub, "alice", (5, None), (6, payload))) == StreamUpdate(6)


def test_closing_ends_all_subscriptions(hub: Hub):
    async def run() -> None:
        with hub.subscribe(["pod/1"]) as one, hub.subscribe(["pod/2"]) as two:
            in_thread(hub.close)
            async with asyncio.timeout(TIMEOUT):
                for subscription in (one, two):
                    with pytest.raises(StopAsyncIteration):
                        await anext(subscription)

    asyncio.run(run())


def test_subscriptions_are_removed_when_clients_leave():
    local = LocalHub()

    async def run() -> None:
        with local.subscribe(["pod/1"]), local.subscribe(["pod/1", "pod/2"]):
            pass

    asyncio.run(run())
    local.publish("pod/1", 1)

    assert local._loops == {}


def test_publish_succeeds_while_redis_is_down(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(hub_module, "redis_circuit", CircuitBreaker())  # not the one that other tests use
    began = time.monotonic()

    RedisHub("redis://localhost:1/0").publish("pod/1", 1)

    assert "redis is unavailable" in caplog.text
    assert time.monotonic() - began < 2


def test_callers_learn_which_accounts_are_authorised_again(hub: Hub):
    account, called = uuid.uuid4(), list[str]()
    hub.on_reauthorization(called.append)

    hub.publish("pod/1", 1)
    hub.publish(account_channel(account), 1)

    assert called[0] == str(account)  # before this process hears of it through Redis


def test_another_process_learns_which_accounts_are_authorised_again(redis_url: str):
    hub, other = RedisHub(redis_url), RedisHub(redis_url)
    account, called = uuid.uuid4(), list[str]()
    hub.on_reauthorization(called.append)
    asyncio.run(wait_until_listening(hub))

    other.publish(account_channel(account), 1)

    assert eventually(lambda: called == [str(account)])


def test_databases_of_one_redis_are_separate(redis_url: str):
    hub, other = RedisHub(redis_url), RedisHub(redis_url)
    other._channel = RedisHub("redis://localhost/15")._channel

    async def run() -> dict[str, int]:
        await wait_until_listening(hub)
        with hub.subscribe(["pod/1"]) as subscription:
            other.publish("pod/1", 99)
            hub.publish("pod/1", 1)
            return numbers_of(await anext(subscription))

    assert asyncio.run(run()) == {"pod/1": 1}


def test_interrupted_listener_reconnects(redis_url: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(hub_module, "RECONNECT_INTERVAL", 0.05)
    hub = RedisHub(redis_url)

    async def run() -> None:
        await wait_until_listening(hub)
        with redis.Redis.from_url(redis_url) as client:
            database = str(client.connection_pool.connection_kwargs.get("db") or 0)
            for other in client.client_list(_type="pubsub"):
                if other["db"] == database:  # not those of other tests
                    client.client_kill_filter(_id=other["id"])
        await wait_until_listening(hub)

    asyncio.run(run())
