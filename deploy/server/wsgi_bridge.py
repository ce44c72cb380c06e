"""Django's WSGI application as an ASGI application in worker threads, with few switches between threads.

Each switch wakes a thread that has to wait for the interpreter lock, which costs a short page more than its own work.
A thread therefore gets a request with its complete body, and the last part of the response, usually the only one, is
sent after the thread is done. A thread never waits for a client: neither for a body nor for a response to be read.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, nullcontext
from contextvars import copy_context
from io import BytesIO
from typing import Any

from a2wsgi.wsgi import build_environ

from deploy.server.request_bodies import BodyReader, BodyRefusedError, ClientDisconnectedError
from gameplay.infrastructure import metrics
from gameplay.infrastructure.call_stack import call_with_stack_space
from gameplay.infrastructure.event_stream import Receive, Scope, Send

BODY_REFUSAL_KEY = "passleft.refused"
"""The key in the environ for the refusal code of a body that was not read (deploy.refusals)."""
RECEIVED_KEY = "passleft.received"
"""The key in the environ for the time of the monotonic clock at which the request was complete."""


class WsgiBridge:
    """Run the WSGI application ``app`` in ``workers`` threads."""

    def __init__(self, app: Callable[..., Any], workers: int) -> None:
        self._app, self._bodies = app, BodyReader()
        self._threads = ThreadPoolExecutor(max_workers=workers, thread_name_prefix="page")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        body, refused = b"", ""
        try:
            body = await self._bodies.read(scope, receive)
        except ClientDisconnectedError:
            return
        except BodyRefusedError as refusal:
            refused = refusal.code
        environ = _environ(scope, body, refused)
        loop, context = asyncio.get_running_loop(), copy_context()
        answer = _Response(loop, send, last=bool(refused))
        try:
            await loop.run_in_executor(
                self._threads, lambda: context.run(call_with_stack_space, answer.run, self._app, environ)
            )
        finally:
            await answer.wait_until_sent()
        await answer.finish()


def _environ(scope: Scope, body: bytes, refusal_code: str) -> Any:
    environ: Any = build_environ(scope, BytesIO(body))  # type: ignore[arg-type]
    # A chunked body has no Content-Length, and Django reads no further than that.
    environ.pop("HTTP_TRANSFER_ENCODING", None)
    environ["CONTENT_LENGTH"] = str(len(body))
    environ[RECEIVED_KEY] = time.monotonic()
    if refusal_code:
        environ[BODY_REFUSAL_KEY] = refusal_code
    return environ


class _Response:
    """A response: its head and one part are held back, so that a response of one part is sent in one go.

    After the ``last`` response the connection is closed: the rest of the request would be read as another one.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, send: Send, *, last: bool) -> None:
        self._loop, self._send, self._last = loop, send, last
        self._head: dict[str, Any] | None = None
        self._part: bytes | None = None
        self._queue_of_messages: deque[dict[str, Any]] = deque()
        self._sender: asyncio.Task[None] | None = None

    def run(self, app: Callable[..., Any], environ: Any) -> None:
        """Run ``app``. Called in a worker thread."""
        metrics.THREAD_WAIT_SECONDS.observe(time.monotonic() - environ[RECEIVED_KEY])
        parts = app(environ, self._start_response)
        with closing(parts) if hasattr(parts, "close") else nullcontext():
            for part in parts:
                if self._part is not None:
                    self._loop.call_soon_threadsafe(self._queue, self._take_messages(more=True))
                self._part = part

    async def wait_until_sent(self) -> None:
        """Wait until all parts of the response are sent."""
        if self._sender:
            await self._sender

    async def finish(self) -> None:
        for message in self._take_messages(more=False):
            await self._send(message)

    def _start_response(self, status: str, headers: list[tuple[str, str]], failed: Any = None) -> None:
        written = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        if self._last:
            written.append((b"connection", b"close"))
        self._head = {"type": "http.response.start", "status": int(status.split(" ", 1)[0]), "headers": written}

    def _take_messages(self, *, more: bool) -> list[dict[str, Any]]:
        """Return the parts held back as ASGI messages, the head once."""
        head, part, self._head, self._part = self._head, self._part or b"", None, None
        return [*([head] if head else []), {"type": "http.response.body", "body": part, "more_body": more}]

    def _queue(self, messages: list[dict[str, Any]]) -> None:
        """Send ``messages`` after all earlier ones. Called in the event loop."""
        self._queue_of_messages.extend(messages)
        if self._sender is None or self._sender.done():
            self._sender = self._loop.create_task(self._send_waiting())

    async def _send_waiting(self) -> None:
        while self._queue_of_messages:
            await self._send(self._queue_of_messages.popleft())
