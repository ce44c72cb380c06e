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

from gameplay.infrastructure.hub import News, Subscription, account_channel, hub
from gameplay.infrastructure.stream_access import Sight, look

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

KEEP_ALIVE = 15.0  # seconds without news before the numbers are told again
LOOK_AGAIN = 30.0  # seconds before a client is authorised again, and lost signals heal
MOST_NAMES = 20
LONGEST_QUERY = 2000  # bytes
RETRY = (1000, 4000)  # milliseconds: from, and at most so much more

HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store, no-transform"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]

_open: Counter[str] = Counter()


class NotOpenedError(Exception):
    """The stream is not opened; the argument is the status of HTTP."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a client asked for."""

    names: tuple[str, ...]
    session_key: str | None
    last_event_id: str
    address: str

    def resumes(self) -> dict[str, int]:
        """Return the numbers it had when it was last connected, by stream; none if it is new."""
        numbers = self.last_event_id.split(".")
        if len(numbers) != len(self.names) or not all(n.isascii() and n.isdigit() and len(n) < 20 for n in numbers):
            return {}
        return dict(zip(self.names, map(int, numbers), strict=True))


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer one request for a stream until the client leaves, may no longer look, or the server stops."""
    try:
        asked = _read(scope)
        with hub().subscribe(asked.names) as news:  # before looking, so that nothing falls in between
            sight = await _look(asked)
            own = [account_channel(sight.account_id)] if sight.account_id else []
            with _counted(sight, asked), hub().subscribe(own, to=news):
                await _serve(asked, sight, news, receive, send)
    except NotOpenedError as refused:
        status = refused.args[0]
        headers = [(b"content-length", b"0"), (b"cache-control", b"no-store")]
        headers += [(b"retry-after", b"10")] if status == 429 else []
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b""})


def _read(scope: Scope) -> Asked:
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    if scope["method"] != "GET":
        raise NotOpenedError(405)
    # A browser names the origin whenever it is another site's; SameSite cookies are the second lock.
    origin, site = headers.get("origin"), headers.get("sec-fetch-site", "none")
    if (origin and urlsplit(origin).netloc != headers.get("host")) or site not in {"same-origin", "none"}:
        raise NotOpenedError(403)
    query = scope["query_string"]
    names = tuple(dict.fromkeys(parse_qs(query.decode("latin-1")).get("on", []))) if len(query) <= LONGEST_QUERY else ()
    if not 0 < len(names) <= MOST_NAMES:
        raise NotOpenedError(400)
    address = scope["client"][0] if scope.get("client") else ""
    return Asked(names, _session_key(headers.get("cookie", "")), headers.get("last-event-id", ""), address)


def _session_key(cookies: str) -> str | None:
    try:
        morsel = SimpleCookie(cookies).get(settings.SESSION_COOKIE_NAME)
    except CookieError:
        return None
    return morsel.value if morsel else None


async def _look(asked: Asked) -> Sight:
    sight = await asyncio.to_thread(look, asked.session_key, asked.names)
    if sight is None:
        raise NotOpenedError(404)
    return sight


@contextmanager
def _counted(sight: Sight, asked: Asked) -> Iterator[None]:
    """Hold one of the connections an account has, or an address without one."""
    who, most = f"address {asked.address}", settings.STREAMS_PER_ADDRESS
    if sight.account_id:
        who, most = f"account {sight.account_id}", settings.STREAMS_PER_ACCOUNT
    if _open[who] >= most:
        raise NotOpenedError(429)
    _open[who] += 1
    try:
        yield
    finally:
        _open[who] -= 1
        if not _open[who]:
            del _open[who]


async def _serve(asked: Asked, sight: Sight, news: Subscription, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
    news.start_from(sight.numbers, str(sight.account_id or ""))
    known = asked.resumes()
    start = {name: News(news.numbers[name]) for name in asked.names if news.numbers[name] != known.get(name)}
    await _write(send, f"retry: {RETRY[0] + secrets.randbelow(RETRY[1])}\n\n" + _events(asked, news, start))
    leaving = asyncio.create_task(_close_on_leaving(receive, news))
    try:
        async for text in _tell(asked, news):
            await _write(send, text)
    except NotOpenedError:
        pass  # they may not look any longer; what they come back to will say so
    finally:
        leaving.cancel()
    await send({"type": "http.response.body", "body": b""})


async def _tell(asked: Asked, news: Subscription) -> AsyncIterator[str]:
    """Yield what to write, until the subscription is closed. Raises NotOpenedError once the client may not look."""
    look_at = time.monotonic() + LOOK_AGAIN
    while True:
        moved: dict[str, News] = {}
        try:
            async with asyncio.timeout(KEEP_ALIVE):
                moved = await anext(news)
        except StopAsyncIteration:
            return
        except TimeoutError:
            pass
        if time.monotonic() >= look_at or not moved.keys() <= set(asked.names):
            look_at = time.monotonic() + LOOK_AGAIN
            for name, number in (await _look(asked)).numbers.items():
                news.offer(name, number)
        yield _events(asked, news, moved) or _versions(asked, news)


def _events(asked: Asked, news: Subscription, moved: Mapping[str, News]) -> str:
    return "".join(
        f"id: {_id(asked, news)}\ndata: {_data(name, moved[name])}\n\n" for name in asked.names if name in moved
    )


def _data(stream: str, news: News) -> str:
    # What is told is JSON already.
    after = f', "after": {news.after}, "all": {news.all}' if news.all else ""
    own = f', "own": {news.own}' if news.own else ""
    return f'{{"stream": {json.dumps(stream)}, "number": {news.number}{after}{own}}}'


def _versions(asked: Asked, news: Subscription) -> str:
    numbers = {name: news.numbers[name] for name in asked.names}
    return f"id: {_id(asked, news)}\nevent: versions\ndata: {json.dumps(numbers)}\n\n"


def _id(asked: Asked, news: Subscription) -> str:
    return ".".join(str(news.numbers[name]) for name in asked.names)


async def _write(send: Send, text: str) -> None:
    await send({"type": "http.response.body", "body": text.encode(), "more_body": True})


async def _close_on_leaving(receive: Receive, news: Subscription) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    news.close()
