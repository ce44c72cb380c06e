"""The client of a seat at an open draft page."""

import asyncio
import re
import secrets
import time
from typing import Any
from urllib.parse import urlencode

from tests.instruments.bench.client import STREAM_NUMBER, LoadClient

HIDDEN_INPUT = re.compile(rb'name="(pack|number)" value="([^"]*)"')
CARD_TOKEN = re.compile(rb'name="card" value="([\w-]+)"')


class DraftClient(LoadClient):
    """Picks a random card from each pack. Follows the stream as drafting/draft.js does."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.pack, self.idle_since = dict[str, Any](), 0.0
        self.packs: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def play(self) -> None:
        while True:
            pack = await self.packs.get()
            await self.think()
            while not self.packs.empty():
                pack = self.packs.get_nowait()
            await self.pick(pack)

    async def pick(self, pack: dict[str, Any]) -> tuple[dict[str, str], int]:
        """Pick a random card; return what was sent and the status of the response."""
        choice = {"pack": pack["id"], "number": pack["number"], "card": secrets.choice(pack["cards"])}
        await self.request("POST", f"/{self.seat['stream']}/select", urlencode(choice))  # as soon as it is chosen
        self.pack, self.idle_since = {}, time.monotonic()
        self.count.sent_at[pack["id"]] = began = self.idle_since
        status, _ = await self.request("POST", f"/{self.seat['stream']}/pick", urlencode(choice))
        self.count.add_ack("actions" if status == 204 else f"status {status}", began)
        return choice, status

    async def receive_message(self, message: dict[str, Any]) -> None:
        """Use the payload, or fetch the page if that is not enough."""
        if message["number"] <= self.stream_number:
            return
        if "all" not in message or message["after"] > self.stream_number:
            await self.fetch_part()
        elif pack := message.get("own", {}).get("pack"):
            self.receive(pack | {"cards": [token for token, _ in pack["cards"]]})
        self.stream_number = max(self.stream_number, message["number"])

    def receive(self, pack: dict[str, Any]) -> None:
        sent = self.count.sent_at.get(pack["id"], 0.0)
        # Otherwise the pack was already waiting.
        if sent > self.idle_since and not self.pack:
            self.count.add_received(sent)
        if self.pack.get("id") != pack["id"]:
            self.pack = pack
            self.packs.put_nowait(pack)

    async def fetch_part(self) -> None:
        self.count.add("looks")
        await self.open_page()

    async def open_page(self) -> None:
        """Fetch the page, and later only the part of it that shows the pack."""
        _, body = await self.request("GET", self.seat["page"], is_part=bool(self.stream_number))
        self.show(body)

    def show(self, body: bytes) -> None:
        """Show the pack of a part, unless the stream has sent newer data."""
        found = STREAM_NUMBER.search(body)
        if found is None or int(found[1]) < self.stream_number:
            return
        self.stream_number = int(found[1])
        shown = body.partition(b"draft-phrases")[0]
        if cards := CARD_TOKEN.findall(shown):
            hidden = {name.decode(): value.decode() for name, value in HIDDEN_INPUT.findall(shown)}
            self.receive({"id": hidden["pack"], "number": hidden["number"], "cards": [card.decode() for card in cards]})
