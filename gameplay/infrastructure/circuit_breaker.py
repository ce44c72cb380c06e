"""A circuit breaker for Redis: after a failure, callers use their fallback for a moment instead of calling Redis.

Without it, every request would wait for its own timeout while Redis is down. Each process has one circuit breaker for
all its uses of Redis: the cache, live updates and the queue.
"""

import threading
import time
from collections.abc import Callable
from typing import TypeVar

import redis
import structlog
from kombu.exceptions import OperationalError
from redis.backoff import NoBackoff
from redis.retry import Retry

from gameplay.infrastructure import metrics

logger = structlog.get_logger(__name__)
T = TypeVar("T")
RETRY_INTERVAL = 2.0  # seconds until one caller tries Redis again; all others keep using their fallback
FAILURES = (redis.RedisError, OperationalError)


class CircuitBreaker:
    """Closed while Redis responds. After a failure it is open for a while, and Redis is not called."""

    def __init__(self) -> None:
        self.recovery_hooks: list[Callable[[], None]] = []
        """Functions to call when Redis responds again, before any other call."""
        self._lock = threading.Lock()
        self._open = False
        self._retry_at = 0.0

    @property
    def is_open(self) -> bool:
        return self._open

    def call(self, func: Callable[[], T], fallback: Callable[[], T]) -> T:
        """Return the result of ``func``, which uses Redis, or of ``fallback`` if Redis is down or fails."""
        trial = self._open
        if trial and not self._may_retry():
            return fallback()
        try:
            if trial:
                for prepare in self.recovery_hooks:
                    prepare()
            result = func()
        except FAILURES as error:
            self.record_failure(error)
            return fallback()
        if trial:
            self._close()
        return result

    def record_failure(self, error: Exception) -> None:
        """Open the circuit because of ``error``."""
        metrics.CACHE_ERRORS.inc()
        with self._lock:
            opened, self._open = not self._open, True
            self._retry_at = time.monotonic() + RETRY_INTERVAL
        if opened:
            logger.warning("redis is unavailable", error=str(error))

    def _may_retry(self) -> bool:
        """Whether it is time to try again and this caller is the one to try."""
        with self._lock:
            if time.monotonic() < self._retry_at:
                return False
            self._retry_at = time.monotonic() + RETRY_INTERVAL
            return True

    def reset(self) -> None:
        """Close the circuit without a trial call."""
        with self._lock:
            self._open = False

    def _close(self) -> None:
        self.reset()
        logger.warning("redis is available again")


def single_retry() -> Retry:
    """Return the retry policy of clients: reconnect once, because a restarted Redis has closed the connections."""
    return Retry(NoBackoff(), 1, (redis.ConnectionError,))


redis_circuit = CircuitBreaker()
"""The circuit breaker of this process."""
