"""What of a page reaches its client when, and what reaches the page."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from deploy.wsgi_bridge import WsgiBridge

SOON = 10.0  # seconds


def ask(app: Callable[..., Any], *messages: dict[str, Any], heard: Callable[[dict[str, Any]], None] = print):
    """Return what is sent for a request whose body comes in ``messages``; ``heard`` is told of each as it is sent."""
    scope = {"type": "http", "http_version": "1.1", "method": "POST", "path": "/", "query_string": b"", "headers": []}
    coming, sent = list(messages), []

    async def receive() -> dict[str, Any]:
        return coming.pop(0)

    async def send(message: Any) -> None:
        sent.append(message)
        heard(message)

    async def answered() -> None:
        async with asyncio.timeout(SOON):
            await WsgiBridge(app, workers=1)(scope, receive, send)

    asyncio.run(answered())
    return sent


def came(body: bytes = b"", *, more: bool = False) -> dict[str, Any]:
    return {"type": "http.request", "body": body, "more_body": more}


def echo(environ: dict[str, Any], start: Callable[..., Any]) -> list[bytes]:
    start("201 Created", [("X-Of", "Echo")])
    return [environ["wsgi.input"].read()]


@pytest.mark.parametrize("messages", [[came(b"twelve")], [came(b"twe", more=True), came(b"lve")]])
def test_what_is_sent_reaches_the_page_and_its_answer_the_sender(messages: list[dict[str, Any]]):
    start, *parts = ask(echo, *messages)

    assert start["status"] == 201
    assert start["headers"] == [(b"x-of", b"Echo")]
    assert b"".join(part["body"] for part in parts) == b"twelve"
    assert [part.get("more_body", False) for part in parts][-1] is False


def test_a_page_of_one_part_is_sent_in_one_go():
    assert [message["type"] for message in ask(echo, came())] == ["http.response.start", "http.response.body"]


def test_an_answer_in_parts_is_sent_as_it_is_made():
    arrived = threading.Event()

    def export(environ: dict[str, Any], start: Callable[..., Any]) -> Iterator[bytes]:
        start("200 OK", [])
        yield b"first"
        yield b"second"
        assert arrived.wait(SOON)  # for the first to be sent, while the last is still to be made
        yield b"third"

    def heard(message: dict[str, Any]) -> None:
        if message.get("body") == b"first":
            arrived.set()

    _, *parts = ask(export, came(), heard=heard)

    assert [(part["body"], part["more_body"]) for part in parts] == [
        (b"first", True), (b"second", True), (b"third", False),
    ]  # fmt: skip


def test_an_answer_without_a_part_is_sent_too():
    def empty(environ: dict[str, Any], start: Callable[..., Any]) -> list[bytes]:
        start("204 No Content", [])
        return []

    assert [message.get("status", message.get("body")) for message in ask(empty, came())] == [204, b""]


def test_a_page_is_closed_even_if_it_breaks():
    closed: list[bool] = []

    class Broken:
        def __iter__(self) -> Iterator[bytes]:
            raise ArithmeticError

        def close(self) -> None:
            closed.append(True)

    with pytest.raises(ArithmeticError):
        ask(lambda environ, start: Broken(), came())
    assert closed == [True]


def test_who_has_left_is_not_answered():
    assert ask(echo, {"type": "http.disconnect"}) == []
