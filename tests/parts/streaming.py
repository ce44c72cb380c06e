"""Run the ASGI application of the streams like a server, with one client per connection."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from django.conf import settings as site
from django.db import connections, transaction
from django.test import Client

from gameplay.infrastructure import event_stream
from gameplay.infrastructure.log import append_entry
from gameplay.models import Account

TIMEOUT = 5.0  # seconds


def session_cookie(account: Account) -> str:
    client = Client()
    client.force_login(account)
    return f"{site.SESSION_COOKIE_NAME}={client.cookies[site.SESSION_COOKIE_NAME].value}"


def write_entry(stream: str) -> None:
    with transaction.atomic():
        append_entry(stream, "pick", author=None, role="system")


class StreamClient:
    """One connection to /stream."""

    def __init__(
        self, *on: str, method: str = "GET", query: str | None = None, address: str = "192.0.2.1", **headers: str
    ) -> None:
        self.query = "&".join(f"on={name}" for name in on) if query is None else query
        all_headers = {"host": "draft.example"} | {name.replace("_", "-"): value for name, value in headers.items()}
        self.scope: dict[str, Any] = {
            "type": "http", "method": method, "path": "/stream", "client": (address, 5000),
            "query_string": self.query.encode(),
            "headers": [(name.encode(), value.encode()) for name, value in all_headers.items()],
        }  # fmt: skip
        self.status: int | None = None
        self.headers: dict[str, str] = {}
        self.text = ""
        self._arrived = asyncio.Event()
        self._left = asyncio.Event()

    async def __aenter__(self) -> "StreamClient":
        self.task = asyncio.create_task(event_stream.application(self.scope, self._receive, self._send))
        async with asyncio.timeout(TIMEOUT):
            while self.status is None or (self.status == 200 and not self.text):
                await self._wait_for_data()
        return self

    async def __aexit__(self, *_: object) -> None:
        self._left.set()
        await asyncio.wait_for(self.task, TIMEOUT)

    async def wait_closed(self) -> None:
        """Wait until the server ends the stream."""
        await asyncio.wait_for(asyncio.shield(self.task), TIMEOUT)

    async def wait_for_events(self, *events: tuple[str, dict[str, Any]]) -> None:
        """Wait until the stream has sent all ``events``, as (id, data); it may send others, too."""
        async with asyncio.timeout(TIMEOUT):
            while not set(map(str, events)) <= set(map(str, self.events)):
                await self._wait_for_data()

    @property
    def events(self) -> list[tuple[str, dict[str, Any]]]:
        """Return the events received so far, as (id, data)."""
        parts = [dict(line.split(": ", 1) for line in block.splitlines()) for block in self.text.split("\n\n") if block]
        return [(part["id"], json.loads(part["data"])) for part in parts if "data" in part]

    async def _wait_for_data(self) -> None:
        self._arrived.clear()
        await self._arrived.wait()

    async def _receive(self) -> dict[str, Any]:
        await self._left.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {name.decode(): value.decode() for name, value in message["headers"]}
        self.text += message.get("body", b"").decode()
        self._arrived.set()


def stream_event(stream: str, number: int) -> dict[str, Any]:
    return {"stream": stream, "number": number}


class _ClosingExecutor(ThreadPoolExecutor):
    """Threads that close their database connections after each call."""

    def submit(self, func: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        def run() -> Any:
            try:
                return func(*args, **kwargs)
            finally:
                connections.close_all()

        return super().submit(run)


def run_async(main: Callable[[], Awaitable[None]]) -> None:
    """Run ``main`` in an event loop whose threads keep no database connection."""

    async def run() -> None:
        asyncio.get_running_loop().set_default_executor(_ClosingExecutor())
        await main()

    asyncio.run(run())


async def run_in_thread(func: Callable[..., object], *arguments: Any) -> None:
    """Call ``func`` in another thread, as another request would."""
    await asyncio.to_thread(func, *arguments)


def stream_status(**options: Any) -> int | None:
    """Return the status of the response to a new connection."""
    statuses: list[int | None] = []

    async def connect() -> None:
        async with StreamClient(*options.pop("on", ("event/1",)), **options) as client:
            statuses.append(client.status)

    run_async(connect)
    return statuses[0]
