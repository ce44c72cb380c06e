"""What people at the pods were told, for whoever looks whether it still holds."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any


@dataclass
class Asked:
    """What somebody wants to know, or wants done under one key: that is sent again until it is answered."""

    seat: str
    what: str  # /picks, /selection, /deck or /submission
    method: str
    body: Any
    key: str
    status: int = 0  # of the answer; 0 while there is none
    said: Any = None
    was_done: bool | None = None  # found so, or not, by an inspection before there was an answer
    stands: bool = True  # until somebody else acts at the seat: what was selected is then selected no more


@dataclass
class Hand:
    """A pack before a seat: its cards in the order told, and every deadline that was told."""

    cards: list[str]
    deadlines: set[datetime | None] = field(default_factory=set)


@dataclass
class Told:
    """Everything the people of one event asked and were told."""

    asked: list[Asked] = field(default_factory=list)
    hands: dict[tuple[str, int], Hand] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    repeats: int = 0

    def answered(self) -> int:
        return len(self.asked) - len(self.in_doubt())

    def in_doubt(self) -> list[Asked]:
        return [asked for asked in self.asked if not asked.status]

    def change_hands(self, seat: str) -> None:
        """Note that somebody else acts at ``seat`` from now on."""
        for asked in self.asked:
            asked.stands = asked.stands and asked.seat != seat

    def show(self, pack: dict[str, Any]) -> None:
        """Note the ``pack`` somebody sees, as the API tells it: the same order whenever it is told."""
        turn, cards = (pack["id"], pack["number"]), [card["token"] for card in pack["cards"]]
        hand = self.hands.setdefault(turn, Hand(cards))
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
