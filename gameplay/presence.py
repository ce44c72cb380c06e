"""Who has a page open that follows a stream: noted whenever that looks again, forgotten soon after none does.

It is told to officials, and changes nothing. Kept in the cache, and so as good as that is: while it is away, nobody is
said to be.
"""

import uuid
from collections.abc import Collection, Iterable
from contextlib import suppress

from django.core.cache import cache
from redis import RedisError

FORGOTTEN_AFTER = 75  # seconds: `gameplay.streams` looks again every 30, and may be late once


def note(account_id: uuid.UUID, names: Iterable[str]) -> None:
    """Note that ``account_id`` follows the streams called ``names`` now."""
    with suppress(RedisError):
        cache.set_many({_key(name, account_id): True for name in names}, FORGOTTEN_AFTER)


def present(followers: Collection[tuple[str, uuid.UUID]]) -> set[tuple[str, uuid.UUID]]:
    """Return those of ``followers``, each a stream's name and an account, who follow it; all, if the cache is away."""
    try:
        found = cache.get_many([_key(*each) for each in followers])
    except RedisError:
        return set(followers)
    return {each for each in followers if _key(*each) in found}


def _key(name: str, account_id: uuid.UUID) -> str:
    return f"present/{name}/{account_id}"
