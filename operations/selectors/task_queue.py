"""The queue of background tasks in Redis: its length, and how long its oldest message has waited."""

import json
import time
from dataclasses import dataclass
from functools import cache
from typing import Any

import redis
from celery import current_app
from django.conf import settings

from gameplay.infrastructure.circuit_breaker import redis_circuit, single_retry
from operations.task_headers import PUBLISHED_HEADER

TIMEOUT = 1  # second


@dataclass(frozen=True, slots=True)
class QueueState:
    """The number of waiting messages, and the age of the oldest one in seconds."""

    length: int
    oldest_age: float


def queue_state() -> QueueState | None:
    """Return the state of the queue; None for a site without Redis, or while Redis is away. Two commands at most."""
    return redis_circuit.call(_read_queue, fallback=lambda: None) if settings.REDIS_URL else None


def _read_queue() -> QueueState:
    name, client = current_app.conf.task_default_queue, _client()
    length = int(client.llen(name))
    # Celery adds messages at the left end.
    oldest = client.lindex(name, -1) if length else None
    return QueueState(length, _age(oldest) if oldest else 0.0)


def _age(message: bytes) -> float:
    published = json.loads(message).get("headers", {}).get(PUBLISHED_HEADER)
    return max(0.0, time.time() - published) if published else 0.0


@cache
def _client() -> Any:
    timeouts: dict[str, Any] = {"socket_connect_timeout": TIMEOUT, "socket_timeout": TIMEOUT}
    return redis.Redis.from_url(settings.REDIS_URL, retry=single_retry(), **timeouts)
