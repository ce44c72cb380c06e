"""Django's Redis cache with one client for the process, and a cache of the process itself while Redis is away.

Django makes a cache anew in each context, and every request of the server runs in one of its own: each would connect,
which costs more than all it asks. So the client, and with it the open connections, is kept.
"""

from collections.abc import Callable, Iterable
from functools import cache, cached_property, partial
from typing import Any

from django.core.cache.backends import redis
from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.dummy import DummyCache
from django.core.cache.backends.locmem import LocMemCache

from gameplay.infrastructure.circuit_breaker import redis_circuit

LOCAL: dict[str, Any] = {"OPTIONS": {"MAX_ENTRIES": 10_000}}


class _Client(redis.RedisCacheClient):
    """The client of Redis, and for each question the answer of ``local`` while the circuit is open."""

    def __init__(self, servers: list[str], *, prefix: str, local: BaseCache, **options: Any) -> None:
        super().__init__(servers, **options)
        self._prefix, self._local = prefix, local
        redis_circuit.before_closing.append(self._forget)

    @cached_property
    def _kept(self) -> Any:
        return super().get_client(write=True)

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        """Return the client of the one server; Django makes one for each thing that is asked."""
        return self._kept

    def add(self, key: str, value: Any, timeout: int | None) -> bool:
        return self._ask(partial(super().add, key, value, timeout), lambda: self._local.add(key, value, timeout))

    def get(self, key: str, default: Any) -> Any:
        return self._ask(partial(super().get, key, default), lambda: self._local.get(key, default))

    def set(self, key: str, value: Any, timeout: int | None) -> None:
        self._ask(partial(super().set, key, value, timeout), lambda: self._local.set(key, value, timeout))

    def touch(self, key: str, timeout: int | None) -> bool:
        return self._ask(partial(super().touch, key, timeout), lambda: self._local.touch(key, timeout))

    def delete(self, key: str) -> bool:
        return self._ask(partial(super().delete, key), lambda: self._local.delete(key))

    def get_many(self, keys: Iterable[str]) -> dict[str, Any]:
        return self._ask(partial(super().get_many, keys), lambda: self._local.get_many(keys))

    def has_key(self, key: str) -> bool:
        return self._ask(partial(super().has_key, key), lambda: self._local.has_key(key))

    def incr(self, key: str, delta: int) -> int:
        return self._ask(partial(super().incr, key, delta), lambda: self._local.incr(key, delta))

    def set_many(self, data: dict[str, Any], timeout: int | None) -> None:
        self._ask(partial(super().set_many, data, timeout), lambda: self._local.set_many(data, timeout))

    def delete_many(self, keys: Iterable[str]) -> None:
        self._ask(partial(super().delete_many, keys), lambda: self._local.delete_many(keys))

    def clear(self) -> bool:
        return self._ask(super().clear, lambda: bool(self._local.clear()))

    @staticmethod
    def _ask(shared: Callable[[], Any], local: Callable[[], Any]) -> Any:
        return redis_circuit.call(shared, otherwise=local)

    def _forget(self) -> None:
        """Forget all that was cached before Redis was away: what was deleted or changed meanwhile is still in it."""
        for key in self._kept.scan_iter(match=f"{self._prefix}:*", count=1000):
            self._kept.delete(key)
        self._local.clear()


class RedisCache(redis.RedisCache):
    """The cache of the site; while Redis is away every process has its own."""

    fallback: type[BaseCache] = LocMemCache

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        options = tuple(sorted(params.get("OPTIONS", {}).items()))
        self._made_of = server, self.key_prefix, self.fallback, options

    @property
    def _cache(self) -> _Client:
        return _client(*self._made_of)


class SessionCache(RedisCache):
    """The cache of sessions, which are in the database as well: while Redis is away they are only there.

    A copy in one process would outlive a sign-out at another.
    """

    fallback = DummyCache


@cache
def _client(server: str, prefix: str, fallback: type[BaseCache], options: tuple[tuple[str, Any], ...]) -> _Client:
    local = LocMemCache(prefix, LOCAL) if fallback is LocMemCache else fallback("", {})
    return _Client([server], prefix=prefix, local=local, **dict(options))
