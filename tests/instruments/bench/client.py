"""A simulated client: the connection for requests and the stream of an open page. It does not use Django."""

import asyncio
import gzip
import json
import re
import secrets
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

MAX_LINE = 1_000_000  # bytes, the limit of a line of the stream
STREAM_NUMBER = re.compile(rb'data-number="(\d+)"')


@dataclass
class LoadCounts:
    """The requests and responses between two times of the monotonic clock.

    ``sent_at`` is shared by all clients: when an action was sent, by a key that the receivers know as well.
    """

    began: float = float("inf")
    ended: float = float("inf")
    counters: Counter[str] = field(default_factory=Counter)
    ack_times: list[float] = field(default_factory=list)
    received_times: list[float] = field(default_factory=list)
    sent_at: dict[Any, float] = field(default_factory=dict)

    def is_running(self) -> bool:
        return self.began <= time.monotonic() < self.ended

    def add(self, name: str, amount: int = 1) -> None:
        if self.is_running():
            self.counters[name] += amount

    def add_ack(self, outcome: str, sent_at: float) -> None:
        """Count the response to an action: ``outcome`` is the name of the actions, or the status of a refusal."""
        if self.is_running():
            self.counters[outcome] += 1
            self.ack_times.append(time.monotonic() - sent_at)

    def add_received(self, sent_at: float) -> None:
        """Count that another client was shown an action."""
        if self.is_running():
            self.received_times.append(time.monotonic() - sent_at)


class LoadClient(ABC):
    """The client of one seat: a stream that stays open, and a connection for requests.

    ``seat`` has the ``page`` and the log ``stream`` that it follows, the ``port`` of its server, and its credentials.
    """

    def __init__(self, seat: dict[str, Any], think_time: tuple[float, float], counts: LoadCounts) -> None:
        self.seat, self.think_time, self.count = seat, think_time, counts
        self.stream_number = 0
        self.response_head = b""
        self.request_lock = asyncio.Lock()

    @abstractmethod
    async def open_page(self) -> None:
        """Fetch what a browser fetches for the page."""

    @abstractmethod
    async def play(self) -> None:
        """Answer what the page asks, forever."""

    @abstractmethod
    async def receive_message(self, message: dict[str, Any]) -> None:
        """Handle a message of the stream as the scripts of the page do."""

    def stream_names(self) -> list[str]:
        """Return the names of the streams that the page follows."""
        return [self.seat["stream"]]

    async def connect(self) -> None:
        """Open the page, then its stream."""
        self.connection = await self._connect()
        await self.open_page()
        await self.open_stream()
        self.tasks = [asyncio.create_task(self.listen())]

    def start(self) -> None:
        """Answer what the page asks from now on."""
        self.tasks.append(asyncio.create_task(self.play()))

    async def open_stream(self) -> None:
        """Follow the streams of the page. Raises RuntimeError if the site refuses that."""
        self.stream, self.stream_writer = await self._connect()
        query = urlencode([("on", name) for name in sorted(self.stream_names())])
        self.stream_writer.write(self._head("GET", f"/stream?{query}", ""))
        head = await self.stream.readuntil(b"\r\n\r\n")
        if b" 200 " not in head.split(b"\r\n")[0]:
            raise RuntimeError(f"the stream could not be opened: {head!r}")

    async def think(self) -> None:
        minimum, maximum = self.think_time
        await asyncio.sleep(minimum + (maximum - minimum) * secrets.randbelow(1000) / 1000)

    async def listen(self) -> None:
        while True:
            block = await self.stream.readuntil(b"\n\n")
            self.count.add("bytes", len(block))
            if b"data: " in block:
                self.count.add("messages")
                for message in _messages(block):
                    await self.receive_message(message)

    async def request(
        self, method: str, path: str, body: str = "", *, is_part: bool = True, key: str = ""
    ) -> tuple[int, bytes]:
        """Send a request, by default for a part of the page; return the status and the body of the response.

        ``key`` is its idempotency key, "" without one.
        """
        async with self.request_lock:
            try:
                return await self._request(method, path, body, is_part=is_part, key=key)
            except (ConnectionError, asyncio.IncompleteReadError):
                # The server closed the idle connection just now; a browser sends the request again.
                self.connection = await self._connect()
                return await self._request(method, path, body, is_part=is_part, key=key)

    async def _request(self, method: str, path: str, body: str, *, is_part: bool, key: str) -> tuple[int, bytes]:
        # The server closes idle connections; a browser reconnects.
        if self.connection[0].at_eof() or self.connection[1].is_closing():
            self.connection = await self._connect()
        reader, writer = self.connection
        writer.write(self._head(method, path, body, is_part=is_part, key=key))
        head = self.response_head = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", head.lower())
        content = await reader.readexactly(int(length[1])) if length else b""
        self.count.add("bytes", len(head) + len(content))
        self.count.add("messages")
        if b"content-encoding: gzip" in head.lower():
            content = gzip.decompress(content)
        return int(head.split(b" ", 2)[1]), content

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.seat["port"], limit=MAX_LINE)

    def _head(self, method: str, path: str, body: str, *, is_part: bool = True, key: str = "") -> bytes:
        lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", f"Cookie: {self.seat['cookie']}"]
        lines += ["Origin: http://127.0.0.1", "Sec-Fetch-Site: same-origin"] if method == "POST" else []
        lines += ["HX-Request: true"] if is_part else []
        lines += [f"Idempotency-Key: {key}"] if key else []
        lines += [f"X-CSRFToken: {self.seat['token']}", "Accept-Encoding: gzip", f"Content-Length: {len(body)}"]
        return "\r\n".join([*lines, "Content-Type: application/x-www-form-urlencoded", "", body]).encode()


def _messages(block: bytes) -> Iterator[dict[str, Any]]:
    """Yield the messages of a block of the stream: one with the number of each stream for a heartbeat."""
    data = json.loads(block.partition(b"data: ")[2].split(b"\n")[0])
    if b"event: versions" in block:
        yield from ({"stream": name, "number": number} for name, number in data.items())
    else:
        yield data
