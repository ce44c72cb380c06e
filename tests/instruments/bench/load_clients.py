"""Hundreds of simulated clients in one process, with the requests and the stream of an open draft page.

``python -m tests.instruments.bench.load_clients`` reads a line of JSON with all seats, and prints "ready" once all
clients are connected. It then reads the times between which to count, and prints the counts. It does not use Django.
"""

import asyncio
import gzip
import json
import re
import secrets
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

MAX_LINE = 1_000_000  # bytes, the limit of a line of the stream
HIDDEN_INPUT = re.compile(rb'name="(pack|number)" value="([^"]*)"')
CARD_TOKEN = re.compile(rb'name="card" value="([\w-]+)"')
STREAM_NUMBER = re.compile(rb'data-number="(\d+)"')


@dataclass
class LoadCounts:
    """The requests and responses between two times of the monotonic clock."""

    began: float = float("inf")
    ended: float = float("inf")
    counters: Counter[str] = field(default_factory=Counter)
    ack_times: list[float] = field(default_factory=list)
    pass_times: list[float] = field(default_factory=list)
    sent_at: dict[str, float] = field(default_factory=dict)

    def is_running(self) -> bool:
        return self.began <= time.monotonic() < self.ended

    def add(self, name: str, amount: int = 1) -> None:
        if self.is_running():
            self.counters[name] += amount


class LoadClient:
    """The client of one seat: a stream that stays open, and a connection for requests."""

    def __init__(self, seat: dict[str, Any], think_time: tuple[float, float], counts: LoadCounts) -> None:
        self.seat, self.think, self.count = seat, think_time, counts
        self.stream_number, self.pack, self.idle_since = 0, dict[str, Any](), 0.0
        self.packs: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.request_lock = asyncio.Lock()

    async def connect(self) -> None:
        """Open the page, then its stream."""
        self.connection = await self._connect()
        await self.fetch_page()
        self.stream, self.stream_writer = await self._connect()
        self.stream_writer.write(self._head("GET", f"/stream?on=pod/{self.seat['pod']}", ""))
        head = await self.stream.readuntil(b"\r\n\r\n")
        if b" 200 " not in head.split(b"\r\n")[0]:
            raise RuntimeError(f"the stream could not be opened: {head!r}")
        self.tasks = [asyncio.create_task(self.listen()), asyncio.create_task(self.draft())]

    async def draft(self) -> None:
        while True:
            pack = await self.packs.get()
            minimum, maximum = self.think
            await asyncio.sleep(minimum + (maximum - minimum) * secrets.randbelow(1000) / 1000)
            while not self.packs.empty():
                pack = self.packs.get_nowait()
            await self.pick(pack)

    async def pick(self, pack: dict[str, Any]) -> None:
        choice = {"pack": pack["id"], "number": pack["number"], "card": secrets.choice(pack["cards"])}
        self.pack, self.idle_since = {}, time.monotonic()
        self.count.sent_at[pack["id"]] = began = self.idle_since
        status, _ = await self.request("POST", f"/pod/{self.seat['pod']}/pick", urlencode(choice))
        if not self.count.is_running():
            return
        self.count.add("picks" if status == 204 else f"status {status}")
        self.count.ack_times.append(time.monotonic() - began)

    async def listen(self) -> None:
        """Follow the stream as drafting/draft.js does: use the payload, or fetch the page if that is not enough."""
        while True:
            block = await self.stream.readuntil(b"\n\n")
            self.count.add("bytes", len(block))
            if b"data: " not in block:
                continue
            self.count.add("messages")
            payload = json.loads(block.partition(b"data: ")[2].split(b"\n")[0])
            if payload.get("number", 0) <= self.stream_number:
                continue
            if "all" not in payload or payload["after"] > self.stream_number:
                self.count.add("looks")
                await self.fetch_page()
            elif pack := payload.get("own", {}).get("pack"):
                self.receive(pack | {"cards": [token for token, _ in pack["cards"]]})
            self.stream_number = max(self.stream_number, payload["number"])

    def receive(self, pack: dict[str, Any]) -> None:
        sent = self.count.sent_at.get(pack["id"], 0.0)
        # Otherwise the pack was already waiting.
        if sent > self.idle_since and not self.pack and self.count.is_running():
            self.count.pass_times.append(time.monotonic() - sent)
        if self.pack.get("id") != pack["id"]:
            self.pack = pack
            self.packs.put_nowait(pack)

    async def fetch_page(self) -> None:
        """Fetch the part of the page that shows the pack."""
        _, body = await self.request("GET", f"/pod/{self.seat['pod']}/draft")
        found = STREAM_NUMBER.search(body)
        if found is None or int(found[1]) < self.stream_number:
            return  # the stream sent newer data meanwhile
        self.stream_number = int(found[1])
        shown = body.partition(b"draft-phrases")[0]
        if cards := CARD_TOKEN.findall(shown):
            hidden = {name.decode(): value.decode() for name, value in HIDDEN_INPUT.findall(shown)}
            self.receive({"id": hidden["pack"], "number": hidden["number"], "cards": [card.decode() for card in cards]})

    async def request(self, method: str, path: str, body: str = "") -> tuple[int, bytes]:
        async with self.request_lock:
            return await self._request(method, path, body)

    async def _request(self, method: str, path: str, body: str) -> tuple[int, bytes]:
        if self.connection[0].at_eof():  # the server closes idle connections; a browser reconnects
            self.connection = await self._connect()
        reader, writer = self.connection
        writer.write(self._head(method, path, body))
        head = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", head.lower())
        content = await reader.readexactly(int(length[1])) if length else b""
        self.count.add("bytes", len(head) + len(content))
        self.count.add("messages")
        if b"content-encoding: gzip" in head.lower():
            content = gzip.decompress(content)
        return int(head.split(b" ", 2)[1]), content

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.seat["port"], limit=MAX_LINE)

    def _head(self, method: str, path: str, body: str) -> bytes:
        lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", f"Cookie: {self.seat['cookie']}", "HX-Request: true"]
        lines += [f"X-CSRFToken: {self.seat['token']}", "Accept-Encoding: gzip", f"Content-Length: {len(body)}"]
        return "\r\n".join([*lines, "Content-Type: application/x-www-form-urlencoded", "", body]).encode()


async def main() -> None:
    """Connect all clients, let them draft, and print the counts."""
    arguments = json.loads(sys.stdin.readline())
    count = LoadCounts()
    players = [LoadClient(seat, tuple(arguments["think"]), count) for seat in arguments["seats"]]
    for first in range(0, len(players), 16):
        await asyncio.gather(*(player.connect() for player in players[first : first + 16]))
    print("ready", flush=True)
    count.began, count.ended = json.loads(await asyncio.to_thread(sys.stdin.readline))
    lateness = []
    while (now := time.monotonic()) < count.ended:
        await asyncio.sleep(0.1)
        lateness.append(time.monotonic() - now - 0.1)
    broken = [task for player in players for task in player.tasks if task.done()]
    result = {"counters": count.counters, "acks": count.ack_times, "passes": count.pass_times, "late": lateness}
    print(json.dumps(result | {"broken": len(broken)}), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
