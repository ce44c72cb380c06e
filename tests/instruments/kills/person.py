"""Somebody at a pod: drafts and builds by the API, sends again what was not answered, and forgets nothing told."""

import contextlib
import http.client
import json
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gameplay.engine.core.chance import Stream
from tests.instruments.kills.told import Asked, Gate, Told

PATIENCE = 30.0  # seconds for an answer
REST = 0.3  # seconds between two moves, at most
DOZES = 25  # one in so many packs of few cards is left to the clock
FEW = 2
REPEATS = 8  # one in so many acknowledged requests is sent again


@dataclass(frozen=True)
class Place:
    """Where somebody sits, and what proves it."""

    seat: str
    pod: str
    cookie: str
    token: str


class Person(threading.Thread):
    """Runs until its deck is handed in, or it is told to ``leave``."""

    def __init__(self, place: Place, ports: Sequence[int], *, told: Told, gate: Gate, chance: Stream) -> None:
        super().__init__(name=place.seat, daemon=True)
        self.place, self.told = place, told
        self._gate, self._chance, self._ports = gate, chance, list(ports)
        self._wire: http.client.HTTPConnection | None = None
        self._unanswered: Asked | None = None
        self._dozing: tuple[str, int] | None = None
        self._left = self._done = False

    def leave(self) -> None:
        self._left = True

    @property
    def waits(self) -> bool:
        """Whether there is something it was not answered yet, and sends again."""
        return self._unanswered is not None

    @property
    def broken(self) -> bool:
        """Whether it has ended before it was done."""
        return not (self.is_alive() or self._done)

    def run(self) -> None:
        while not (self._done or self._left):
            with self._gate:
                self._done = self._move()
            time.sleep(REST * self._chance.below(100) / 100)

    def look(self, port: int) -> dict[str, Any] | None:
        """Return the pod as told at ``port``, if it answers."""
        with contextlib.closing(_connect(port)) as wire:
            status, state, _headers = _ask(wire, self.place, self._question(""))
        return state if status == 200 else None

    def _move(self) -> bool:
        """Do the next thing; return whether there is nothing more to do."""
        if self._unanswered:
            self._send(self._unanswered)
            return False
        status, state = self._get("")
        if status != 200:
            return False
        match state["state"]:
            case "picking":
                self._pick(state["pack"])
            case "building":
                self._build()
        return state["state"] == "done"

    def _pick(self, pack: dict[str, Any]) -> None:
        self.told.show(pack)
        turn, cards = (pack["id"], pack["number"]), pack["cards"]
        if self._dozing == turn:
            return
        card = cards[self._chance.below(len(cards))]["token"]
        if len(cards) <= FEW and pack["due_at"] and not self._chance.below(DOZES):
            self._dozing = turn
            self._do("/selection", "POST", {"card": card})
        else:
            self._do("/picks", "POST", {"pack": turn[0], "number": turn[1], "card": card})

    def _build(self) -> None:
        status, deck = self._get("/deck")
        if status != 200 or deck["state"] != "building":
            return
        pool = [card["ref"] for card in deck["cards"] for _copy in range(card["drafted"])]
        size, saved = deck["deck_size"], deck["count"]
        if saved == size:
            self._do("/submission", "POST", {})
        else:
            cards = sorted(self._chance.shuffled(pool)[: size if saved else size // 2])
            self._do("/deck", "PUT", {"cards": cards, "version": deck["version"]})

    def _do(self, what: str, method: str, body: dict[str, Any]) -> None:
        """Ask for something new, under a key of its own."""
        key = f"{self.place.seat}-{len(self.told.asked)}-{self._chance.word()}"
        self._unanswered = Asked(self.place.seat, what, method, body, key)
        self.told.asked.append(self._unanswered)
        self._send(self._unanswered)

    def _send(self, asked: Asked) -> None:
        status, said, headers = self._ask(asked)
        if status == 0 or status >= 500:
            return
        repeated = "Idempotency-Replayed" in headers
        if status < 300 and asked.was_done is not None and asked.was_done != repeated:
            self.told.faults.append(
                f"{asked} was {'done' if asked.was_done else 'not done'}, its repeat says otherwise"
            )
        if status not in {200, 201, 409}:
            self.told.faults.append(f"{asked} was answered {status}: {said}")
        asked.said, asked.status = said, status
        self._unanswered = None
        if status < 300 and not self._chance.below(REPEATS):
            self._repeat(asked)

    def _repeat(self, asked: Asked) -> None:
        status, said, headers = self._ask(asked)
        if status == 0 or status >= 500:
            return
        self.told.repeats += 1
        if (status, said) != (asked.status, asked.said) or "Idempotency-Replayed" not in headers:
            self.told.faults.append(f"{asked} was answered {status} the second time: {said}")

    def _get(self, what: str) -> tuple[int, Any]:
        status, said, _headers = self._ask(self._question(what))
        return status, said

    def _question(self, what: str) -> Asked:
        return Asked(self.place.seat, what, "GET", None, "")

    def _ask(self, asked: Asked) -> tuple[int, Any, Any]:
        self._wire = self._wire or _connect(self._ports[0])
        answer = _ask(self._wire, self.place, asked)
        if not answer[0]:
            self._wire.close()
            self._wire = None
            self._ports.append(self._ports.pop(0))  # the other web process may still be there
        return answer


def _connect(port: int) -> http.client.HTTPConnection:
    return http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)


def _ask(wire: http.client.HTTPConnection, place: Place, asked: Asked) -> tuple[int, Any, Any]:
    """Return the status, 0 without a whole answer, what was said, and the headers."""
    try:
        return _answer(wire, place, asked)
    except (OSError, http.client.HTTPException, ValueError):
        return 0, None, {}


def _answer(wire: http.client.HTTPConnection, place: Place, asked: Asked) -> tuple[int, Any, Any]:
    headers = {"Cookie": place.cookie, "X-CSRFToken": place.token, "Content-Type": "application/json"}
    if asked.key:
        headers["Idempotency-Key"] = asked.key
    body = None if asked.body is None else json.dumps(asked.body)
    wire.request(asked.method, f"/api/v1/pods/{place.pod}{asked.what}", body, headers)
    answer = wire.getresponse()
    content = answer.read()
    return answer.status, json.loads(content) if answer.status < 500 else None, answer.headers
