"""A circuit breaker for Redis: after a failure it is left alone for a moment, and callers take their other way.

Without it every request would wait for a timeout of its own while Redis is away. Each process has one breaker for all
it uses Redis for: the cache, live updates and the queue.
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

logger = structlog.get_logger(__name__)
T = TypeVar("T")
RETRY_INTERVAL = 2.0  # seconds before Redis is tried again, by one caller; the others go on without it
FAILURES = (redis.RedisError, OperationalError)


class CircuitBreaker:
    """Closed while Redis answers; open, so that nothing is asked of it, for a while after it did not."""

    def __init__(self) -> None:
        self.recovery_hooks: list[Callable[[], None]] = []
        """What is done once Redis answers again, before anything else is asked of it."""
        self._lock = threading.Lock()
        self._open = False
        self._retry_at = 0.0

    @property
    def is_open(self) -> bool:
        return self._open

    def call(self, func: Callable[[], T], fallback: Callable[[], T]) -> T:
        """Return what ``act`` does with Redis; where that is away, or fails now, what is done ``otherwise``."""
        trial = self._open
        if trial and not self._may_retry():
            return fallback()
        try:
            if trial:
                for prepare in self.recovery_hooks:
                    prepare()
            done = func()
        except FAILURES as error:
            self.record_failure(error)
            return fallback()
        if trial:
            self._close()
        return done

    def record_failure(self, error: Exception) -> None:
        """Open the circuit, because ``error`` says that Redis does not answer."""
        with self._lock:
            opened, self._open = not self._open, True
            self._retry_at = time.monotonic() + RETRY_INTERVAL
        if opened:
            logger.warning("redis is away", error=str(error))

    def _may_retry(self) -> bool:
        """Whether it is time to try again, and this caller is the one to do so."""
        with self._lock:
            if time.monotonic() < self._retry_at:
                return False
            self._retry_at = time.monotonic() + RETRY_INTERVAL
            return True

    def reset(self) -> None:
        """Close the circuit without a trial, as if Redis had never been away."""
        with self._lock:
            self._open = False

    def _close(self) -> None:
        self.reset()
        logger.warning("redis is back")


def single_retry() -> Retry:
    """Return how often a client tries: connections that a restarted Redis has closed are made anew, once."""
    return Retry(NoBackoff(), 1, (redis.ConnectionError,))


redis_circuit = CircuitBreaker()
"""That of this process."""
