"""Check that requests share connections to Redis, although each runs in its own context."""

from contextvars import Context

from django.core.cache import caches


def _connection() -> int:
    return int(caches["default"]._cache.get_client().client_id())  # type: ignore[attr-defined]


def test_requests_share_a_redis_connection(redis_url: str):
    assert len({Context().run(_connection) for _ in range(5)}) == 1
