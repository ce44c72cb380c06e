"""Django's Redis cache with one client for the process, and so with connections that stay open.

Django makes a cache anew in each context, and every request of the server runs in one of its own: each would connect,
which costs more than all it asks.
"""

from functools import cache, cached_property
from typing import Any

from django.core.cache.backends import redis


class _Client(redis.RedisCacheClient):
    @cached_property
    def _kept(self) -> Any:
        return super().get_client(write=True)

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        """Return the client of the one server; Django makes one for each thing that is asked."""
        return self._kept


class RedisCache(redis.RedisCache):
    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._made_of = server, tuple(sorted(params.get("OPTIONS", {}).items()))

    @property
    def _cache(self) -> _Client:
        return _client(*self._made_of)


@cache
def _client(server: str, options: tuple[tuple[str, Any], ...]) -> _Client:
    return _Client([server], **dict(options))
