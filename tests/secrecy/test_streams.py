"""Check that streams send each seat only its own pack, and other accounts no secrets, byte by byte."""

import json
import socket
import threading
from collections.abc import Iterator
from datetime import datetime
from functools import partial
from typing import Any
from urllib.parse import quote, urlsplit

import pytest

from drafting.models import Pack, Seat
from drafting.selectors import live_payload
from drafting.selectors.open_round import OpenRound
from gameplay.models import LogStream
from tests.parts.waiting import eventually
from tests.secrecy.day import ANONYMOUS, SESSION, SecretDay, secret_day
from tests.secrecy.knowledge import leaks, may_know, secrets

LISTENERS = ("Alice", "Bob", "Jiro", "Olga", "Hana", "Tomas", "Otto", "Mallory", "Zoe", ANONYMOUS)


class Listener:
    """A client that follows all permitted streams and collects the received bytes."""

    def __init__(self, day: SecretDay, name: str, url: str) -> None:
        self.day, self.name, self.text = day, name, ""
        self.server = urlsplit(url)
        session = day.client(name).cookies.get(SESSION)
        self.cookie = f"Cookie: {SESSION}={session.value}\r\n" if session else ""
        names = [stream for pod in day.pods() for stream in (pod.stream, pod.desk_stream)]
        names += [stream for event in (day.event, day.other) for stream in (event.stream, event.desk_stream)]
        self.followed = [each for each in names if self._may_follow(each)]
        self.socket = self._connect(self.followed)
        self.reader = threading.Thread(target=self._read)
        self.reader.start()

    def close(self) -> None:
        self.socket.shutdown(socket.SHUT_RDWR)
        self.reader.join()
        self.socket.close()

    def _may_follow(self, stream: str) -> bool:
        with self._connect([stream]) as connection:
            start = connection.recv(1000).decode()
        self.text += start
        return " 200 " in start.splitlines()[0]

    def _connect(self, streams: list[str]) -> socket.socket:
        connection = socket.create_connection((self.server.hostname, self.server.port), timeout=60)
        query = "&".join(f"on={quote(each)}" for each in streams)
        connection.sendall(f"GET /stream?{query} HTTP/1.1\r\nHost: {self.server.netloc}\r\n{self.cookie}\r\n".encode())
        return connection

    def _read(self) -> None:
        while data := self.socket.recv(65536):
            self.text += data.decode()

    def has_received(self, moved: dict[str, int]) -> bool:
        """Return whether the current numbers of the followed streams have arrived."""
        events = [
            json.loads(line[5:]) for line in self.text.splitlines() if line.startswith("data:") and line.endswith("}")
        ]
        numbers = {event["stream"]: event["number"] for event in events if "stream" in event}
        return all(numbers.get(name) == number for name, number in moved.items() if name in self.followed)


@pytest.fixture
def listeners(live_server_url: str) -> Iterator[list[Listener]]:
    day = secret_day()
    day.seat()
    clients = [Listener(day, name, live_server_url) for name in LISTENERS]
    yield clients
    for each in clients:
        each.close()


@pytest.mark.clause("DRF-2.11", "DRF-2.14", "DRF-2.15")
def test_streams_send_each_seat_only_its_own_pack(listeners: list[Listener]):
    day = listeners[0].day
    day.open()
    payloads_with_marks = _draft_and_listen(day, listeners)

    assert payloads_with_marks > 10


def test_leak_of_a_neighbours_pack_is_detected(listeners: list[Listener], monkeypatch: pytest.MonkeyPatch):
    original = live_payload._own_payload

    def neighbours(seat: Seat, drafting: OpenRound, _waiting: list[Pack], now: datetime) -> dict[str, Any]:
        neighbour = drafting.seats[(seat.number + 1) % len(drafting.seats)]
        return original(neighbour, drafting, drafting.queues()[neighbour.number], now)

    monkeypatch.setattr(live_payload, "_own_payload", neighbours)
    day = listeners[0].day
    day.open()

    with pytest.raises(AssertionError, match="learns"):
        _draft_and_listen(day, listeners)


def _draft_and_listen(day: SecretDay, listeners: list[Listener]) -> int:
    """Let all players pick five times; return how many listeners received permitted marks, over all steps."""
    hidden, numbers, payloads_with_marks = secrets(day), dict[str, int](), 0
    for step in range(5):
        moved = {name: number for name, number in _numbers(day).items() if number != numbers.get(name)}
        assert eventually(partial(_all_have_received, listeners, moved), seconds=20)
        numbers |= moved
        for each in listeners:
            text, each.text = each.text, ""
            known = may_know(day, each.name)
            found = leaks(text, hidden, known)
            assert not found, f"{each.name} learns {sorted(found)[:3]} at step {step}"
            payloads_with_marks += any(mark in text for mark in known.marks)
        day.draft(1)
    return payloads_with_marks


def _numbers(day: SecretDay) -> dict[str, int]:
    names = [pod.stream for pod in day.pods()]
    return dict(LogStream.objects.filter(name__in=names).values_list("name", "number"))


def _all_have_received(listeners: list[Listener], moved: dict[str, int]) -> bool:
    return all(each.has_received(moved) for each in listeners)
