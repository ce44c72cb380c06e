import asyncio
import json
import threading
import time
from collections.abc import Callable
from functools import partial

import pytest
import redis

from gameplay.infrastructure import hub as hub_module
from gameplay.infrastructure.circuit_breaker import CircuitBreaker
from gameplay.infrastructure.hub import Hub, LocalHub, RedisHub, StreamPayload, StreamUpdate

SOON = 5.0  # seconds; far more than a signal takes


@pytest.fixture(params=["local", "redis"])
def hub(request: pytest.FixtureRequest) -> Hub:
    return LocalHub() if request.param == "local" else RedisHub(request.getfixturevalue("redis_url"))


async def listening(hub: Hub) -> None:
    """Wait until signals arrive: a process begins to listen to Redis with its first client."""
    with hub.subscribe(["probe"]) as probe:
        for number in range(1, 100):
            hub.publish("probe", number)
            try:
                async with asyncio.timeout(0.05):
                    await anext(probe)
                return
            except TimeoutError:
                continue
    raise AssertionError("nothing arrives")


async def heard(subscription, numbers: dict[str, int]) -> None:
    """Wait until ``subscription`` has told all of ``numbers``."""
    async with asyncio.timeout(SOON):
        while subscription.numbers != numbers:
            await anext(subscription)


def numbers(news: dict[str, StreamUpdate]) -> dict[str, int]:
    return {stream: each.number for stream, each in news.items()}


def in_thread(act: Callable[[], None]) -> None:
    thread = threading.Thread(target=act)
    thread.start()
    thread.join()


def test_a_subscriber_hears_of_its_streams_and_no_others(hub: Hub):
    async def run() -> dict[str, int]:
        await listening(hub)
        with hub.subscribe(["pod/1", "event/1"]) as news:
            for stream, number in (("pod/2", 9), ("pod/1", 3), ("event/1", 7)):
                hub.publish(stream, number)
            await heard(news, {"pod/1": 3, "event/1": 7})
            return news.numbers

    assert asyncio.run(run()) == {"pod/1": 3, "event/1": 7}


def test_signals_come_from_any_thread(hub: Hub):
    async def run() -> None:
        await listening(hub)
        with hub.subscribe(["pod/1"]) as news:
            in_thread(partial(hub.publish, "pod/1", 5))
            await heard(news, {"pod/1": 5})

    asyncio.run(run())


def test_every_event_loop_hears(hub: Hub):
    ready = threading.Barrier(3)

    async def follow() -> None:
        await listening(hub)
        with hub.subscribe(["pod/1"]) as news:
            ready.wait()
            await heard(news, {"pod/1": 1})

    loops = [threading.Thread(target=asyncio.run, args=(follow(),)) for _ in range(2)]
    for loop in loops:
        loop.start()
    ready.wait()
    hub.publish("pod/1", 1)
    for loop in loops:
        loop.join(SOON)

    assert not any(loop.is_alive() for loop in loops)


def test_older_numbers_are_no_news(hub: Hub):
    async def run() -> list[dict[str, int]]:
        await listening(hub)
        told = []
        with hub.subscribe(["pod/1"]) as news:
            for number in (4, 3, 4):
                hub.publish("pod/1", number)
            told.append(numbers(await anext(news)))
            await asyncio.sleep(0.2)
            hub.publish("pod/1", 5)
            told.append(numbers(await anext(news)))
        return told

    assert asyncio.run(run()) == [{"pod/1": 4}, {"pod/1": 5}]


def test_a_slow_client_is_owed_no_more_than_one_number_a_stream():
    async def run() -> dict[str, int]:
        local = LocalHub()
        with local.subscribe(["pod/1", "pod/2"]) as news:
            for number in range(1, 10_001):
                local.publish("pod/1", number)
            local.publish("pod/2", 1)
            await asyncio.sleep(0)
            return numbers(await anext(news))

    assert asyncio.run(run()) == {"pod/1": 10_000, "pod/2": 1}


def test_more_streams_can_be_added_to_a_subscription(hub: Hub):
    async def run() -> list[dict[str, int]]:
        await listening(hub)
        told = []
        with hub.subscribe(["pod/1"]) as news:
            with hub.subscribe(["account/1"], existing=news):
                hub.publish("account/1", 1)
                told.append(numbers(await anext(news)))
            hub.publish("account/1", 2)
            hub.publish("pod/1", 1)
            told.append(numbers(await anext(news)))
        return told

    assert asyncio.run(run()) == [{"account/1": 1}, {"pod/1": 1}]


async def news_of(hub: Hub, account: str, *published: tuple[int, StreamPayload | None]) -> StreamUpdate:
    """What a client of ``account`` that knows pod/1 up to 4 hears of what is ``published`` before it next listens."""
    await listening(hub)
    with hub.subscribe(["pod/1"]) as news:
        news.mark_known({"pod/1": 4}, account)
        for number, told in published:
            hub.publish("pod/1", number, told)
        async with asyncio.timeout(SOON):
            while news.numbers["pod/1"] != published[-1][0]:
                await asyncio.sleep(0.01)
        return (await anext(news))["pod/1"]


def test_what_is_told_along_comes_to_all_and_to_an_account_its_own(hub: Hub):
    told = StreamPayload('{"queues":[1]}', {"alice": '{"pack":1}', "bob": '{"pack":2}'})

    heard = [asyncio.run(news_of(hub, account, (5, told))) for account in ("alice", "charlie", "")]

    own = ['{"pack":1}', "", ""]
    assert heard == [StreamUpdate(5, 4, '{"queues":[1]}', each) for each in own]


def test_who_was_slow_is_told_the_newest_of_all_and_of_their_own(hub: Hub):
    first, second = StreamPayload("[1]", {"alice": "1"}), StreamPayload("[2]", {"bob": "2"})

    assert asyncio.run(news_of(hub, "alice", (5, first), (6, second))) == StreamUpdate(6, 4, "[2]", "1")


def test_what_only_the_earlier_says_to_who_was_slow_still_holds(hub: Hub):
    """The clock took a card of Alice's, and at once she has the next pack: she hears of both."""
    first = StreamPayload("[1]", {"alice": '{"pack":null,"by_clock":true}'})
    second = StreamPayload("[2]", {"alice": '{"pack":{"number":2}}'})

    news = asyncio.run(news_of(hub, "alice", (5, first), (6, second)))

    assert json.loads(news.private) == {"pack": {"number": 2}, "by_clock": True}


def test_nothing_is_told_along_where_something_in_between_was_not(hub: Hub):
    told = StreamPayload("[1]", {"alice": "1"})

    assert asyncio.run(news_of(hub, "alice", (6, told))) == StreamUpdate(6)
    assert asyncio.run(news_of(hub, "alice", (5, told), (6, None))) == StreamUpdate(6)
    assert asyncio.run(news_of(hub, "alice", (5, None), (6, told))) == StreamUpdate(6)


def test_closing_ends_every_subscription(hub: Hub):
    async def run() -> None:
        with hub.subscribe(["pod/1"]) as one, hub.subscribe(["pod/2"]) as two:
            in_thread(hub.close)
            async with asyncio.timeout(SOON):
                for news in (one, two):
                    with pytest.raises(StopAsyncIteration):
                        await anext(news)

    asyncio.run(run())


def test_nothing_is_kept_of_who_left():
    local = LocalHub()

    async def run() -> None:
        with local.subscribe(["pod/1"]), local.subscribe(["pod/1", "pod/2"]):
            pass

    asyncio.run(run())
    local.publish("pod/1", 1)

    assert local._loops == {}


def test_a_redis_that_is_away_costs_no_one_their_request(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(hub_module, "redis_circuit", CircuitBreaker())  # not the one of the tests beside this one
    began = time.monotonic()

    RedisHub("redis://localhost:1/0").publish("pod/1", 1)

    assert "redis is away" in caplog.text
    assert time.monotonic() - began < 2


def test_databases_of_one_redis_do_not_hear_each_other(redis_url: str):
    hub, other = RedisHub(redis_url), RedisHub(redis_url)
    other._channel = RedisHub("redis://localhost/15")._channel

    async def run() -> dict[str, int]:
        await listening(hub)
        with hub.subscribe(["pod/1"]) as news:
            other.publish("pod/1", 99)
            hub.publish("pod/1", 1)
            return numbers(await anext(news))

    assert asyncio.run(run()) == {"pod/1": 1}


def test_an_interrupted_listener_listens_again(redis_url: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(hub_module, "RECONNECT_INTERVAL", 0.05)
    hub = RedisHub(redis_url)

    async def run() -> None:
        await listening(hub)
        with redis.Redis.from_url(redis_url) as client:
            database = str(client.connection_pool.connection_kwargs.get("db") or 0)
            for other in client.client_list(_type="pubsub"):
                if other["db"] == database:  # not those of the tests beside this one
                    client.client_kill_filter(_id=other["id"])
        await listening(hub)

    asyncio.run(run())
