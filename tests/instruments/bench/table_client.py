"""The client of a seat at the open page of an online game."""

import asyncio
import re
import secrets
import time
from typing import Any
from urllib.parse import urlencode

from tests.instruments.bench.client import STREAM_NUMBER, LoadClient

PEOPLE_STREAMS = ("phrases/{}", "presence/game/{}")
QUESTION = re.compile(rb"data-choose\b.*?</form>", re.DOTALL)
INPUT = re.compile(rb'name="(number|after|option)"\s+value="(\d+)"')
EVENT_COUNT = re.compile(rb'data-events="(\d+)"')
ENDED = b'id="rematch"'


class TableClient(LoadClient):
    """Chooses a random option of each question. Fetches the parts of the page as deploy/live.js does."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.latest = 0
        self.event_count = ""
        self.asked = ""
        self.is_choosing = False
        self.people_numbers: dict[str, int] = {}
        self.questions: asyncio.Queue[dict[str, list[str]]] = asyncio.Queue()

    def stream_names(self) -> list[str]:
        game = self.seat["stream"].partition("/")[2]
        return [self.seat["stream"], *(name.format(game) for name in PEOPLE_STREAMS)]

    async def open_page(self) -> None:
        _, body = await self.request("GET", self.seat["page"], is_part=False)
        self.show(body)
        await self.fetch_people()

    async def play(self) -> None:
        while True:
            question = await self.questions.get()
            await self.think()
            await self.choose(question)

    async def choose(self, question: dict[str, list[str]]) -> None:
        answer = {name: question[name][0] for name in ("number", "after")}
        answer["option"] = secrets.choice(question["option"])
        self.is_choosing, began = True, time.monotonic()
        self.count.sent_at[self.seat["stream"], self.stream_number + 1] = began
        status, body = await self.request("POST", self.seat["page"], urlencode(answer))
        self.is_choosing = False
        self.count.add_ack("actions" if status == 200 else f"status {status}", began)
        if status == 200:
            self.show(body, is_own=True)
        else:
            self.asked = ""  # the question is shown again
            self.latest += 1
        await self.fetch_changes()

    async def receive_message(self, message: dict[str, Any]) -> None:
        name, number = message["stream"], message["number"]
        if name == self.seat["stream"]:
            self.latest = max(self.latest, number)
            if not self.is_choosing:  # the response to a choice has the changes as well
                await self.fetch_changes()
        elif number > self.people_numbers.get(name, 0):
            self.people_numbers[name] = number
            await self.fetch_people()

    async def fetch_changes(self) -> None:
        """Fetch the part of the table, if the stream has announced a change of it."""
        if self.latest <= self.stream_number:
            return
        self.count.add("looks")
        _, body = await self.request("GET", f"{self.seat['page']}?after={self.event_count}")
        self.show(body)

    async def fetch_people(self) -> None:
        self.count.add("people")
        await self.request("GET", f"{self.seat['page']}/people")

    def show(self, body: bytes, *, is_own: bool = False) -> None:
        """Show the table, and start to think about its question if it is a new one."""
        found, events = STREAM_NUMBER.search(body), EVENT_COUNT.search(body)
        assert found, body
        assert events, body
        shown = range(self.stream_number + 1, int(found[1]) + 1)
        self.stream_number, self.event_count = int(found[1]), events[1].decode()
        for number in shown:
            sent = self.count.sent_at.get((self.seat["stream"], number))
            if sent and not is_own:
                self.count.add_received(sent)
        question = read_question(body)
        if question and question["number"][0] != self.asked:
            self.asked = question["number"][0]
            self.questions.put_nowait(question)
        elif ENDED in body:
            self.count.add("ended")


def read_question(body: bytes) -> dict[str, list[str]]:
    """Return the values of the form of the question by the names of its fields; empty if nothing is asked."""
    form = QUESTION.search(body)
    fields: dict[str, list[str]] = {}
    for name, value in INPUT.findall(form[0]) if form else ():
        fields.setdefault(name.decode(), []).append(value.decode())
    return fields if "option" in fields else {}
