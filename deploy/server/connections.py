"""uvicorn's HTTP protocol with limits on idle and slow connections.

uvicorn limits neither the size of a request's head nor the time it takes, and waits for ever for a client that does
not read a response. Start uvicorn with --http deploy.server.connections:LimitedHttp.
"""

import asyncio
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from deploy.server.descriptors import MAX_CONNECTIONS

HEAD_LIMIT = 65_536  # bytes of a request line and its headers
FRAMING_BYTES = (
    16  # bytes of framing for each byte of a chunked body (lengths, extensions, trailers), beside those of a head
)
HEAD_SECONDS = 10.0  # for a complete head, from its first byte; also for a new connection to send one
READ_SECONDS = 60.0  # a client must read some of the response within this time


class LimitedHttp(HttpToolsProtocol):
    """An HTTP/1.1 connection with limits of size and time."""

    head_limit, head_seconds, read_seconds = HEAD_LIMIT, HEAD_SECONDS, READ_SECONDS
    max_connections = MAX_CONNECTIONS

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._head_bytes = 0
        self._framing_left = self.head_limit
        self._in_head = True
        self._head_timer = _Timer(self.loop, self.head_seconds, self._close_late_head)
        self._read_timer = _Timer(self.loop, self.read_seconds, self._abort_unread_response)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > self.max_connections:
            transport.abort()
        else:
            self._head_timer.start()

    def connection_lost(self, exc: Exception | None) -> None:
        self._head_timer.stop()
        self._read_timer.stop()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._framing_left -= len(data)
        super().data_received(data)
        if self.transport.is_closing():
            return
        if not self._in_head:
            if self._framing_left < 0:
                self.transport.close()
            return
        self._head_bytes += len(data)
        if self._head_bytes > self.head_limit:
            self._refuse(431, b"The head of this request is too large.")
        else:
            self._head_timer.start()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._head_bytes = True, 0

    def on_headers_complete(self) -> None:
        self._in_head, self._framing_left = False, self.head_limit
        self._head_timer.stop()
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._framing_left += len(body) * FRAMING_BYTES
        super().on_body(body)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.cycle.response_complete and not self.pipeline:
            self._in_head, self._head_bytes = True, 0  # anything that follows, an empty line too, begins another head

    def pause_writing(self) -> None:
        super().pause_writing()
        self._read_timer.start()

    def resume_writing(self) -> None:
        self._read_timer.stop()
        super().resume_writing()

    def _close_late_head(self) -> None:
        if self._head_bytes:
            self._refuse(408, b"The head of this request took too long to arrive.")
        else:
            self.transport.close()

    def _abort_unread_response(self) -> None:
        self.transport.abort()

    def _refuse(self, status: int, reason: bytes) -> None:
        """Answer with an error and close; if another response is being sent, only close."""
        if not self.transport.is_closing() and (self.cycle is None or self.cycle.response_complete):
            head = b"content-type: text/plain; charset=utf-8\r\ncontent-length: %d\r\nconnection: close\r\n\r\n"
            self.transport.write(STATUS_LINE[status] + head % len(reason) + reason)
        self.transport.close()


class _Timer:
    """Call ``act`` ``seconds`` after the first start, unless stopped before."""

    __slots__ = ("_callback", "_handle", "_loop", "_seconds")

    def __init__(self, loop: asyncio.AbstractEventLoop, seconds: float, callback: Callable[[], None]) -> None:
        self._loop, self._seconds, self._callback = loop, seconds, callback
        self._handle: asyncio.TimerHandle | None = None

    def start(self) -> None:
        if self._handle is None:
            self._handle = self._loop.call_later(self._seconds, self._callback)

    def stop(self) -> None:
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None
