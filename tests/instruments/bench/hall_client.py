"""The clients of an event: an official who enters results, and people with an open page."""

import asyncio
import re
import secrets
import time
from typing import Any
from urllib.parse import urlencode

from tests.instruments.bench.client import LoadClient

NUMBERS = re.compile(rb'data-live="([^"]*)"\s+data-number="([^"]*)"\s+data-spread="(\d+)"')
OPEN_TABLE = re.compile(rb'data-state="missing"\s+data-find="(\d+) (?:(?!</tr>|chip error).)*</tr>', re.DOTALL)
NEW_RESULTS = b"data-new-results"


class HallClient(LoadClient):
    """A viewer, who follows the page as deploy/live.js and tournaments/result_updates.js do; or the official."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.numbers: dict[str, int] = {}
        self.spread, self.lists_all_results = 0.0, False
        self.fetching: asyncio.Task[None] | None = None

    @property
    def is_official(self) -> bool:
        return bool(self.seat["page"].endswith("/manage/result"))

    def stream_names(self) -> list[str]:
        return [self.seat["stream"], self.seat["stream"].replace("event/", "desk/")]

    async def open_page(self) -> None:
        if not self.is_official:
            await self.fetch()

    async def play(self) -> None:
        """Enter results at random open tables, if this is the official; else do nothing."""
        if not self.is_official:
            await asyncio.Event().wait()
        tables: list[bytes] = []
        while True:
            if not tables:
                pairings = self.seat["page"].replace("manage/result", "pairings?state=missing")
                tables = OPEN_TABLE.findall((await self.request("GET", pairings))[1])
            began = time.monotonic()
            table = tables.pop(secrets.randbelow(len(tables))).decode()
            self.count.sent_at["result"] = began
            status, _ = await self.request("POST", self.seat["page"], urlencode({"table": table, "score": "2-0"}))
            self.count.add_ack("actions" if status == 200 else f"status {status}", began)
            await self.think()

    async def receive_message(self, message: dict[str, Any]) -> None:
        """Show the changes of a payload, or fetch the page after a random time."""
        known = self.numbers.get(message["stream"], -1)
        if self.is_official or message["number"] <= known:
            return
        changes = message.get("all")
        if changes and known >= message["after"] and not (self.lists_all_results and any(c["all_in"] for c in changes)):
            self.numbers[message["stream"]] = message["number"]
            self.count.add_received(self.count.sent_at.get("result", time.monotonic()))
        elif self.fetching is None or self.fetching.done():
            self.fetching = asyncio.create_task(self.fetch_later())

    async def fetch_later(self) -> None:
        """Fetch the page within the time over which pages spread it."""
        await asyncio.sleep(self.spread * secrets.randbelow(1000) / 1_000_000)
        await self.fetch()

    async def fetch(self) -> None:
        """Fetch the page and note the numbers of its streams."""
        self.count.add("looks")
        _, body = await self.request("GET", self.seat["page"])
        if found := NUMBERS.search(body):
            names, numbers = found[1].decode().split(), map(int, found[2].split())
            self.numbers = dict(zip(names, numbers, strict=True))
            self.spread, self.lists_all_results = float(found[3]), NEW_RESULTS in body
