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
from gameplay.infrastructure.circuit_breaker import once_more, redis_circuit

logger = structlog.get_logger(__name__)
QUIET = 15.0  # seconds without a word before Redis is asked whether it is still there
RECONNECT = 1.0  # seconds before listening to Redis is tried again
PATIENCE: dict[str, Any] = {"socket_connect_timeout": 1, "socket_timeout": 2}  # seconds


@dataclass(frozen=True, slots=True)
class Told:
    """What comes along with a number, as JSON: whole parts of a page, so that the newest is all one needs.

    ``all`` goes to everybody who follows the stream, ``own`` to the account whose id it stands under, and nobody else.
    """

    all: str
    own: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class News:
    """That a stream has reached ``number``; to whom knows it up to ``after``, ``all`` and ``own`` tell the rest."""

    number: int
    after: int = 0
    all: str = ""
    own: str = ""


def _both(earlier: str, later: str) -> str:
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
        self._news: dict[str, News] = {}
        self._closed = False
        self._woken = asyncio.Event()

    def offer(self, stream: str, number: int, told: Told | None = None) -> None:
        """Note that ``stream`` has reached ``number``, unless that is no news."""
        known = self.numbers.get(stream, 0)
        if number <= known:
            return
        self.numbers[stream] = number
        self._news[stream] = self._after(self._news.get(stream), known, number, told)
        self._woken.set()

    def start_from(self, numbers: Mapping[str, int], account: str = "") -> None:
        """Take the streams' present ``numbers`` as known to ``account``, or newer ones that were heard meanwhile."""
        self._account = account
        for stream, number in numbers.items():
            self.numbers[stream] = max(number, self.numbers.get(stream, 0))
            self._news.pop(stream, None)

    def _after(self, unheard: News | None, known: int, number: int, told: Told | None) -> News:
        """Return the news of ``number``; nothing is told along once something in between was not."""
        if told is None or number != known + 1 or (unheard and not unheard.all):
            return News(number)
        own = told.own.get(self._account, "")
        if unheard:
            return News(number, unheard.after, told.all, _both(unheard.own, own))
        return News(number, known, told.all, own)

    def close(self) -> None:
        self._closed = True
        self._woken.set()

    def __aiter__(self) -> "Subscription":
        return self

    async def __anext__(self) -> dict[str, News]:
        while not (self._news or self._closed):
            self._woken.clear()
            await self._woken.wait()
        if self._closed:
            raise StopAsyncIteration
        news, self._news = self._news, {}
        return news


class Hub(Protocol):
    def publish(self, stream: str, number: int, told: Told | None = None) -> None: ...

    def subscribe(
        self, names: Sequence[str], *, to: Subscription | None = None
    ) -> contextlib.AbstractContextManager[Subscription]:
        """Follow streams for a while; ``to`` adds them to what a client follows already."""

    def close(self) -> None:
        """End every subscription, as when the server stops."""


class LocalHub:
    """The subscriptions of this process, by event loop and stream."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loops: dict[asyncio.AbstractEventLoop, dict[str, set[Subscription]]] = {}

    def publish(self, stream: str, number: int, told: Told | None = None) -> None:
        with self._lock:
            loops = [loop for loop, followers in self._loops.items() if stream in followers]
        for loop in loops:
            self._call(loop, self._tell, loop, stream, number, told)

    @contextlib.contextmanager
    def subscribe(self, names: Sequence[str], *, to: Subscription | None = None) -> Iterator[Subscription]:
        subscription, loop = to or Subscription(), asyncio.get_running_loop()
        with self._lock:
            followers = self._loops.setdefault(loop, {})
            for name in names:
                followers.setdefault(name, set()).add(subscription)
        try:
            yield subscription
        finally:
            self._forget(subscription, loop, names)

    def followed(self) -> set[str]:
        """Return the names of all streams that have a subscriber."""
        with self._lock:
            return {name for followers in self._loops.values() for name in followers}

    def close(self) -> None:
        with self._lock:
            everyone = [(loop, set().union(*followers.values())) for loop, followers in self._loops.items()]
        for loop, subscriptions in everyone:
            for subscription in subscriptions:
                self._call(loop, subscription.close)

    def _forget(self, subscription: Subscription, loop: asyncio.AbstractEventLoop, names: Sequence[str]) -> None:
        with self._lock:
            followers = self._loops[loop]
            for name in names:
                followers[name].discard(subscription)
                if not followers[name]:
                    del followers[name]
            if not followers:
                del self._loops[loop]

    def _tell(self, loop: asyncio.AbstractEventLoop, stream: str, number: int, told: Told | None) -> None:
        # Runs in the loop; subscriptions come and go only there too.
        for subscription in self._loops.get(loop, {}).get(stream, ()):
            subscription.offer(stream, number, told)

    @staticmethod
    def _call(loop: asyncio.AbstractEventLoop, function: object, *arguments: object) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended, and its clients with it
            loop.call_soon_threadsafe(function, *arguments)  # type: ignore[arg-type]


class RedisHub:
    """The subscriptions of this process. Redis notifies it of what any process publishes.

    While Redis is away each process tells its own clients, and looks in the database for what others have published.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._redis = redis.Redis.from_url(url, max_connections=100, retry=once_more(), **PATIENCE)
        database = self._redis.connection_pool.connection_kwargs.get("db") or 0
        self._channel = f"passleft/{database}/streams"  # channels, unlike keys, are shared by Redis's databases
        self._local = LocalHub()
        self._listening = threading.Lock()
        self._listener: threading.Thread | None = None

    def publish(self, stream: str, number: int, told: Told | None = None) -> None:
        along = f"\n{json.dumps([told.all, dict(told.own)])}" if told else ""
        redis_circuit.call(
            lambda: self._redis.publish(self._channel, f"{number} {stream}{along}"),
            otherwise=lambda: self._local.publish(stream, number, told),
        )

    @contextlib.contextmanager
    def subscribe(self, names: Sequence[str], *, to: Subscription | None = None) -> Iterator[Subscription]:
        with self._listening:
            if self._listener is None:  # only a process with clients listens
                self._listener = threading.Thread(target=self._listen, name="hub", daemon=True)
                self._listener.start()
        with self._local.subscribe(names, to=to) as subscription:
            yield subscription

    def close(self) -> None:
        self._local.close()

    def _listen(self) -> None:
        while True:
            try:
                self._listen_until_interrupted()
            except redis.RedisError as error:
                redis_circuit.failed(error)
            self._look_in_the_database()
            time.sleep(RECONNECT)

    def _listen_until_interrupted(self) -> None:
        """Pass on what Redis says. Raises RedisError when it no longer answers; ends when others have found that out."""
        client = redis.Redis.from_url(self._url, health_check_interval=int(QUIET), **PATIENCE)
        with client, client.pubsub(ignore_subscribe_messages=True) as channel:
            redis_circuit.call(client.ping, otherwise=lambda: False)  # a process without requests tries again here
            channel.subscribe(self._channel)
            self._look_in_the_database()  # for what was published before
            while not redis_circuit.is_open:
                if message := channel.get_message(timeout=RECONNECT):
                    self._hear(message["data"].decode())

    def _look_in_the_database(self) -> None:
        """Tell the clients of this process how far their streams are: what is no news to them they do not hear."""
        try:
            for stream, number in numbers_of(self._local.followed()).items():
                self._local.publish(stream, number)
        except Exception:  # as when the database is away, too; the thread goes on, and the next look tries again
            logger.exception("live updates interrupted")
        finally:
            close_old_connections()

    def _hear(self, message: str) -> None:
        head, _, along = message.partition("\n")
        number, stream = head.split(" ", 1)
        self._local.publish(stream, int(number), Told(*json.loads(along)) if along else None)


def numbers_of(names: Collection[str]) -> dict[str, int]:
    """Return the present numbers of the streams called ``names``. One query, none without names."""
    if not names:
        return {}
    streams = apps.get_model("gameplay", "LogStream")  # the models import this module
    return dict(streams.objects.filter(name__in=names).values_list("name", "number"))


@cache
def hub() -> Hub:
    """The hub of this process."""
    return RedisHub(settings.REDIS_URL) if settings.REDIS_URL else LocalHub()


def publish(stream: str, number: int, told: Told | None = None) -> None:
    hub().publish(stream, number, told)


def account_channel(account_id: uuid.UUID) -> str:
    """Return the name under which an account's open connections hear that they must be authorised anew."""
    return f"account/{account_id}"


def recheck(account_id: uuid.UUID) -> None:
    """Have this account's open streams authorised anew, once the present transaction commits.

    To be called wherever a role, a seat or a session ends.
    """
    # The time serves as a number that only grows.
    after_commit(publish, account_channel(account_id), time.time_ns())
