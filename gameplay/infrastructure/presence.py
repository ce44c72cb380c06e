"""Presence: which accounts have a page open that follows a stream, by heartbeats with a time to live.

It is stored in the cache that all processes share. While the cache is down, every player counts as present. Officials
see the presence of players, and players see that of their opponents in a game (`gameplay.selectors.people`).

Followers of the channel `presence_channel` of a stream are notified when an account comes or leaves. An account leaves
when its last page in a process is closed. If it has another page open in another process, the next heartbeat of that
page marks it as present again.
"""

import time
import uuid
from collections.abc import Collection, Iterable
from datetime import UTC, datetime

from django.core.cache import cache

from gameplay.infrastructure import hub
from gameplay.infrastructure.circuit_breaker import redis_circuit

TIME_TO_LIVE = 75  # seconds; `gameplay.infrastructure.event_stream` sends a heartbeat every 30, and one may be late
GRACE = 15  # seconds in which a page that is loaded again has not left
MEMORY = 24 * 3600  # seconds for which the time of the last heartbeat is kept
CHANNEL = "presence"

Follower = tuple[str, uuid.UUID]
"""A stream and an account."""


def mark_present(account_id: uuid.UUID, names: Iterable[str]) -> None:
    """Record a heartbeat: ``account_id`` follows the streams ``names``."""
    keys, now = {_key(name, account_id): name for name in names}, time.time()
    before = cache.get_many(keys)
    cache.set_many(dict.fromkeys(keys, now), MEMORY)
    _announce(name for key, name in keys.items() if not _is_present(before.get(key, 0.0), now))


def mark_left(account_id: uuid.UUID, names: Collection[str]) -> None:
    """Record that ``account_id`` follows the streams ``names`` no longer."""
    cache.set_many({_key(name, account_id): -time.time() for name in names}, MEMORY)
    _announce(names)


def present_followers(followers: Collection[Follower]) -> set[Follower]:
    """Return those of ``followers`` that are present or have just left (`GRACE`); all if the cache is down."""
    absent = absent_since(followers, grace=GRACE)
    return {each for each in followers if each not in absent}


def absent_since(followers: Collection[Follower], *, grace: float = 0) -> dict[Follower, datetime | None]:
    """Return those of ``followers`` that are not present, none if the cache is down.

    Followers who left less than ``grace`` seconds ago are present. The value is the time when they left, or of their
    last heartbeat; None if they have not been present for a day.
    """
    found, now = cache.get_many([_key(*each) for each in followers]), time.time()
    if redis_circuit.is_open:
        return {}
    marks = {each: found.get(_key(*each), 0.0) for each in followers}
    return {
        each: datetime.fromtimestamp(abs(mark), UTC) if mark else None
        for each, mark in marks.items()
        if not (_is_present(mark, now) or (mark < 0 and now + mark < grace))
    }


def presence_channel(name: str) -> str:
    """Return the name of the channel that announces changes of the presence of followers of the stream ``name``."""
    return f"{CHANNEL}/{name}"


def _is_present(mark: float, now: float) -> bool:
    """Return whether a stored mark, the time of a heartbeat or minus that of leaving, means that they are present."""
    return now - mark < TIME_TO_LIVE and mark > 0


def _announce(names: Iterable[str]) -> None:
    for name in names:
        hub.publish(presence_channel(name), time.time_ns() // 1_000_000)  # a number that only increases


def _key(name: str, account_id: uuid.UUID) -> str:
    return f"present/{name}/{account_id}"
