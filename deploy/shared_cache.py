"""Django's Redis cache with one client for each process, and a replacement in the process while Redis is away.

Django makes a cache object for each context, and the server runs every request in a context of its own: each would open
a connection, which costs more than the commands it sends. The client is therefore kept, and its connections with it.
"""

from collections.abc import Callable
from functools import cache, partial
from typing import Any

from django.core.cache.backends import redis
from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.dummy import DummyCache
from django.core.cache.backends.locmem import LocMemCache

from gameplay.infrastructure.circuit_breaker import redis_circuit

MAX_ENTRIES = 10_000  # of the replacement: large enough that rate limits are not evicted
DELETE_BATCH = 1000  # keys deleted by one command


class _Client(redis.RedisCacheClient):
    """Django's client for one server, with one pool of connections."""

    def __init__(self, server: str, options: dict[str, Any]) -> None:
        super().__init__([server], **options)
        self._client = super().get_client(write=True)

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        return self._client


class _FallbackClient:
    """A client whose methods are called on Redis, or on the ``replacement`` while the circuit is open.

    Both take the same arguments: those of `django.core.cache.backends.redis.RedisCacheClient`.
    """

    def __init__(self, client: _Client, fallback: BaseCache, prefix: str) -> None:
        self._client, self._fallback, self._prefix = client, fallback, prefix
        redis_circuit.recovery_hooks.append(self._clear_both)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        shared, local = getattr(self._client, name), getattr(self._fallback, name)

        def call(*arguments: Any) -> Any:
            return redis_circuit.call(partial(shared, *arguments), fallback=partial(local, *arguments))

        return call

    def get_client(self) -> Any:
        return self._client.get_client()

    def clear(self) -> bool:
        """Delete what was cached.

        Redis holds more than the cache, such as the queue, so its database is not flushed.
        """
        redis_circuit.call(self._clear_both, fallback=self._fallback.clear)
        return True

    def _clear_both(self) -> None:
        """Also called before Redis is used again: it still holds values that were deleted or changed meanwhile."""
        server, found = self.get_client(), list[bytes]()
        for key in server.scan_iter(match=f"{self._prefix}:*", count=DELETE_BATCH):
            found.append(key)
            if len(found) == DELETE_BATCH:
                server.unlink(*found)
                found.clear()
        if found:
            server.unlink(*found)
        self._fallback.clear()


class RedisCache(redis.RedisCache):
    """The cache of the site. While Redis is away each process has a cache of its own."""

    fallback: type[BaseCache] = LocMemCache

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        options = tuple(sorted(params.get("OPTIONS", {}).items()))
        self._client_arguments: Any = server, self.key_prefix, self.fallback, options

    @property
    def _cache(self) -> Any:
        return _get_client(*self._client_arguments)


class SessionCache(RedisCache):
    """The cache of sessions, which are also in the database. While Redis is away, only the database is used.

    A copy in one process would outlive a sign-out in another.
    """

    fallback = DummyCache


@cache
def _get_client(
    server: str, prefix: str, fallback: type[BaseCache], options: tuple[tuple[str, Any], ...]
) -> _FallbackClient:
    local_params = {"OPTIONS": {"MAX_ENTRIES": MAX_ENTRIES}}
    local = fallback(f"{prefix} without redis", local_params)  # type: ignore[call-arg, arg-type]
    return _FallbackClient(_Client(server, dict(options)), local, prefix)
