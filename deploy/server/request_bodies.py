"""Read request bodies in the event loop, before a worker thread is used.

A client that sends half of a body and waits, or a byte now and then, therefore holds a connection and no thread. A
body must be whole within settings.BODY_SECONDS, with a second more for each settings.BODY_RATE bytes of it.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings

from gameplay.infrastructure.event_stream import Receive, Scope

SMALL_BODY = 65_536  # bytes; a body up to this size is always read, however many others are being read


class BodyRefusedError(Exception):
    """The body was not read completely; ``code`` is the code of the refusal (deploy.refusals)."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


class ClientDisconnectedError(Exception):
    """The client has closed its connection."""


class BodyReader:
    """Read bodies, and count the bytes that unfinished ones hold in this process."""

    def __init__(self) -> None:
        self._held_bytes = 0

    async def read(self, scope: Scope, receive: Receive) -> bytes:
        """Return the whole body.

        Raises ClientDisconnectedError, or BodyRefusedError for one that is too large or too slow.
        """
        head, begun = dict(scope["headers"]), None
        length, is_chunked = head.get(b"content-length", b"0"), b"transfer-encoding" in head
        if not is_chunked and length.isdigit() and int(length) <= SMALL_BODY and _has_arrived(receive):
            return bytes((await _receive_message(receive))["body"])
        if length == b"0" and not is_chunked:
            begun = await _receive_message(receive)  # no time limit is needed: HTTP/1.1 allows no body here
            if not begun.get("more_body"):
                return bytes(begun["body"])
        too_large = length.isdigit() and int(length) > settings.BODY_LIMIT
        if too_large and b"expect" in head:
            raise BodyRefusedError("too_large")  # the client waits for 100 Continue
        with self._counted_body() as body:
            await self._collect(begun, receive, body, code="too_large" if too_large else "")
            return bytes(body)

    async def _collect(self, first_message: Any, receive: Receive, body: bytearray, *, code: str) -> None:
        """Receive the whole body into ``body``; ``first_message`` has its first part, if that came already.

        A refused body (``code`` is given or the body exceeds a limit) is read and discarded within the same time
        limit: many clients send all of it before they read a response.
        """
        began = asyncio.get_running_loop().time()
        try:
            async with asyncio.timeout_at(began + settings.BODY_SECONDS) as limit:
                more = True
                while more:
                    message, first_message = first_message or await _receive_message(receive), None
                    more = message.get("more_body", False)
                    code = code or self._append(message["body"], body)
                    if more:
                        limit.reschedule(began + settings.BODY_SECONDS + len(body) / settings.BODY_RATE)
        except TimeoutError as error:
            raise BodyRefusedError(code or "too_slow") from error
        if code:
            raise BodyRefusedError(code)

    def _append(self, part: bytes, body: bytearray) -> str:
        """Append ``part`` to ``body``, or empty that and return why; "" if it fits."""
        length, code = len(body) + len(part), ""
        if length > settings.BODY_LIMIT:
            code = "too_large"
        elif length > SMALL_BODY and self._held_bytes + len(part) > settings.BODIES_LIMIT:
            code = "busy"
        if code:
            self._held_bytes -= len(body)
            body.clear()
        else:
            body += part
            self._held_bytes += len(part)
        return code

    @contextmanager
    def _counted_body(self) -> Iterator[bytearray]:
        body = bytearray()
        try:
            yield body
        finally:
            self._held_bytes -= len(body)


def _has_arrived(receive: Receive) -> bool:
    """Return whether uvicorn has already read the whole body, as it mostly has: then there is nothing to limit."""
    cycle = getattr(receive, "__self__", None)
    return cycle is not None and not getattr(cycle, "more_body", True)


async def _receive_message(receive: Receive) -> Any:
    message = await receive()
    if message["type"] == "http.disconnect":
        raise ClientDisconnectedError
    return message
