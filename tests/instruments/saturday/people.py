"""The people of an event: players with phones, the organizer at the desk, and the wall display."""

import asyncio
import random
import re
import secrets
import time
from dataclasses import dataclass, field
from typing import Any

from tests.instruments.bench.draft_client import DraftClient
from tests.instruments.saturday.browser import RELOAD_AFTER, SESSION, Browser, hidden_fields
from tests.instruments.saturday.experience import Experience

TODO = re.compile(rb'href="(/pod/[0-9a-f-]+/(?:draft|deck)|/match/[0-9a-f-]+)"')
DECK_LINK = b'/deck"'
FORM = re.compile(rb"<form\b.*?</form>", re.DOTALL)
VERSION = re.compile(rb'name="version" value="(\d+)"')
SCORES = ("2-0", "2-1")
DRAFT_CHECK = RELOAD_AFTER  # seconds without a pack, after which a player looks whether the draft is over


@dataclass
class EventPlan:
    """An event: its address, the code to join it, and what its people share."""

    slug: str
    code: str
    people: int
    joined: int = 0
    is_finished: bool = False
    is_open: asyncio.Event = field(default_factory=asyncio.Event)
    results: dict[str, tuple[str, str]] = field(default_factory=dict)
    """The first player of each match who reports, and the score; the opponent reports the same."""

    @property
    def page(self) -> str:
        return f"/e/{self.slug}/"


def new_seat(port: int) -> dict[str, Any]:
    """Return the seat of a browser without a session."""
    token = secrets.token_hex(16)
    return {"port": port, "page": "", "stream": "", "cookie": f"csrftoken={token}", "token": token}


class Player(Browser):
    """Joins an event by its code, drafts, builds a deck and reports results, all by the forms of the pages."""

    def __init__(
        self,
        name: str,
        event: EventPlan,
        port: int,
        seen: Experience,
        *,
        think: tuple[float, float],
        match: tuple[float, float],
    ) -> None:
        super().__init__(new_seat(port), think, seen)
        self.name, self.event, self.match_time = name, event, match
        self.done: set[str] = set()
        self.taken: set[tuple[str, str]] = set()
        """The packs and numbers of the picks: a page may have fetched a pack again before its pick was acknowledged."""
        self.is_drafting = False

    async def play(self) -> None:
        await self.join()
        while not self.event.is_finished:
            body = await self.load(self.event.page)
            todo = [path.decode() for path in TODO.findall(body) if path.decode() not in self.done]
            for path in todo:
                await self.act(path)
            if not todo:
                await self.wait_for_news()
        await self.load(f"{self.event.page}standings")
        self.close()

    async def act(self, path: str) -> None:
        """Do what a page waits for."""
        if path.startswith("/match/"):
            await self.report(path)
        elif path.endswith("/draft"):
            await self.draft(path)
        else:
            await self.build(path)

    async def join(self) -> None:
        path = f"/join/{self.event.code}"
        await self.event.is_open.wait()
        await self.load(path)
        status, _ = await self.request("POST", path, f"handle={self.name.replace(' ', '+')}", is_part=False)
        found = SESSION.search(self.response_head)
        assert status == 200, (status, self.name)
        assert found, self.response_head
        self.seat["cookie"] += f"; {found[1].decode()}"
        self.event.joined += 1
        self.experience.acknowledge("join", player=self.name, event=self.event.slug)

    async def draft(self, path: str) -> None:
        """Pick from each pack until the draft is over."""
        self.seat |= {"stream": path[1:].removesuffix("/draft")}
        self.stream_number, self.pack, self.packs = 0, {}, asyncio.Queue()
        self.is_drafting = True
        await self.load(path)
        await self.open_page()
        while self.is_drafting:
            try:
                pack = await asyncio.wait_for(self.packs.get(), DRAFT_CHECK)
            except TimeoutError:
                await self.open_page()
                continue
            if not pack:
                continue
            await self.think()
            if pack["id"] == self.pack.get("id") and (pack["id"], str(pack["number"])) not in self.taken:
                await self.take(pack)

    async def take(self, pack: dict[str, Any]) -> None:
        number = self.stream_number
        choice, status = await self.pick(pack)
        if number == self.stream_number:  # otherwise the signal may have come before the answer
            self.acknowledged_at = time.monotonic()
        if status == 204:
            self.taken.add((pack["id"], str(pack["number"])))
            self.experience.acknowledge("pick", player=self.name, **choice)
        else:  # for example because an earlier try was carried out; the page shows what is next
            self.experience.refused[f"{status} pick"] += 1
            await self.open_page()

    async def receive_message(self, message: dict[str, Any]) -> None:
        is_news = message["number"] > self.known.get(message["stream"], 0)
        await super().receive_message(message)
        if is_news and self.is_drafting and message["stream"] == self.seat["stream"]:
            if self.acknowledged_at:
                self.experience.add_signal_wait(self.acknowledged_at)
                self.acknowledged_at = 0.0
            await DraftClient.receive_message(self, message)

    def show(self, body: bytes) -> None:
        """Show the pack of a part of the draft page, which links to the deck when the draft is over."""
        self.is_drafting = DECK_LINK not in body
        super().show(body)
        if not self.is_drafting:
            self.packs.put_nowait({})

    async def build(self, path: str) -> None:
        body = await self.load(path)
        found = VERSION.search(body)
        if b'id="submit"' not in body or not found:
            await self.wait_for_news()
            return
        await self.be_busy()
        await self.send(path, {"do": "fill", "version": found[1].decode()}, is_part=True)
        if await self.send(path, {"do": "submit"}, is_part=True) == 200:
            self.done.add(path)
            self.experience.acknowledge("deck", player=self.name, pod=path.split("/")[2])

    async def report(self, path: str) -> None:
        """Report the result of a match; the player who reports first decides it."""
        body = await self.load(path)
        form = next((form for form in FORM.findall(body) if f'action="{path}/report"'.encode() in form), b"")
        if not form:
            await self.wait_for_news()
            return
        await self.be_busy()
        first, score = self.event.results.setdefault(path, (self.name, random.choice(SCORES)))
        if first != self.name:
            score = "-".join(reversed(score.split("-")))
        fields = hidden_fields(form) | {"quick": score}
        if await self.send(f"{path}/report", fields, key=f"{self.name} {path} {fields['seen']}") == 302:
            self.done.add(path)
            self.experience.acknowledge("report", player=self.name, match=path.split("/")[2], score=score)

    async def be_busy(self) -> None:
        """Build a deck or play a match: for some time there is no request."""
        await asyncio.sleep(random.uniform(*self.match_time))


class Organizer(Browser):
    """Takes each next step of an event at its desk, when it can be taken."""

    def __init__(self, event: EventPlan, seat: dict[str, Any], seen: Experience) -> None:
        super().__init__(seat, (0.5, 1.0), seen)
        self.event, self.desk = event, f"{event.page}manage"
        self.pack_rounds = dict[str, int | None]()

    async def receive_message(self, message: dict[str, Any]) -> None:
        """Note what is new. A pick is shown without another request, as in tournaments/pod_updates.js."""
        stream, payload = message["stream"], message.get("all")
        pack_round = payload.get("pack_round") if isinstance(payload, dict) else None
        if message["number"] <= self.known.get(stream, 0):
            return
        if pack_round and self.pack_rounds.get(stream) == pack_round:
            self.known[stream] = message["number"]
        else:
            self.pack_rounds[stream] = pack_round
            await super().receive_message(message)

    async def play(self) -> None:
        await self.load(self.desk)  # from here on, all players of the network can join
        self.event.is_open.set()
        while self.event.joined < self.event.people:
            await asyncio.sleep(0.2)
        while not self.event.is_finished:
            body = await self.load(self.desk)
            step = f'action="{self.desk}/step"'.encode()
            form = next((form for form in FORM.findall(body) if step in form and b"data-waiting" not in form), b"")
            if form:
                await self.take_step(hidden_fields(form))
            elif f'href="{self.desk}/finish"'.encode() in body and b'id="blocked"' not in body:
                await self.take_step({"step": "finish"})
            else:
                await self.wait_for_news()
        self.close()

    async def take_step(self, fields: dict[str, str]) -> None:
        if await self.send(f"{self.desk}/step", fields) == 302:
            self.experience.acknowledge("step", event=self.event.slug, step=fields["step"])
        elif fields["step"] != "finish":
            return
        self.event.is_finished = fields["step"] == "finish"


class Display(Browser):
    """The wall display of an event: it loads itself again when something has changed."""

    def __init__(self, event: EventPlan, port: int, seen: Experience) -> None:
        super().__init__(new_seat(port), (0.0, 0.0), seen)
        self.event = event

    async def play(self) -> None:
        while not self.event.is_finished:
            await self.load(f"{self.event.page}display")
            await self.wait_for_news(reload_after=10.0)  # the organizer may finish the event during this wait
        self.close()
