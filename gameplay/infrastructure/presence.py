"""Presence: which accounts have a page open that follows a stream, by heartbeats with a time to live.

Presence is only shown to officials. It is stored in the cache that all processes share. While the cache is down, every
player counts as present.
"""

import uuid
from collections.abc import Collection, Iterable

from django.core.cache import cache

from gameplay.infrastructure.circuit_breaker import redis_circuit

TIME_TO_LIVE = 75  # seconds; `gameplay.infrastructure.event_stream` sends a heartbeat every 30, and one may be late


def mark_present(account_id: uuid.UUID, names: Iterable[str]) -> None:
    """Record a heartbeat: ``account_id`` follows the streams ``names``."""
    cache.set_many({_key(name, account_id): True for name in names}, TIME_TO_LIVE)


def present_followers(followers: Collection[tuple[str, uuid.UUID]]) -> set[tuple[str, uuid.UUID]]:
    """Return those of ``followers``, pairs of a stream and an account, that are present; all if the cache is down."""
    found = cache.get_many([_key(*each) for each in followers])
    return {each for each in followers if redis_circuit.is_open or _key(*each) in found}


def _key(name: str, account_id: uuid.UUID) -> str:
    return f"present/{name}/{account_id}"
