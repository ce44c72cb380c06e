"""Django's pages as an ASGI application: in worker threads, with as few steps between threads as a page needs.

Each step wakes a thread that has to wait for the interpreter, which costs a short page more than its own work. a2wsgi
takes one for each part of what is asked and answered. Here what came whole is read at once, and the last part of an
answer, mostly its only one, is sent when the thread is done.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, nullcontext
from contextvars import copy_context
from io import BytesIO
from typing import Any

from a2wsgi import WSGIMiddleware
from a2wsgi.wsgi import build_environ
from a2wsgi.wsgi_typing import Environ

from gameplay.streams import Receive, Scope, Send


class Pages:
    """Answers by the WSGI application ``app`` in ``workers`` threads."""

    def __init__(self, app: Callable[..., Any], workers: int) -> None:
        self._app, self._uploads = app, WSGIMiddleware(app, workers=workers)
        self._threads: ThreadPoolExecutor = self._uploads.executor

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = await receive()
        if asked["type"] == "http.disconnect":
            return
        if asked.get("more_body"):  # an upload: a2wsgi reads it as it comes
            await self._uploads(scope, _after(asked, receive), send)  # type: ignore[arg-type]
            return
        loop, context = asyncio.get_running_loop(), copy_context()
        answer, environ = _Answer(loop, send), build_environ(scope, BytesIO(asked["body"]))  # type: ignore[arg-type]
        await loop.run_in_executor(self._threads, lambda: context.run(answer.make, self._app, environ))
        await answer.finish()


class _Answer:
    """What a page answers: its head and one part are held back, so that a page of one part is sent in one go."""

    def __init__(self, loop: asyncio.AbstractEventLoop, send: Send) -> None:
        self._loop, self._send = loop, send
        self._head: dict[str, Any] | None = None
        self._part: bytes | None = None

    def make(self, app: Callable[..., Any], environ: Environ) -> None:
        """Let ``app`` answer. Runs in a thread."""
        parts = app(environ, self._start)
        with closing(parts) if hasattr(parts, "close") else nullcontext():
            for part in parts:
                if self._part is not None:
                    asyncio.run_coroutine_threadsafe(self._hand_over(more=True), self._loop).result()
                self._part = part

    async def finish(self) -> None:
        await self._hand_over(more=False)

    def _start(self, status: str, headers: list[tuple[str, str]], failed: Any = None) -> None:
        written = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        self._head = {"type": "http.response.start", "status": int(status.split(" ", 1)[0]), "headers": written}

    async def _hand_over(self, *, more: bool) -> None:
        head, part, self._head, self._part = self._head, self._part or b"", None, None
        if head:
            await self._send(head)
        await self._send({"type": "http.response.body", "body": part, "more_body": more})


def _after(first: Any, receive: Receive) -> Receive:
    """Return a ``receive`` that gives back what was received already."""
    held = [first]

    async def again() -> Any:
        return held.pop() if held else await receive()

    return again
