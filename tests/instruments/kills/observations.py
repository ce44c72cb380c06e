"""What people at the pods were told, for whoever looks whether it still holds."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any


@dataclass
class ClientRequest:
    """What somebody wants to know, or wants done under one key: that is sent again until it is answered."""

    seat: str
    path: str  # /picks, /selection, /deck or /submission
    method: str
    body: Any
    key: str
    status: int = 0  # of the answer; 0 while there is none
    response: Any = None
    was_done: bool | None = None  # found so, or not, by an inspection before there was an answer
    is_current: bool = True  # until somebody else acts at the seat: what was selected is then selected no more


@dataclass
class ShownPack:
    """A pack before a seat: its cards in the order told, and every deadline that was told."""

    cards: list[str]
    deadlines: set[datetime | None] = field(default_factory=set)


@dataclass
class Observations:
    """Everything the people of one event asked and were told."""

    requests: list[ClientRequest] = field(default_factory=list)
    shown_packs: dict[tuple[str, int], ShownPack] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    repeats: int = 0

    def answered_count(self) -> int:
        return len(self.requests) - len(self.unanswered_requests())

    def unanswered_requests(self) -> list[ClientRequest]:
        return [asked for asked in self.requests if not asked.status]

    def mark_substituted(self, seat: str) -> None:
        """Note that somebody else acts at ``seat`` from now on."""
        for asked in self.requests:
            asked.is_current = asked.is_current and asked.seat != seat

    def record_pack(self, pack: dict[str, Any]) -> None:
        """Note the ``pack`` somebody sees, as the API tells it: the same order whenever it is told."""
        turn, cards = (pack["id"], pack["number"]), [card["token"] for card in pack["cards"]]
        hand = self.shown_packs.setdefault(turn, ShownPack(cards))
        if hand.cards != cards:
            self.faults.append(f"pack {turn} was shown as {hand.cards}, then as {cards}")
        hand.deadlines.add(datetime.fromisoformat(pack["due_at"]) if pack["due_at"] else None)


class Gate:
    """Lets people ask; while it is closed nobody does, and nothing they asked is under way."""

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
