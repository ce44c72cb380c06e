"""The requests that players sent and the responses they received, for the inspection."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any


@dataclass
class ClientRequest:
    """A request of a player, to the API or, if it is a form, by an open page.

    A request with an idempotency key and a form are repeated until they are answered.
    """

    seat: str
    path: str  # /picks, /selection, /deck or /submission; /choices in a game
    method: str
    body: Any
    key: str
    status: int = 0  # of the response; 0 if there is none yet
    response: Any = None
    was_done: bool | None = None  # as found by an inspection before there was a response
    chosen: str = ""  # the code of the option, in a game
    is_current: bool = True  # false once another account acts for the seat, which cancels the selection
    is_form: bool = False  # has no idempotency key, so only the tables show whether an unanswered one was carried out
    is_repeated: bool = False  # a form that was not answered the first time; that may have been carried out

    @property
    def is_refused(self) -> bool:
        return self.status >= 300


@dataclass
class ShownPack:
    """A pack as it was shown to a seat: its cards in the order shown, and all deadlines shown."""

    cards: list[str]
    deadlines: set[datetime | None] = field(default_factory=set)


def is_sent_again(refused: ClientRequest, requests: Sequence[ClientRequest]) -> bool:
    """Return whether the player sent ``refused`` again later, with another key, and that was not refused.

    For example, the time of a pick was up, and an outage then moved its deadline.
    """
    later = requests[next(place for place, each in enumerate(requests) if each is refused) + 1 :]
    same = (refused.seat, refused.path, refused.body)
    return any(not each.is_refused and (each.seat, each.path, each.body) == same for each in later)


@dataclass
class Observations:
    """All requests and responses of the players of an event, and the faults found."""

    requests: list[ClientRequest] = field(default_factory=list)
    shown_packs: dict[tuple[str, int], ShownPack] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    repeats: int = 0

    def answered_count(self) -> int:
        return len(self.requests) - len(self.unanswered_requests())

    def unanswered_requests(self) -> list[ClientRequest]:
        return [request for request in self.requests if not request.status]

    def mark_substituted(self, seat: str) -> None:
        """Note that another account acts for ``seat`` from now on."""
        for request in self.requests:
            request.is_current = request.is_current and request.seat != seat

    def record_pack(self, pack: dict[str, Any]) -> None:
        """Record a ``pack`` from a response of the API; its order must be the same each time."""
        turn, cards = (pack["id"], pack["number"]), [card["token"] for card in pack["cards"]]
        shown = self.shown_packs.setdefault(turn, ShownPack(cards))
        if shown.cards != cards:
            self.faults.append(f"pack {turn} was shown as {shown.cards}, then as {cards}")
        shown.deadlines.add(datetime.fromisoformat(pack["due_at"]) if pack["due_at"] else None)


class Gate:
    """Allows requests; while it is closed, no request is sent or in progress."""

    def __init__(self) -> None:
        self._turn = threading.Condition()
        self._open, self._inside = True, 0

    def __enter__(self) -> None:
        with self._turn:
            self._turn.wait_for(lambda: self._open)
            self._inside += 1

    def __exit__(self, *error: object) -> None:
        with self._turn:
            self._inside -= 1
            self._turn.notify_all()

    @contextmanager
    def closed(self) -> Iterator[None]:
        with self._turn:
            self._open = False
            self._turn.wait_for(lambda: not self._inside)
        try:
            yield
        finally:
            with self._turn:
                self._open = True
                self._turn.notify_all()
