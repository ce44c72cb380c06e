"""Tells open pages that a stream of the log has a new number, and of the busiest entries what has come of them.

    publish(stream, number)    from any thread of any process; what else they see is fetched, or told along with it
    subscribe(names)           in an event loop: what one client has yet to hear
    recheck(account_id)        whoever this account is connected as must be authorised anew

Without Redis everything happens in this process. With it, each process listens on one connection; while Redis is away
each looks in the database every second. A signal may get lost: clients are sent the present numbers repeatedly,
and fetch what they lack.
"""

import asyncio
import contextlib
import json
import threading
import time
import uuid
from collections.abc import Collection, Iterator, Mapping, Sequence
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
HEALTH_CHECK_INTERVAL = 15.0  # seconds without a word before Redis is asked whether it is still there
RECONNECT_INTERVAL = 1.0  # seconds before listening to Redis is tried again
REDIS_TIMEOUTS: dict[str, Any] = {"socket_connect_timeout": 1, "socket_timeout": 2}  # seconds


@dataclass(frozen=True, slots=True)
class StreamPayload:
    """What comes along with a number, as JSON: whole parts of a page, so that the newest is all one needs.

    ``all`` goes to everybody who follows the stream, ``own`` to the account whose id it stands under, and nobody else.
    """

    public: str
    by_account: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class StreamUpdate:
    """That a stream has reached ``number``; to whom knows it up to ``after``, ``all`` and ``own`` tell the rest."""

    number: int
    after: int = 0
    public: str = ""
    private: str = ""


def _merge_json(earlier: str, later: str) -> str:
    """What an account is told by two objects in JSON, "" for nothing: what only the earlier says still holds."""
    if not (earlier and later):
        return later or earlier
    return json.dumps(json.loads(earlier) | json.loads(later), separators=(",", ":"))


class Subscription:
    """What one client has yet to hear: the newest of each of its streams, so never more than those.

    Iterate over it to wait for `News` by stream; iteration ends when it is closed. What is told to an account alone is
    heard from when it is known whose subscription it is.
    """

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self._account = ""
        self._updates: dict[str, StreamUpdate] = {}
        self._closed = False
        self._wakeup = asyncio.Event()

    def notify(self, stream: str, number: int, payload: StreamPayload | None = None) -> None:
        """Note that ``stream`` has reached ``number``, unless that is no news."""
        known = self.numbers.get(stream, 0)
        if number <= known:
            return
        self.numbers[stream] = number
        self._updates[stream] = self._update_for(self._updates.get(stream), known, number, payload)
        self._wakeup.set()

    def mark_known(self, numbers: Mapping[str, int], account: str = "") -> None:
        """Take the streams' present ``numbers`` as known to ``account``, or newer ones that were heard meanwhile."""
        self._account = account
        for stream, number in numbers.items():
            self.numbers[stream] = max(number, self.numbers.get(stream, 0))
            self._updates.pop(stream, None)

    def _update_for(
        self, pending: StreamUpdate | None, known: int, number: int, payload: StreamPayload | None
    ) -> StreamUpdate:
        """Return the news of ``number``; nothing is told along once something in between was not."""
        if payload is None or number != known + 1 or (pending and not pending.public):
            return StreamUpdate(number)
        own = payload.by_account.get(self._account, "")
        if pending:
            return StreamUpdate(number, pending.after, payload.public, _merge_json(pending.private, own))
        return StreamUpdate(number, known, payload.public, own)

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
        news, self._updates = self._updates, {}
        return news


class Hub(Protocol):
    def publish(self, stream: str, number: int, payload: StreamPayload | None = None) -> None: ...

    def subscribe(
        self, names: Sequence[str], *, existing: Subscription | None = None
    ) -> contextlib.AbstractContextManager[Subscription]:
        """Follow streams for a while; ``to`` adds them to what a client follows already."""

    def close(self) -> None:
        """End every subscription, as when the server stops."""


class LocalHub:
    """The subscriptions of this process, by event loop and stream."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loops: dict[asyncio.AbstractEventLoop, dict[str, set[Subscription]]] = {}

    def publish(self, stream: str, number: int, payload: StreamPayload | None = None) -> None:
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

    def followed_streams(self) -> set[str]:
        """Return the names of all streams that have a subscriber."""
        with self._lock:
            return {name for followers in self._loops.values() for name in followers}

    def close(self) -> None:
        with self._lock:
            everyone = [(loop, set().union(*followers.values())) for loop, followers in self._loops.items()]
        for loop, subscriptions in everyone:
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
        # Runs in the loop; subscriptions come and go only there too.
        for subscription in self._loops.get(loop, {}).get(stream, ()):
            subscription.notify(stream, number, payload)

    @staticmethod
    def _call_soon(loop: asyncio.AbstractEventLoop, function: object, *arguments: object) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended, and its clients with it
            loop.call_soon_threadsafe(function, *arguments)  # type: ignore[arg-type]


class RedisHub:
    """The subscriptions of this process. Redis notifies it of what any process publishes.

    While Redis is away each process tells its own clients, and looks in the database for what others have published.
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
        along = f"\n{json.dumps([payload.public, dict(payload.by_account)])}" if payload else ""
        redis_circuit.call(
            lambda: self._redis.publish(self._channel, f"{number} {stream}{along}"),
            fallback=lambda: self._local.publish(stream, number, payload),
        )

    @contextlib.contextmanager
    def subscribe(self, names: Sequence[str], *, existing: Subscription | None = None) -> Iterator[Subscription]:
        with self._listener_lock:
            if self._listener is None:  # only a process with clients listens
                self._listener = threading.Thread(target=self._listen, name="hub", daemon=True)
                self._listener.start()
        with self._local.subscribe(names, existing=existing) as subscription:
            yield subscription

    def close(self) -> None:
        self._local.close()

    def _listen(self) -> None:
        while True:
            try:
                self._listen_until_interrupted()
            except redis.RedisError as error:
                redis_circuit.record_failure(error)
            self._poll_database()
            time.sleep(RECONNECT_INTERVAL)

    def _listen_until_interrupted(self) -> None:
        """Pass on what Redis says. Raises RedisError when it no longer answers; ends when others have found that out."""
        client = redis.Redis.from_url(self._url, health_check_interval=int(HEALTH_CHECK_INTERVAL), **REDIS_TIMEOUTS)
        with client, client.pubsub(ignore_subscribe_messages=True) as channel:
            redis_circuit.call(client.ping, fallback=lambda: False)  # a process without requests tries again here
            channel.subscribe(self._channel)
            self._poll_database()  # for what was published before
            while not redis_circuit.is_open:
                if message := channel.get_message(timeout=RECONNECT_INTERVAL):
                    self._handle_message(message["data"].decode())

    def _poll_database(self) -> None:
        """Tell the clients of this process how far their streams are: what is no news to them they do not hear."""
        try:
            for stream, number in stream_numbers(self._local.followed_streams()).items():
                self._local.publish(stream, number)
        except Exception:  # as when the database is away, too; the thread goes on, and the next look tries again
            logger.exception("live updates interrupted")
        finally:
            close_old_connections()

    def _handle_message(self, message: str) -> None:
        head, _, along = message.partition("\n")
        number, stream = head.split(" ", 1)
        self._local.publish(stream, int(number), StreamPayload(*json.loads(along)) if along else None)


def stream_numbers(names: Collection[str]) -> dict[str, int]:
    """Return the present numbers of the streams called ``names``. One query, none without names."""
    if not names:
        return {}
    streams = apps.get_model("gameplay", "LogStream")  # the models import this module
    return dict(streams.objects.filter(name__in=names).values_list("name", "number"))


@cache
def get_hub() -> Hub:
    """The hub of this process."""
    return RedisHub(settings.REDIS_URL) if settings.REDIS_URL else LocalHub()


def publish(stream: str, number: int, payload: StreamPayload | None = None) -> None:
    get_hub().publish(stream, number, payload)


def account_channel(account_id: uuid.UUID) -> str:
    """Return the name under which an account's open connections hear that they must be authorised anew."""
    return f"account/{account_id}"


def reauthorize(account_id: uuid.UUID) -> None:
    """Have this account's open streams authorised anew, once the present transaction commits.

    To be called wherever a role, a seat or a session ends.
    """
    # The time serves as a number that only grows.
    after_commit(publish, account_channel(account_id), time.time_ns())
