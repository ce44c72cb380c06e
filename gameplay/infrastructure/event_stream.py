"""GET /stream?on=pod/<id>&on=event/<id>: server-sent events that announce new entries of log streams.

    retry: 2345                                 milliseconds until the client reconnects, different for each client
    id: 17.4                                    the numbers of the followed streams, in the requested order
    data: {"stream": "pod/<id>", "number": 17}  for each stream on connect, then for each new entry; with
        "after": 15, "all": {...}, "own": {...} if entries 16 and 17 have a payload for the page
    event: versions                             heartbeat after 15 seconds without an update:
    data: {"pod/<id>": 17, "event/<id>": 4}     the numbers of all streams, in case an update was lost

A browser that reconnects with Last-Event-ID only receives updates of the streams that have changed since. This is plain
ASGI, because a Django view would hold a thread for each client.
"""

import asyncio
import json
import secrets
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

import structlog
from django.conf import settings

from gameplay.infrastructure import metrics
from gameplay.infrastructure.client_network import client_network, is_on_internet
from gameplay.infrastructure.hub import StreamUpdate, Subscription, account_channel, get_hub
from gameplay.infrastructure.stream_access import StreamAccess, authorize_streams, leave_streams

logger = structlog.get_logger(__name__)
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

HEARTBEAT_INTERVAL = 15.0  # seconds without an update until the numbers are sent again
REAUTHORIZATION_INTERVAL = 30.0  # seconds until a client is authorised again and lost updates are found
LEAVE_DELAY = 1.0  # seconds after a connection has ended until the account is no longer present
MAX_STREAMS = 20
MAX_QUERY_LENGTH = 2000  # bytes
PROCESS = "process"
RETRY_DELAY_MS = (1000, 4000)  # milliseconds: the minimum, and the random part that is added

HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store, no-transform"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]

_connection_counts: Counter[str] = Counter()
_follower_counts: Counter[tuple[UUID | None, str]] = Counter()
_leaving: set[asyncio.Task[None]] = set()


class StreamRefusedError(Exception):
    """The stream is refused. The argument is the HTTP status."""


@dataclass(frozen=True, slots=True)
class StreamRequest:
    """The request of a client."""

    names: tuple[str, ...]
    session_key: str | None
    last_event_id: str
    address: str

    def last_numbers(self) -> dict[str, int]:
        """Return the number of each stream from the Last-Event-ID header, or an empty dict for a new client."""
        numbers = self.last_event_id.split(".")
        if len(numbers) != len(self.names) or not all(n.isascii() and n.isdigit() and len(n) < 20 for n in numbers):
            return {}
        return dict(zip(self.names, map(int, numbers), strict=True))


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve one stream until the client disconnects, loses its permission, or the server stops."""
    try:
        request = _parse_request(scope)
        with get_hub().subscribe(request.names) as subscription:  # before the numbers are read, so none is missed
            access = await _authorize(request)
            own = [account_channel(access.account_id)] if access.account_id else []
            with (
                _connection_slot(access, request),
                _following(access, request),
                get_hub().subscribe(own, existing=subscription),
                _logged(request, access),
            ):
                await _serve(request, access, subscription, receive, send)
            _leave_later(request, access)
    except StreamRefusedError as refusal:
        status = refusal.args[0]
        metrics.REFUSED_STREAMS.labels(status).inc()
        headers = [(b"content-length", b"0"), (b"cache-control", b"no-store")]
        headers += [(b"retry-after", b"10")] if status in {429, 503} else []
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b""})


def _parse_request(scope: Scope) -> StreamRequest:
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    if scope["method"] != "GET":
        raise StreamRefusedError(405)
    # A browser sends Origin with every cross-site request. SameSite cookies are the second protection.
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
    access = await asyncio.to_thread(authorize_streams, request.session_key, request.names)
    if access is None:
        raise StreamRefusedError(404)
    return access


@contextmanager
def _following(access: StreamAccess, request: StreamRequest) -> Iterator[None]:
    """Count this connection for each of its streams."""
    followers = [(access.account_id, name) for name in request.names] if access.account_id else []
    _follower_counts.update(followers)
    try:
        yield
    finally:
        _follower_counts.subtract(followers)
        for follower in followers:
            if not _follower_counts[follower]:
                del _follower_counts[follower]


def _leave_later(request: StreamRequest, access: StreamAccess) -> None:
    """Call `_leave` after `LEAVE_DELAY`, in which a page that is loaded again or follows other streams reconnects."""
    if access.account_id:
        task = asyncio.create_task(_leave(access.account_id, request.names))
        _leaving.add(task)
        task.add_done_callback(_leaving.discard)


async def _leave(account_id: UUID, names: Sequence[str]) -> None:
    """Mark the account as no longer present on the streams that no other connection of it follows."""
    await asyncio.sleep(LEAVE_DELAY)
    if left := [name for name in names if (account_id, name) not in _follower_counts]:
        await asyncio.to_thread(leave_streams, account_id, left)


def _connection_limits(access: StreamAccess, request: StreamRequest) -> dict[str, int]:
    """Return what counts a connection, with its limit: the account or anonymous clients, the address, the process.

    Addresses of local networks have no limit of their own. All players in a shop can have that of the site's proxy.
    """
    address, total = client_network(request.address), settings.STREAMS_PER_PROCESS
    limits = {f"account {access.account_id}": settings.STREAMS_PER_ACCOUNT}
    if not access.account_id:
        limits = {f"anonymous {address}": settings.STREAMS_PER_ADDRESS}
    if is_on_internet(request.address):
        limits[f"address {address}"] = total // 2
    return limits | {PROCESS: total}


@contextmanager
def _connection_slot(access: StreamAccess, request: StreamRequest) -> Iterator[None]:
    """Count a connection. Refuse it beyond a limit of the client with status 429, or of the process with 503."""
    limits = _connection_limits(access, request)
    for counted, limit in limits.items():
        if _connection_counts[counted] >= limit:
            raise StreamRefusedError(503 if counted is PROCESS else 429)
    _connection_counts.update(limits.keys())
    metrics.OPEN_STREAMS.inc()
    try:
        yield
    finally:
        metrics.OPEN_STREAMS.dec()
        _connection_counts.subtract(limits.keys())
        for counted in limits:
            if not _connection_counts[counted]:
                del _connection_counts[counted]


@contextmanager
def _logged(request: StreamRequest, access: StreamAccess) -> Iterator[None]:
    """Log the connection when it ends."""
    began, account = time.monotonic(), str(access.account_id or "")
    try:
        yield
    finally:
        seconds = round(time.monotonic() - began, 1)
        logger.info("stream ended", streams=list(request.names), account_id=account, seconds=seconds)


async def _serve(
    request: StreamRequest, access: StreamAccess, subscription: Subscription, receive: Receive, send: Send
) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
    subscription.mark_known(access.numbers, str(access.account_id or ""))
    known = request.last_numbers()
    initial = {
        name: StreamUpdate(subscription.numbers[name])
        for name in request.names
        if subscription.numbers[name] != known.get(name)
    }
    await _send_text(
        send,
        f"retry: {RETRY_DELAY_MS[0] + secrets.randbelow(RETRY_DELAY_MS[1])}\n\n"
        + _events(request, subscription, initial),
    )
    disconnect = asyncio.create_task(_close_on_disconnect(receive, subscription))
    try:
        async for text in _messages(request, subscription):
            await _send_text(send, text)
    except StreamRefusedError:
        pass  # the client has lost its permission; its next request will be refused
    finally:
        disconnect.cancel()
    await send({"type": "http.response.body", "body": b""})


async def _messages(request: StreamRequest, subscription: Subscription) -> AsyncIterator[str]:
    """Yield the events to send until the subscription is closed.

    Raise StreamRefusedError when the client is no longer permitted to follow a stream.
    """
    authorize_at = time.monotonic() + REAUTHORIZATION_INTERVAL
    while True:
        updates: dict[str, StreamUpdate] = {}
        try:
            async with asyncio.timeout(HEARTBEAT_INTERVAL):
                updates = await anext(subscription)
        except StopAsyncIteration:
            return
        except TimeoutError:
            pass
        # An update of another channel than the requested streams asks for authorisation.
        if time.monotonic() >= authorize_at or not updates.keys() <= set(request.names):
            authorize_at = time.monotonic() + REAUTHORIZATION_INTERVAL
            for name, number in (await _authorize(request)).numbers.items():
                subscription.notify(name, number)
        yield _events(request, subscription, updates) or _versions_event(request, subscription)


def _events(request: StreamRequest, subscription: Subscription, updates: Mapping[str, StreamUpdate]) -> str:
    return "".join(
        f"id: {_event_id(request, subscription)}\ndata: {_data(name, updates[name])}\n\n"
        for name in request.names
        if name in updates
    )


def _data(stream: str, update: StreamUpdate) -> str:
    # The payloads are JSON text already.
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
