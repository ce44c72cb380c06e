"""Somebody at a pod: drafts and builds by the API, sends again what was not answered, and forgets nothing told."""

import contextlib
import http.client
import json
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gameplay.engine.core.chance import RandomStream
from tests.instruments.kills.observations import ClientRequest, Gate, Observations

RESPONSE_TIMEOUT = 30.0  # seconds for an answer
MAX_PAUSE = 0.3  # seconds between two moves, at most
TIMEOUT_EVERY = 25  # one in so many packs of few cards is left to the clock
FEW_CARDS = 2
REPEAT_EVERY = 8  # one in so many acknowledged requests is sent again


@dataclass(frozen=True)
class SeatCredentials:
    """Where somebody sits, and what proves it."""

    seat: str
    pod: str
    cookie: str
    token: str


class SimulatedPlayer(threading.Thread):
    """Runs until its deck is handed in, or it is told to ``leave``."""

    def __init__(
        self,
        credentials: SeatCredentials,
        ports: Sequence[int],
        *,
        observations: Observations,
        gate: Gate,
        chance: RandomStream,
    ) -> None:
        super().__init__(name=credentials.seat, daemon=True)
        self.place, self.told = credentials, observations
        self._gate, self._chance, self._ports = gate, chance, list(ports)
        self._connection: http.client.HTTPConnection | None = None
        self._pending_request: ClientRequest | None = None
        self._left_to_clock: tuple[str, int] | None = None
        self._stopped = self._done = False

    def stop(self) -> None:
        self._stopped = True

    @property
    def has_pending_request(self) -> bool:
        """Whether there is something it was not answered yet, and sends again."""
        return self._pending_request is not None

    @property
    def has_crashed(self) -> bool:
        """Whether it has ended before it was done."""
        return not (self.is_alive() or self._done)

    def run(self) -> None:
        while not (self._done or self._stopped):
            with self._gate:
                self._done = self._act()
            time.sleep(MAX_PAUSE * self._chance.below(100) / 100)

    def fetch_view(self, port: int) -> dict[str, Any] | None:
        """Return the pod as told at ``port``, if it answers."""
        with contextlib.closing(_connect(port)) as wire:
            status, state, _headers = _try_exchange(wire, self.place, self._get_request(""))
        return state if status == 200 else None

    def _act(self) -> bool:
        """Do the next thing; return whether there is nothing more to do."""
        if self._pending_request:
            self._send(self._pending_request)
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
        self.told.record_pack(pack)
        turn, cards = (pack["id"], pack["number"]), pack["cards"]
        if self._left_to_clock == turn:
            return
        card = cards[self._chance.below(len(cards))]["token"]
        if len(cards) <= FEW_CARDS and pack["due_at"] and not self._chance.below(TIMEOUT_EVERY):
            self._left_to_clock = turn
            self._send_new("/selection", "POST", {"card": card})
        else:
            self._send_new("/picks", "POST", {"pack": turn[0], "number": turn[1], "card": card})

    def _build(self) -> None:
        status, deck = self._get("/deck")
        if status != 200 or deck["state"] != "building":
            return
        pool = [card["ref"] for card in deck["cards"] for _copy in range(card["drafted"])]
        size, saved = deck["deck_size"], deck["count"]
        if saved == size:
            self._send_new("/submission", "POST", {})
        else:
            cards = sorted(self._chance.shuffled(pool)[: size if saved else size // 2])
            self._send_new("/deck", "PUT", {"cards": cards, "version": deck["version"]})

    def _send_new(self, path: str, method: str, body: dict[str, Any]) -> None:
        """Ask for something new, under a key of its own."""
        key = f"{self.place.seat}-{len(self.told.requests)}-{self._chance.next_word()}"
        self._pending_request = ClientRequest(self.place.seat, path, method, body, key)
        self.told.requests.append(self._pending_request)
        self._send(self._pending_request)

    def _send(self, request: ClientRequest) -> None:
        status, said, headers = self._exchange(request)
        if status == 0 or status >= 500:
            return
        repeated = "Idempotency-Replayed" in headers
        if status < 300 and request.was_done is not None and request.was_done != repeated:
            self.told.faults.append(
                f"{request} was {'done' if request.was_done else 'not done'}, its repeat says otherwise"
            )
        if status not in {200, 201, 409}:
            self.told.faults.append(f"{request} was answered {status}: {said}")
        request.response, request.status = said, status
        self._pending_request = None
        if status < 300 and not self._chance.below(REPEAT_EVERY):
            self._repeat(request)

    def _repeat(self, request: ClientRequest) -> None:
        status, said, headers = self._exchange(request)
        if status == 0 or status >= 500:
            return
        self.told.repeats += 1
        if (status, said) != (request.status, request.response) or "Idempotency-Replayed" not in headers:
            self.told.faults.append(f"{request} was answered {status} the second time: {said}")

    def _get(self, path: str) -> tuple[int, Any]:
        status, said, _headers = self._exchange(self._get_request(path))
        return status, said

    def _get_request(self, path: str) -> ClientRequest:
        return ClientRequest(self.place.seat, path, "GET", None, "")

    def _exchange(self, request: ClientRequest) -> tuple[int, Any, Any]:
        self._connection = self._connection or _connect(self._ports[0])
        answer = _try_exchange(self._connection, self.place, request)
        if not answer[0]:
            self._connection.close()
            self._connection = None
            self._ports.append(self._ports.pop(0))  # the other web process may still be there
        return answer


def _connect(port: int) -> http.client.HTTPConnection:
    return http.client.HTTPConnection("127.0.0.1", port, timeout=RESPONSE_TIMEOUT)


def _try_exchange(
    connection: http.client.HTTPConnection, credentials: SeatCredentials, request: ClientRequest
) -> tuple[int, Any, Any]:
    """Return the status, 0 without a whole answer, what was said, and the headers."""
    try:
        return _exchange(connection, credentials, request)
    except (OSError, http.client.HTTPException, ValueError):
        return 0, None, {}


def _exchange(
    connection: http.client.HTTPConnection, credentials: SeatCredentials, request: ClientRequest
) -> tuple[int, Any, Any]:
    headers = {"Cookie": credentials.cookie, "X-CSRFToken": credentials.token, "Content-Type": "application/json"}
    if request.key:
        headers["Idempotency-Key"] = request.key
    body = None if request.body is None else json.dumps(request.body)
    connection.request(request.method, f"/api/v1/pods/{credentials.pod}{request.path}", body, headers)
    answer = connection.getresponse()
    content = answer.read()
    return answer.status, json.loads(content) if answer.status < 500 else None, answer.headers
