"""A browser with one open page: it follows the live parts of the page as deploy/live.js does, and sends its forms."""

import asyncio
import contextlib
import random
import re
import time
from typing import Any
from urllib.parse import urlencode, urlsplit

from tests.instruments.bench.client import LoadCounts
from tests.instruments.bench.draft_client import DraftClient
from tests.instruments.saturday.experience import Experience

LIVE_PART = re.compile(
    rb'data-live="([^"]*)"\s+data-number="([^"]*)"(?:\s+data-spread="(\d+)")?\s+hx-get="([^"]*)"', re.DOTALL
)
INPUT = re.compile(rb"<input\b[^>]*>")
ATTRIBUTE = re.compile(rb'\b(name|value)="([^"]*)"')
LOCATION = re.compile(rb"(?mi)^location: *(\S+)")
SESSION = re.compile(rb"(?mi)^set-cookie: *(session=[^;]+)")
ANSWER_TIMEOUT = 35.0  # seconds until a browser gives up
REPEAT_DELAY, OUTAGE_DELAY = 0.5, 3.0  # seconds until a lost request is sent again, and one that got status 503
RECONNECT_DELAY = (0.5, 1.5)  # seconds, as in deploy/live.js
RELOAD_AFTER = 60.0  # seconds without news, after which people load the page again


class Browser(DraftClient):
    """Repeats requests until the site answers them. ``seat`` has the port, the credentials and the page."""

    def __init__(self, seat: dict[str, Any], think_time: tuple[float, float], experience: Experience) -> None:
        super().__init__(seat, think_time, LoadCounts())
        self.experience = experience
        self.known: dict[str, int] = {}
        self.followed_since: dict[str, float] = {}
        self.spread = 0.0
        self.news = asyncio.Event()
        self.acknowledged_at = 0.0
        self._lost_at = 0.0
        self._listening: asyncio.Task[None] | None = None

    async def request(
        self, method: str, path: str, body: str = "", *, is_part: bool = True, key: str = ""
    ) -> tuple[int, bytes]:
        """Send a request until it is answered, and note what the person saw."""
        began = time.monotonic()
        while True:
            status, content = await self._try(method, path, body, is_part=is_part, key=key)
            self.experience.add_status(status)
            if 0 < status < 500 and status != 429:
                self.experience.add_wait(began)
                return status, content
            await asyncio.sleep(OUTAGE_DELAY if status in {429, 503} else REPEAT_DELAY)

    async def _try(self, method: str, path: str, body: str, **options: Any) -> tuple[int, bytes]:
        try:
            if not hasattr(self, "connection"):
                self.connection = await self._connect()
            return await asyncio.wait_for(super().request(method, path, body, **options), ANSWER_TIMEOUT)
        except (OSError, asyncio.IncompleteReadError, TimeoutError):
            self._disconnect()
            return 0, b""
        except asyncio.CancelledError:  # the answer must not be read as that of the next request
            self._disconnect()
            raise

    def _disconnect(self) -> None:
        if hasattr(self, "connection"):
            self.connection[1].close()

    async def load(self, path: str) -> bytes:
        """Open a page; follow redirects, and the streams of its live parts."""
        is_part = path == self.seat["page"]
        for _redirect in range(5):
            status, body = await self.request("GET", path, is_part=is_part)
            if not 300 <= status < 400:
                break
            found = LOCATION.search(self.response_head)
            assert found, self.response_head
            path, is_part = urlsplit(found[1].decode())._replace(scheme="", netloc="", fragment="").geturl(), False
        self.seat["page"] = path
        self.follow(body)
        return body

    async def send(self, path: str, fields: dict[str, str], *, key: str = "", is_part: bool = False) -> int:
        """Send a form; return the status of the answer."""
        status, _ = await self.request("POST", path, urlencode(fields), is_part=is_part, key=key)
        if status >= 400:
            self.experience.refused[f"{status} {re.sub('[0-9a-f-]{36}', '', path)}"] += 1
        return status

    def follow(self, body: bytes) -> None:
        """Follow the streams of the live parts of a page."""
        numbers: dict[str, int] = {}
        self.spread = 0.0
        for names, versions, spread, _address in LIVE_PART.findall(body):
            numbers |= zip(names.decode().split(), map(int, versions.split()), strict=True)
            self.spread = max(self.spread, int(spread or 0) / 1000)
        now = time.monotonic()
        self.followed_since = {name: self.followed_since.get(name, now) for name in numbers}
        is_changed = numbers.keys() != self.known.keys()
        is_current = all(number >= self.known.get(name, 0) for name, number in numbers.items())
        self.known = {name: max(number, self.known.get(name, 0)) for name, number in numbers.items()}
        if is_current:  # otherwise something changed while the page was on its way
            self.news.clear()
        if is_changed and numbers:
            self.open_new_stream()

    def stream_names(self) -> list[str]:
        return list(self.known)

    def open_new_stream(self) -> None:
        if self._listening:
            self._listening.cancel()
        self._lost_at = 0.0
        self._listening = asyncio.create_task(self.listen())

    def close(self) -> None:
        if self._listening:
            self._listening.cancel()

    async def listen(self) -> None:
        """Follow the streams, and connect again when the connection ends."""
        while True:
            try:
                await self.open_stream()
                if self._lost_at:
                    self.experience.add_gap(self._lost_at)
                self.experience.add_stream(+1)
                try:
                    await super().listen()
                finally:
                    self.stream_writer.close()
                    self.experience.add_stream(-1)
                    self._lost_at = time.monotonic()
            except (OSError, asyncio.IncompleteReadError, RuntimeError):
                self._lost_at = self._lost_at or time.monotonic()
            await asyncio.sleep(random.uniform(*RECONNECT_DELAY))

    async def receive_message(self, message: dict[str, Any]) -> None:
        name, number = message["stream"], message["number"]
        if number <= self.known.get(name, 0):
            return
        self.known[name] = number
        self.experience.add_signal(name, number, followed_since=self.followed_since[name])
        self.news.set()

    async def wait_for_news(self, reload_after: float = RELOAD_AFTER) -> None:
        """Wait until a live part of the page is out of date, then for its random delay."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.news.wait(), reload_after)
        await asyncio.sleep(self.spread * random.random())


def hidden_fields(form: bytes) -> dict[str, str]:
    """Return the names and values of the inputs of a form, without its CSRF token."""
    inputs = [dict(ATTRIBUTE.findall(tag)) for tag in INPUT.findall(form) if b'type="hidden"' in tag]
    fields = {each[b"name"].decode(): each.get(b"value", b"").decode() for each in inputs}
    return {name: value for name, value in fields.items() if name != "csrfmiddlewaretoken"}
