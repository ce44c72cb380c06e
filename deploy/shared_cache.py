"""Django's Redis cache with one client for the process, and so with connections that stay open.

Django makes a cache anew in each context, and every request of the server runs in one of its own: each would connect,
which costs more than all it asks.
"""

from functools import cache
from typing import Any

from django.core.cache.backends import redis


class RedisCache(redis.RedisCache):
    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._made_of = server, tuple(sorted(params.get("OPTIONS", {}).items()))

    @property
    def _cache(self) -> redis.RedisCacheClient:
        return _client(*self._made_of)


@cache
def _client(server: str, options: tuple[tuple[str, Any], ...]) -> redis.RedisCacheClient:
    return redis.RedisCacheClient([server], **dict(options))
