"""The ASGI application: event streams run in the event loop, Django's views in worker threads.

`manage.py serve` runs it in uvicorn, with the limits of deploy.server.connections.
"""

import asyncio
import gc
import os
import signal
import threading
from types import FrameType
from typing import Any

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
wsgi_application = get_wsgi_application()

from django.conf import settings  # noqa: E402 - once Django is set up
from structlog.contextvars import bind_contextvars  # noqa: E402

from cards.ports import check_registered  # noqa: E402
from deploy.clock import Clock  # noqa: E402
from deploy.monitoring.health import PATHS, HealthCheck  # noqa: E402
from deploy.monitoring.metrics import MetricsPage  # noqa: E402
from deploy.monitoring.reporter import Reporter  # noqa: E402
from deploy.monitoring.request_ids import request_id  # noqa: E402
from deploy.server.addresses import set_client  # noqa: E402
from deploy.server.direct_posts import DirectPosts  # noqa: E402
from deploy.server.game_parts import GameParts  # noqa: E402
from deploy.server.watchdog import Watchdog  # noqa: E402
from deploy.server.wsgi_bridge import WsgiBridge  # noqa: E402
from gameplay.infrastructure import event_stream  # noqa: E402
from gameplay.infrastructure.hub import get_hub  # noqa: E402
from operations.models import Process  # noqa: E402

check_registered()
_pages = WsgiBridge(DirectPosts(GameParts(wsgi_application)), workers=settings.WEB_THREADS)
_reporter = Reporter(Process.Kind.WEB)
_health_check = HealthCheck(_reporter)
_metrics = MetricsPage()


async def application(scope: event_stream.Scope, receive: event_stream.Receive, send: event_stream.Send) -> None:
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
    elif scope["type"] == "http":
        set_client(scope, send, proxies=settings.TRUSTED_PROXIES)
        await _dispatch(scope, receive, send)
    else:
        await send({"type": "websocket.close", "code": 1000})


async def _dispatch(scope: event_stream.Scope, receive: event_stream.Receive, send: event_stream.Send) -> None:
    if scope["path"] in PATHS and scope["method"] in {"GET", "HEAD"}:
        await _health_check(scope, send)
    elif _metrics.is_for(scope):
        await _metrics(send, await _health_check.current_health())
    elif scope["path"] == "/stream":
        bind_contextvars(request_id=request_id("", proxies=0))
        await event_stream.application(scope, receive, send)
    else:
        await _pages(scope, receive, send)


async def _lifespan(receive: event_stream.Receive, send: event_stream.Send) -> None:
    await receive()
    _close_streams_on_exit()
    _tune_garbage_collection()
    clock = Clock(standby=bool(settings.REDIS_URL))
    clock.start()
    _reporter.start()
    _health_check.is_stopping = False
    watchdog = Watchdog()
    if not settings.DEBUG:  # a debugger stops the event loop
        watchdog.start(asyncio.get_running_loop())
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await asyncio.to_thread(clock.stop)
    await asyncio.to_thread(_reporter.stop)
    watchdog.stop()
    await send({"type": "lifespan.shutdown.complete"})


def _tune_garbage_collection() -> None:
    """Freeze the modules and classes of the site, and collect garbage less often.

    Few requests leave garbage (deploy.reference_cycles). At Python's own thresholds, the collector would run all the
    same.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


def _close_streams_on_exit() -> None:
    """Close all event streams when the server is asked to stop: it waits for open responses, and these never end."""
    if threading.current_thread() is not threading.main_thread():
        return
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _chain_signal_handler(loop, signal.getsignal(number)))


def _chain_signal_handler(loop: asyncio.AbstractEventLoop, server: Any) -> Any:
    def handle(number: int, frame: FrameType | None) -> None:
        _health_check.is_stopping = True
        loop.call_soon_threadsafe(
            get_hub().close
        )  # deferred: the signal may have interrupted the holder of the hub's lock
        if callable(server):
            server(number, frame)

    return handle
