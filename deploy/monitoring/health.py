"""Health check endpoints, answered from the event loop: busy worker threads do not delay them.

    /healthz/live    200 while this process answers; it checks nothing else
    /healthz/ready   200 if users can be served, else 503: take the process out of service
    /healthz         the state of every part

There is at most one check a second, in a thread of its own. The README of this folder says what to do about each state.
"""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import close_old_connections
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache

from deploy.monitoring.reporter import Reporter
from gameplay.infrastructure.circuit_breaker import redis_circuit
from gameplay.infrastructure.event_stream import Scope, Send
from operations.selectors.health import Health, check_health, health_without_database

WHOLE, LIVE, READY = "/healthz", "/healthz/live", "/healthz/ready"
PATHS = frozenset({WHOLE, LIVE, READY})
RESULT_LIFETIME = 1.0  # seconds for which a result is reused
CHECK_TIMEOUT = 3.0  # seconds for the database to answer

Body = dict[str, Any]


def whole_response(health: Health) -> tuple[int, Body]:
    """Return the status and the body of WHOLE. A part that users can do without is no error."""
    return 200 if health.is_ready else 503, {"status": health.status, **health.parts}


def ready_response(health: Health) -> tuple[int, Body]:
    """Return the status and the body of READY, with the failing parts."""
    if health.is_ready:
        return 200, {"status": "ready"}
    return 503, {"status": "not ready", "failing": health.failing_parts}


def live_response() -> tuple[int, Body]:
    return 200, {"status": "live"}


def reduced_service(request: HttpRequest) -> dict[str, Any]:
    """Context processor: whether the site runs without one of its parts."""
    return {"reduced": redis_circuit.is_open}


@never_cache
def healthz(request: HttpRequest, part: str = "") -> JsonResponse:
    """Answer as `HealthCheck` does, for Django's development server."""
    responses = {"": whole_response, "ready": ready_response}
    status, body = responses[part](check_health()) if part in responses else live_response()
    return JsonResponse(body, status=status)


class HealthCheck:
    """The health check as an ASGI application, of a process with this ``reporter``."""

    def __init__(self, reporter: Reporter) -> None:
        self._reporter = reporter
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="health")
        self._pending_check: asyncio.Future[Health] | None = None
        self._fresh_until = 0.0
        self.is_stopping = False
        """Whether the server was asked to stop: it is not ready for new requests, so a proxy uses another process."""

    async def __call__(self, scope: Scope, send: Send) -> None:
        status, content = await self._response(scope["path"])
        body = json.dumps(content).encode()
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", b"%d" % len(body)),
            (b"cache-control", b"no-store"),
            (b"x-content-type-options", b"nosniff"),
        ]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})

    async def _response(self, path: str) -> tuple[int, Body]:
        if path == LIVE:
            return live_response()
        if path == READY and self.is_stopping:
            return 503, {"status": "not ready", "failing": ["stopping"]}
        health = await self.current_health()
        return ready_response(health) if path == READY else whole_response(health)

    async def current_health(self) -> Health:
        """Return the result of a check less than RESULT_LIFETIME old; without one in time, the database is away."""
        loop = asyncio.get_running_loop()
        asking = self._pending_check
        if asking is None or asking.get_loop() is not loop or (asking.done() and loop.time() >= self._fresh_until):
            asking = self._pending_check = loop.run_in_executor(self._thread, self._check_in_thread)
            asking.add_done_callback(self._start_result_lifetime)
        try:
            return await asyncio.wait_for(asyncio.shield(asking), CHECK_TIMEOUT)
        except TimeoutError:
            return health_without_database()

    def _start_result_lifetime(self, _: Any) -> None:
        self._fresh_until = asyncio.get_running_loop().time() + RESULT_LIFETIME

    def _check_in_thread(self) -> Health:
        close_old_connections()
        try:
            return check_health(can_write=self._reporter.can_write)
        finally:
            close_old_connections()
