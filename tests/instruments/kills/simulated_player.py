"""A simulated player: drafts and builds a deck, and repeats unanswered requests.

Views and decks use the API. About half of the players send picks, selections and choices as an open page does.
"""

import contextlib
import http.client
import json
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from gameplay.engine.core.chance import RandomStream
from tests.instruments.kills.observations import ClientRequest, Gate, Observations

RESPONSE_TIMEOUT = 30.0  # seconds
FORM = "application/x-www-form-urlencoded"
MAX_PAUSE = 0.3  # maximum seconds between two actions
TIMEOUT_EVERY = 25  # on average, one in 25 packs of few cards is left to the clock
FEW_CARDS = 2
FORMS = {"/picks": "/pod/{}/pick", "/selection": "/pod/{}/select", "/choices": "/game/{}"}
"""The addresses to which an open page posts, by the paths of the API."""
REPEAT_EVERY = 8  # on average, one in 8 acknowledged requests is repeated


@dataclass(frozen=True)
class SeatCredentials:
    """The seat of a player at a pod or, in the ``collection`` games, at a game; the cookie and token of a session."""

    seat: str
    pod: str
    cookie: str
    token: str
    collection: str = "pods"


class SimulatedPlayer(threading.Thread):
    """Runs until its deck is submitted, or `stop` is called."""

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
        self.credentials, self.observations = credentials, observations
        self._gate, self._chance, self._ports = gate, chance, list(ports)
        self._uses_page = bool(chance.below(2))
        self._connection: http.client.HTTPConnection | None = None
        self._pending_request: ClientRequest | None = None
        self._left_to_clock: tuple[str, int] | None = None
        self._stopped = self._done = False

    def stop(self) -> None:
        self._stopped = True

    @property
    def has_pending_request(self) -> bool:
        """Whether a request is unanswered and will be repeated."""
        return self._pending_request is not None

    @property
    def has_crashed(self) -> bool:
        """Whether the thread has ended too early."""
        return not (self.is_alive() or self._done)

    def run(self) -> None:
        while not (self._done or self._stopped):
            with self._gate:
                self._done = self._act()
            time.sleep(MAX_PAUSE * self._chance.below(100) / 100)

    def fetch_view(self, port: int) -> dict[str, Any] | None:
        """Return the seat's view from the web process at ``port``; None if it does not respond."""
        with contextlib.closing(_connect(port)) as connection:
            status, state, _headers = _try_exchange(connection, self.credentials, self._get_request(""))
        return state if status == 200 else None

    def _act(self) -> bool:
        """Send the next request; return whether the player has finished."""
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
        self.observations.record_pack(pack)
        pack_and_number, cards = (pack["id"], pack["number"]), pack["cards"]
        if self._left_to_clock == pack_and_number:
            return
        card = cards[self._chance.below(len(cards))]["token"]
        if len(cards) <= FEW_CARDS and pack["due_at"] and not self._chance.below(TIMEOUT_EVERY):
            self._left_to_clock = pack_and_number
            self._send_new("/selection", "POST", {"card": card})
        else:
            self._send_new("/picks", "POST", {"pack": pack_and_number[0], "number": pack_and_number[1], "card": card})

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

    def _send_new(self, path: str, method: str, body: dict[str, Any], *, chosen: str = "") -> None:
        """Send a new request: a form of the page, or with a new idempotency key."""
        is_form = self._uses_page and path in FORMS
        key = f"{self.credentials.seat}-{len(self.observations.requests)}-{self._chance.next_word()}"
        request = ClientRequest(self.credentials.seat, path, method, body, key, chosen=chosen, is_form=is_form)
        self._pending_request = request
        self.observations.requests.append(request)
        self._send(request)

    def _send(self, request: ClientRequest) -> None:
        status, response, headers = self._exchange(request)
        if status == 0 or status >= 500:
            request.is_repeated = request.is_form
            return
        repeated = "Idempotency-Replayed" in headers
        if not request.is_form and status < 300 and request.was_done is not None and request.was_done != repeated:
            self.observations.faults.append(
                f"{request} was {'done' if request.was_done else 'not done'}, but its repeat was answered otherwise"
            )
        if status not in ({200, 204, 409} if request.is_form else {200, 201, 409}):
            self.observations.faults.append(f"{request} has the response {status}: {response}")
        request.response, request.status = response, status
        self._pending_request = None
        if not request.is_form and status < 300 and not self._chance.below(REPEAT_EVERY):
            self._repeat(request)

    def _repeat(self, request: ClientRequest) -> None:
        status, response, headers = self._exchange(request)
        if status == 0 or status >= 500:
            return
        self.observations.repeats += 1
        if (status, response) != (request.status, request.response) or "Idempotency-Replayed" not in headers:
            self.observations.faults.append(f"the repeat of {request} has the response {status}: {response}")

    def _get(self, path: str) -> tuple[int, Any]:
        status, response, _headers = self._exchange(self._get_request(path))
        return status, response

    def _get_request(self, path: str) -> ClientRequest:
        return ClientRequest(self.credentials.seat, path, "GET", None, "")

    def _exchange(self, request: ClientRequest) -> tuple[int, Any, Any]:
        self._connection = self._connection or _connect(self._ports[0])
        response = _try_exchange(self._connection, self.credentials, request)
        if not response[0]:
            self._connection.close()
            self._connection = None
            self._ports.append(self._ports.pop(0))  # try the other web process
        return response


def _connect(port: int) -> http.client.HTTPConnection:
    return http.client.HTTPConnection("127.0.0.1", port, timeout=RESPONSE_TIMEOUT)


def _try_exchange(
    connection: http.client.HTTPConnection, credentials: SeatCredentials, request: ClientRequest
) -> tuple[int, Any, Any]:
    """Return the status, the JSON body and the headers of the response; the status is 0 without a complete response."""
    try:
        return _exchange(connection, credentials, request)
    except (OSError, http.client.HTTPException, ValueError):
        return 0, None, {}


def _exchange(
    connection: http.client.HTTPConnection, credentials: SeatCredentials, request: ClientRequest
) -> tuple[int, Any, Any]:
    headers = {"Cookie": credentials.cookie, "X-CSRFToken": credentials.token}
    if request.is_form:
        origin = f"http://{connection.host}:{connection.port}"
        headers |= {"Content-Type": FORM, "Origin": origin, "Sec-Fetch-Site": "same-origin", "HX-Request": "true"}
        connection.request("POST", FORMS[request.path].format(credentials.pod), urlencode(request.body), headers)
    else:
        headers |= {"Content-Type": "application/json"} | ({"Idempotency-Key": request.key} if request.key else {})
        body = None if request.body is None else json.dumps(request.body)
        path = f"/api/v1/{credentials.collection}/{credentials.pod}{request.path}"
        connection.request(request.method, path, body, headers)
    response = connection.getresponse()
    content = response.read()
    is_json = response.status < 500 and not request.is_form
    return response.status, json.loads(content) if is_json else None, response.headers
