"""/metrics: the metrics of this process for Prometheus, from the event loop or, in a worker, from a thread.

Each process is scraped by itself, so sum over the processes. For anyone without the token or a permitted address, there
is no such page.
"""

import asyncio
import hmac
import ipaddress
import math
import threading
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from django.conf import settings
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Gauge, Info, generate_latest

from gameplay.infrastructure.circuit_breaker import redis_circuit
from gameplay.infrastructure.event_stream import Scope, Send
from operations.selectors.health import OK, Health

PATH = "/metrics"
BUILD = Info("passleft_build", "The version of the site.")
SITE = CollectorRegistry()
"""The metrics of the whole site. Only web servers have them."""
READY = Gauge("passleft_ready", "Whether users can be served.", registry=SITE)
PART_OK = Gauge("passleft_part_ok", "Whether a part of the site works.", ["part"], registry=SITE)
SWEEP_AGE = Gauge("passleft_sweep_age_seconds", "Time since the last sweep.", registry=SITE)
QUEUE_MESSAGES = Gauge("passleft_queue_messages", "Messages that wait for a worker.", registry=SITE)
QUEUE_AGE = Gauge("passleft_queue_age_seconds", "Age of the oldest message that waits for a worker.", registry=SITE)
REDIS_IN_USE = Gauge("passleft_redis_in_use", "Whether this process uses Redis, and not its replacement.")


def may_read(authorization: str, address: str) -> bool:
    """Return whether a client may read the metrics, by its header Authorization or its address."""
    token = settings.METRICS_TOKEN
    if token and hmac.compare_digest(authorization.encode(), f"Bearer {token}".encode()):
        return True
    return any(_is_in(address, network) for network in settings.METRICS_ADDRESSES)


def exposition(health: Health | None = None) -> bytes:
    """Return all metrics as text. Those of the whole site need its ``health``."""
    BUILD.info({"version": settings.VERSION})
    REDIS_IN_USE.set(bool(settings.REDIS_URL) and not redis_circuit.is_open)
    if health is None:
        return generate_latest()
    _set_site_gauges(health)
    return generate_latest() + generate_latest(SITE)


def _set_site_gauges(health: Health) -> None:
    READY.set(health.is_ready)
    for part, state in health.parts.items():
        PART_OK.labels(part).set(state == OK)
    SWEEP_AGE.set(math.nan if health.clock_age is None else health.clock_age)
    QUEUE_MESSAGES.set(health.queue.length if health.queue else 0)
    QUEUE_AGE.set(health.queue.oldest_age if health.queue else 0)


def _is_in(address: str, network: str) -> bool:
    try:
        return ipaddress.ip_address(address) in ipaddress.ip_network(network, strict=False)
    except ValueError:
        return False


class MetricsPage:
    """/metrics as an ASGI application. The text is made in a thread."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="metrics")

    def is_for(self, scope: Scope) -> bool:
        """Return whether the request is for the metrics, by a client that may read them."""
        if scope["path"] != PATH or scope["method"] != "GET":
            return False
        authorization = next((value for name, value in scope["headers"] if name == b"authorization"), b"")
        return may_read(authorization.decode("latin-1"), scope["client"][0])

    async def __call__(self, send: Send, health: Health) -> None:
        body = await asyncio.get_running_loop().run_in_executor(self._thread, exposition, health)
        headers = [
            (b"content-type", CONTENT_TYPE_LATEST.encode()),
            (b"content-length", b"%d" % len(body)),
            (b"cache-control", b"no-store"),
        ]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        if self.path != PATH or not may_read(self.headers.get("Authorization", ""), self.client_address[0]):
            self.send_error(404)
            return
        body = exposition()
        self.send_response(200)
        self.send_header("Content-Type", CONTENT_TYPE_LATEST)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Write no line for each scrape."""


def serve_metrics(port: int) -> ThreadingHTTPServer:
    """Serve the metrics of a worker at ``port``, in a thread, until the returned server is shut down."""
    server = ThreadingHTTPServer(("", port), _Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, name="metrics", daemon=True).start()
    return server
