"""GET /stream?on=pod/<id>&on=event/<id>: server-sent events that say a stream of the log has a new number.

    retry: 2345                                 how soon to come back, different for everybody
    id: 17.4                                    the numbers of the followed streams, in the order asked for
    data: {"stream": "pod/<id>", "number": 17}  once for each stream at connect, then whenever one moves; with
        "after": 15, "all": {...}, "own": {...} where numbers 16 and 17 brought along what they changed on a page
    event: versions                             every 15 seconds without news:
    data: {"pod/<id>": 17, "event/<id>": 4}     all the numbers, so that a lost signal heals

A browser that comes back with Last-Event-ID hears only of the streams that moved meanwhile. Written as plain ASGI:
a Django view would hold a thread for each client.
"""

import asyncio
import json
import secrets
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, MutableMapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.conf import settings

from gameplay.infrastructure.hub import StreamUpdate, Subscription, account_channel, get_hub
from gameplay.infrastructure.stream_access import StreamAccess, authorize_streams

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

HEARTBEAT_INTERVAL = 15.0  # seconds without news before the numbers are told again
REAUTHORIZATION_INTERVAL = 30.0  # seconds before a client is authorised again, and lost signals heal
MAX_STREAMS = 20
MAX_QUERY_LENGTH = 2000  # bytes
RETRY_DELAY_MS = (1000, 4000)  # milliseconds: from, and at most so much more

HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store, no-transform"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]

_connection_counts: Counter[str] = Counter()


class StreamRefusedError(Exception):
    """The stream is not opened; the argument is the status of HTTP."""


@dataclass(frozen=True, slots=True)
class StreamRequest:
    """What a client asked for."""

    names: tuple[str, ...]
    session_key: str | None
    last_event_id: str
    address: str

    def last_numbers(self) -> dict[str, int]:
        """Return the numbers it had when it was last connected, by stream; none if it is new."""
        numbers = self.last_event_id.split(".")
        if len(numbers) != len(self.names) or not all(n.isascii() and n.isdigit() and len(n) < 20 for n in numbers):
            return {}
        return dict(zip(self.names, map(int, numbers), strict=True))


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer one request for a stream until the client leaves, may no longer look, or the server stops."""
    try:
        asked = _parse_request(scope)
        with get_hub().subscribe(asked.names) as news:  # before looking, so that nothing falls in between
            sight = await _authorize(asked)
            own = [account_channel(sight.account_id)] if sight.account_id else []
            with _connection_slot(sight, asked), get_hub().subscribe(own, existing=news):
                await _serve(asked, sight, news, receive, send)
    except StreamRefusedError as refused:
        status = refused.args[0]
        headers = [(b"content-length", b"0"), (b"cache-control", b"no-store")]
        headers += [(b"retry-after", b"10")] if status == 429 else []
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b""})


def _parse_request(scope: Scope) -> StreamRequest:
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    if scope["method"] != "GET":
        raise StreamRefusedError(405)
    # A browser names the origin whenever it is another site's; SameSite cookies are the second lock.
    origin, site = headers.get("origin"), headers.get("sec-fetch-site", "none")
    if (origin and urlsplit(origin).netloc != headers.get("host")) or site not in {"same-origin", "none"}:
        raise StreamRefusedError(403)
    query = scope["query_string"]
    names = (
        tuple(dict.fromkeys(parse_qs(query.decode("latin-1")).get("on", []))) if len(query) <= MAX_QUERY_LENGTH else ()
    )
    if not 0 < len(names) <= MAX_STREAMS:
        raise StreamRefusedError(400)
    address = scope["client"][0] if scope.get("client") else ""
    return StreamRequest(names, _session_key(headers.get("cookie", "")), headers.get("last-event-id", ""), address)


def _session_key(cookies: str) -> str | None:
    try:
        morsel = SimpleCookie(cookies).get(settings.SESSION_COOKIE_NAME)
    except CookieError:
        return None
    return morsel.value if morsel else None


async def _authorize(request: StreamRequest) -> StreamAccess:
    sight = await asyncio.to_thread(authorize_streams, request.session_key, request.names)
    if sight is None:
        raise StreamRefusedError(404)
    return sight


@contextmanager
def _connection_slot(access: StreamAccess, request: StreamRequest) -> Iterator[None]:
    """Hold one of the connections an account has, or an address without one."""
    who, most = f"address {request.address}", settings.STREAMS_PER_ADDRESS
    if access.account_id:
        who, most = f"account {access.account_id}", settings.STREAMS_PER_ACCOUNT
    if _connection_counts[who] >= most:
        raise StreamRefusedError(429)
    _connection_counts[who] += 1
    try:
        yield
    finally:
        _connection_counts[who] -= 1
        if not _connection_counts[who]:
            del _connection_counts[who]


async def _serve(
    request: StreamRequest, access: StreamAccess, subscription: Subscription, receive: Receive, send: Send
) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
    subscription.mark_known(access.numbers, str(access.account_id or ""))
    known = request.last_numbers()
    start = {
        name: StreamUpdate(subscription.numbers[name])
        for name in request.names
        if subscription.numbers[name] != known.get(name)
    }
    await _send_text(
        send,
        f"retry: {RETRY_DELAY_MS[0] + secrets.randbelow(RETRY_DELAY_MS[1])}\n\n"
        + _events(request, subscription, start),
    )
    leaving = asyncio.create_task(_close_on_disconnect(receive, subscription))
    try:
        async for text in _messages(request, subscription):
            await _send_text(send, text)
    except StreamRefusedError:
        pass  # they may not look any longer; what they come back to will say so
    finally:
        leaving.cancel()
    await send({"type": "http.response.body", "body": b""})


async def _messages(request: StreamRequest, subscription: Subscription) -> AsyncIterator[str]:
    """Yield what to write, until the subscription is closed. Raises NotOpenedError once the client may not look."""
    look_at = time.monotonic() + REAUTHORIZATION_INTERVAL
    while True:
        moved: dict[str, StreamUpdate] = {}
        try:
            async with asyncio.timeout(HEARTBEAT_INTERVAL):
                moved = await anext(subscription)
        except StopAsyncIteration:
            return
        except TimeoutError:
            pass
        if time.monotonic() >= look_at or not moved.keys() <= set(request.names):
            look_at = time.monotonic() + REAUTHORIZATION_INTERVAL
            for name, number in (await _authorize(request)).numbers.items():
                subscription.notify(name, number)
        yield _events(request, subscription, moved) or _versions_event(request, subscription)


def _events(request: StreamRequest, subscription: Subscription, updates: Mapping[str, StreamUpdate]) -> str:
    return "".join(
        f"id: {_event_id(request, subscription)}\ndata: {_data(name, updates[name])}\n\n"
        for name in request.names
        if name in updates
    )


def _data(stream: str, update: StreamUpdate) -> str:
    # What is told is JSON already.
    after = f', "after": {update.after}, "all": {update.public}' if update.public else ""
    own = f', "own": {update.private}' if update.private else ""
    return f'{{"stream": {json.dumps(stream)}, "number": {update.number}{after}{own}}}'


def _versions_event(request: StreamRequest, subscription: Subscription) -> str:
    numbers = {name: subscription.numbers[name] for name in request.names}
    return f"id: {_event_id(request, subscription)}\nevent: versions\ndata: {json.dumps(numbers)}\n\n"


def _event_id(request: StreamRequest, subscription: Subscription) -> str:
    return ".".join(str(subscription.numbers[name]) for name in request.names)


async def _send_text(send: Send, text: str) -> None:
    await send({"type": "http.response.body", "body": text.encode(), "more_body": True})


async def _close_on_disconnect(receive: Receive, subscription: Subscription) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    subscription.close()
