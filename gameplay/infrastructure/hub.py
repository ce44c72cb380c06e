"""Publishes and subscribes to updates of log streams.

    publish(stream, number)     announce a new number from any thread of any process; may carry a payload for the page
    subscribe(names)            follow streams in an event loop, for one client
    reauthorize(account_id)     have all connections of an account authorised again

Without Redis, all updates stay within this process. With Redis, each process listens on one connection; while Redis is
down, each process polls the database every second. An update may get lost, so clients receive the current numbers
repeatedly and fetch what they have missed.
"""

import asyncio
import contextlib
import json
import threading
import time
import uuid
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Protocol

import redis
import structlog
from django.apps import apps
from django.conf import settings
from django.db import close_old_connections

from gameplay.infrastructure.background import after_commit
from gameplay.infrastructure.circuit_breaker import redis_circuit, single_retry

logger = structlog.get_logger(__name__)
HEALTH_CHECK_INTERVAL = 15.0  # seconds without a message until Redis is pinged
ACCOUNT_CHANNEL = "account/"
RECONNECT_INTERVAL = 1.0  # seconds until the listener reconnects to Redis
REDIS_TIMEOUTS: dict[str, Any] = {"socket_connect_timeout": 1, "socket_timeout": 2}  # seconds


@dataclass(frozen=True, slots=True)
class StreamPayload:
    """The payload of an update, as JSON text.

    An object has whole parts of a page, so the newest payload replaces older ones. A list has changes, so they are
    added to those that a slow client has not received yet.

    ``public`` goes to all followers of the stream. Each value of ``by_account`` goes only to the account with that id.
    """

    public: str
    by_account: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StreamUpdate:
    """A stream has reached ``number``. The payloads bring a client that knows it up to ``after`` up to date."""

    number: int
    after: int = 0
    public: str = ""
    private: str = ""


def _merge_json(earlier: str, later: str) -> str:
    """Merge two JSON objects, each "" if empty. Keys of the earlier object that the later one lacks are kept."""
    if not (earlier and later):
        return later or earlier
    return json.dumps(json.loads(earlier) | json.loads(later), separators=(",", ":"))


def _append_changes(earlier: str, later: str) -> str:
    """Append a JSON list of changes to an earlier one; anything else replaces it."""
    if not (earlier.startswith("[") and later.startswith("[")):
        return later
    return f"{earlier[:-1]},{later[1:]}"  # neither is empty: a hall of clients would decode them a thousand times


class Subscription:
    """The pending updates of one client: at most one, the newest, for each of its streams.

    Asynchronous iteration waits for `StreamUpdate` objects by stream, and ends when the subscription is closed. Private
    payloads are only delivered after `mark_known` has set the account.
    """

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self._account = ""
        self._updates: dict[str, StreamUpdate] = {}
        self._closed = False
        self._wakeup = asyncio.Event()

    def notify(self, stream: str, number: int, payload: StreamPayload | None = None) -> None:
        """Add the update that ``stream`` has reached ``number``, unless the number is already known."""
        known = self.numbers.get(stream, 0)
        if number <= known:
            return
        self.numbers[stream] = number
        self._updates[stream] = self._update_for(self._updates.get(stream), known, number, payload)
        self._wakeup.set()

    def mark_known(self, numbers: Mapping[str, int], account: str = "") -> None:
        """Set the account, and mark ``numbers`` as known to it, or newer numbers that arrived meanwhile."""
        self._account = account
        for stream, number in numbers.items():
            self.numbers[stream] = max(number, self.numbers.get(stream, 0))
            self._updates.pop(stream, None)

    def _update_for(
        self, pending: StreamUpdate | None, known: int, number: int, payload: StreamPayload | None
    ) -> StreamUpdate:
        """Return the update to ``number``. It has no payload if a number in between was missed or had none."""
        if payload is None or number != known + 1 or (pending and not pending.public):
            return StreamUpdate(number)
        private = payload.by_account.get(self._account, "")
        if pending:
            public = _append_changes(pending.public, payload.public)
            return StreamUpdate(number, pending.after, public, _merge_json(pending.private, private))
        return StreamUpdate(number, known, payload.public, private)

    def close(self) -> None:
        self._closed = True
        self._wakeup.set()

    def __aiter__(self) -> "Subscription":
        return self

    async def __anext__(self) -> dict[str, StreamUpdate]:
        while not (self._updates or self._closed):
            self._wakeup.clear()
            await self._wakeup.wait()
        if self._closed:
            raise StopAsyncIteration
        updates, self._updates = self._updates, {}
        return updates


class Hub(Protocol):
    def publish(self, stream: str, number: int, payload: StreamPayload | None = None) -> None: ...

    def subscribe(
        self, names: Sequence[str], *, existing: Subscription | None = None
    ) -> contextlib.AbstractContextManager[Subscription]:
        """Follow streams within the context. With ``existing``, add them to that subscription."""

    def on_reauthorization(self, callback: Callable[[str], None]) -> None:
        """Call ``callback`` with the id of each account that is to be authorised again, in any thread.

        A call may get lost while Redis is down.
        """

    def close(self) -> None:
        """End all subscriptions, because the server stops."""


class LocalHub:
    """The subscriptions of this process, by event loop and stream."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loops: dict[asyncio.AbstractEventLoop, dict[str, set[Subscription]]] = {}
        self._callbacks: list[Callable[[str], None]] = []

    def publish(self, stream: str, number: int, payload: StreamPayload | None = None) -> None:
        self.call_back(stream)
        with self._lock:
            loops = [loop for loop, followers in self._loops.items() if stream in followers]
        for loop in loops:
            self._call_soon(loop, self._notify, loop, stream, number, payload)

    @contextlib.contextmanager
    def subscribe(self, names: Sequence[str], *, existing: Subscription | None = None) -> Iterator[Subscription]:
        subscription, loop = existing or Subscription(), asyncio.get_running_loop()
        with self._lock:
            followers = self._loops.setdefault(loop, {})
            for name in names:
                followers.setdefault(name, set()).add(subscription)
        try:
            yield subscription
        finally:
            self._unsubscribe(subscription, loop, names)

    def on_reauthorization(self, callback: Callable[[str], None]) -> None:
        self._callbacks.append(callback)

    def call_back(self, stream: str) -> None:
        """Call the callbacks if ``stream`` is the channel of an account."""
        if stream.startswith(ACCOUNT_CHANNEL):
            for callback in self._callbacks:
                callback(stream.removeprefix(ACCOUNT_CHANNEL))

    def followed_streams(self) -> set[str]:
        """Return the names of all streams that have a subscriber."""
        with self._lock:
            return {name for followers in self._loops.values() for name in followers}

    def close(self) -> None:
        with self._lock:
            by_loop = [(loop, set().union(*followers.values())) for loop, followers in self._loops.items()]
        for loop, subscriptions in by_loop:
            for subscription in subscriptions:
                self._call_soon(loop, subscription.close)

    def _unsubscribe(self, subscription: Subscription, loop: asyncio.AbstractEventLoop, names: Sequence[str]) -> None:
        with self._lock:
            followers = self._loops[loop]
            for name in names:
                followers[name].discard(subscription)
                if not followers[name]:
                    del followers[name]
            if not followers:
                del self._loops[loop]

    def _notify(self, loop: asyncio.AbstractEventLoop, stream: str, number: int, payload: StreamPayload | None) -> None:
        # Runs in the event loop, where subscriptions are also added and removed.
        for subscription in self._loops.get(loop, {}).get(stream, ()):
            subscription.notify(stream, number, payload)

    @staticmethod
    def _call_soon(loop: asyncio.AbstractEventLoop, function: object, *arguments: object) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended, and its clients with it
            loop.call_soon_threadsafe(function, *arguments)  # type: ignore[arg-type]


class RedisHub:
    """The subscriptions of this process, notified by Redis of the updates of all processes.

    While Redis is down, each process notifies its own clients and polls the database for the updates of the others.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._redis = redis.Redis.from_url(url, max_connections=100, retry=single_retry(), **REDIS_TIMEOUTS)
        database = self._redis.connection_pool.connection_kwargs.get("db") or 0
        self._channel = f"passleft/{database}/streams"  # channels, unlike keys, are shared by Redis's databases
        self._local = LocalHub()
        self._listener_lock = threading.Lock()
        self._listener: threading.Thread | None = None

    def publish(self, stream: str, number: int, payload: StreamPayload | None = None) -> None:
        self._local.call_back(stream)  # this process does not wait for Redis
        body = f"\n{json.dumps([payload.public, dict(payload.by_account)])}" if payload else ""
        redis_circuit.call(
            lambda: self._redis.publish(self._channel, f"{number} {stream}{body}"),
            fallback=lambda: self._local.publish(stream, number, payload),
        )

    @contextlib.contextmanager
    def subscribe(self, names: Sequence[str], *, existing: Subscription | None = None) -> Iterator[Subscription]:
        self._start_listener()
        with self._local.subscribe(names, existing=existing) as subscription:
            yield subscription

    def on_reauthorization(self, callback: Callable[[str], None]) -> None:
        self._local.on_reauthorization(callback)
        self._start_listener()

    def close(self) -> None:
        self._local.close()

    def _start_listener(self) -> None:
        """Listen to Redis from now on. Only processes with clients do."""
        with self._listener_lock:
            if self._listener is None:
                self._listener = threading.Thread(target=self._listen, name="hub", daemon=True)
                self._listener.start()

    def _listen(self) -> None:
        while True:
            try:
                self._listen_until_interrupted()
            except redis.RedisError as error:
                redis_circuit.record_failure(error)
            self._poll_database()
            time.sleep(RECONNECT_INTERVAL)

    def _listen_until_interrupted(self) -> None:
        """Handle messages until the circuit breaker opens. Raise RedisError when Redis no longer responds."""
        client = redis.Redis.from_url(self._url, health_check_interval=int(HEALTH_CHECK_INTERVAL), **REDIS_TIMEOUTS)
        with client, client.pubsub(ignore_subscribe_messages=True) as channel:
            redis_circuit.call(client.ping, fallback=lambda: False)  # closes the circuit in a process without requests
            channel.subscribe(self._channel)
            self._poll_database()  # for updates that were published before
            while not redis_circuit.is_open:
                if message := channel.get_message(timeout=RECONNECT_INTERVAL):
                    self._handle_message(message["data"].decode())

    def _poll_database(self) -> None:
        """Publish the current numbers of all followed streams to the clients of this process."""
        try:
            for stream, number in stream_numbers(self._local.followed_streams()).items():
                self._local.publish(stream, number)
        except Exception:  # for example if the database is down, too; the thread continues and polls again
            logger.exception("live updates interrupted")
        finally:
            close_old_connections()

    def _handle_message(self, message: str) -> None:
        head, _, body = message.partition("\n")
        number, stream = head.split(" ", 1)
        self._local.publish(stream, int(number), StreamPayload(*json.loads(body)) if body else None)


def stream_numbers(names: Collection[str]) -> dict[str, int]:
    """Return the current numbers of the streams ``names``. One query, none without names."""
    if not names:
        return {}
    streams = apps.get_model("gameplay", "LogStream")  # the models import this module
    return dict(streams.objects.filter(name__in=names).values_list("name", "number"))


@cache
def get_hub() -> Hub:
    """Return the hub of this process."""
    return RedisHub(settings.REDIS_URL) if settings.REDIS_URL else LocalHub()


def publish(stream: str, number: int, payload: StreamPayload | None = None) -> None:
    get_hub().publish(stream, number, payload)


def account_channel(account_id: uuid.UUID) -> str:
    """Return the name of the channel that asks the connections of an account to be authorised again."""
    return f"{ACCOUNT_CHANNEL}{account_id}"


def reauthorize(account_id: uuid.UUID) -> None:
    """Have the open streams of the account authorised again once the current transaction commits.

    Call this wherever a role, a seat or a session ends.
    """
    # The time is used as a number that only increases.
    after_commit(publish, account_channel(account_id), time.time_ns())
