"""The health check at /healthz, for tools that restart the site when it cannot serve pages.

The server answers from its event loop: busy worker threads do not delay it, and there is at most one check a second.
"""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import DatabaseError, close_old_connections
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache

from deploy.clock import is_running
from gameplay.infrastructure.circuit_breaker import redis_circuit
from gameplay.infrastructure.event_stream import Scope, Send

CLOCK_LATE_AFTER = timedelta(seconds=10)
RESULT_LIFETIME = 1.0  # seconds for which a result is reused
CHECK_TIMEOUT = 3.0  # seconds for the database to answer


@dataclass(frozen=True, slots=True)
class Health:
    """The state of each part: "ok", "away", "late" or "unknown"."""

    database: str
    clock: str
    redis: str = ""
    """"" for a site without it."""

    @property
    def can_serve(self) -> bool:
        """Whether pages can be served."""
        return self.database == "ok"

    @property
    def body(self) -> dict[str, str]:
        parts = {"database": self.database, "clock": self.clock} | ({"redis": self.redis} if self.redis else {})
        status = "failing" if not self.can_serve else "ok" if set(parts.values()) == {"ok"} else "degraded"
        return {"status": status, **parts}

    @property
    def status(self) -> int:
        """200 if pages can be served, 503 if not.

        A late clock or an absent Redis is no reason to restart a web process.
        """
        return 200 if self.can_serve else 503


def check_health() -> Health:
    """Check every part. One query."""
    try:
        clock = "ok" if is_running(timezone.now(), within=CLOCK_LATE_AFTER) else "late"
    except DatabaseError:
        return _without_database()
    return Health("ok", clock, _redis_state())


def reduced_service(request: HttpRequest) -> dict[str, Any]:
    """Context processor: whether the site runs without one of its parts."""
    return {"reduced": redis_circuit.is_open}


def _without_database() -> Health:
    return Health("away", "unknown", _redis_state())


def _redis_state() -> str:
    """Return what the last use of Redis in this process found; the clock uses it every second (deploy.clock)."""
    if not settings.REDIS_URL:
        return ""
    return "away" if redis_circuit.is_open else "ok"


@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """Answer as `HealthCheck` does, for Django's development server."""
    health = check_health()
    return JsonResponse(health.body, status=health.status)


class HealthCheck:
    """The health check as an ASGI application. Checks run in a thread of their own."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="health")
        self._pending_check: asyncio.Future[Health] | None = None
        self._fresh_until = 0.0

    async def __call__(self, scope: Scope, send: Send) -> None:
        health = await self._current_health()
        body = json.dumps(health.body).encode()
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", b"%d" % len(body)),
            (b"cache-control", b"no-store"),
            (b"x-content-type-options", b"nosniff"),
        ]
        await send({"type": "http.response.start", "status": health.status, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})

    async def _current_health(self) -> Health:
        """Return the result of a check less than FRESH seconds old; without an answer in time, the database is away."""
        loop = asyncio.get_running_loop()
        asking = self._pending_check
        if asking is None or asking.get_loop() is not loop or (asking.done() and loop.time() >= self._fresh_until):
            asking = self._pending_check = loop.run_in_executor(self._thread, _check_in_thread)
            asking.add_done_callback(self._start_result_lifetime)
        try:
            return await asyncio.wait_for(asyncio.shield(asking), CHECK_TIMEOUT)
        except TimeoutError:
            return _without_database()

    def _start_result_lifetime(self, _: Any) -> None:
        self._fresh_until = asyncio.get_running_loop().time() + RESULT_LIFETIME


def _check_in_thread() -> Health:
    close_old_connections()
    try:
        return check_health()
    finally:
        close_old_connections()
