"""Who has a page open that follows a stream: noted whenever that looks again, forgotten soon after none does.

It is shown to officials, and changes nothing. It is kept in the cache that all processes share; while that is away,
every player counts as present.
"""

import uuid
from collections.abc import Collection, Iterable

from django.core.cache import cache

from gameplay.infrastructure.circuit_breaker import redis_circuit

TIME_TO_LIVE = 75  # seconds: `gameplay.infrastructure.event_stream` looks again every 30, and may be late once


def mark_present(account_id: uuid.UUID, names: Iterable[str]) -> None:
    """Note that ``account_id`` follows the streams called ``names`` now."""
    cache.set_many({_key(name, account_id): True for name in names}, TIME_TO_LIVE)


def present_followers(followers: Collection[tuple[str, uuid.UUID]]) -> set[tuple[str, uuid.UUID]]:
    """Return those of ``followers``, each a stream's name and an account, who follow it; all, if the cache is away."""
    found = cache.get_many([_key(*each) for each in followers])
    return {each for each in followers if redis_circuit.is_open or _key(*each) in found}


def _key(name: str, account_id: uuid.UUID) -> str:
    return f"present/{name}/{account_id}"
