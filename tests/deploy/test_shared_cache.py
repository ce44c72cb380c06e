"""Requests run in contexts of their own; they share the connections to Redis all the same."""

from contextvars import Context

from django.core.cache import caches


def _connection() -> int:
    return int(caches["default"]._cache.get_client().client_id())  # type: ignore[attr-defined]


def test_requests_share_a_connection(redis_url: str):
    assert len({Context().run(_connection) for _ in range(5)}) == 1
