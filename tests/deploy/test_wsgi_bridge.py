"""Test the WSGI bridge: which data reaches the view and the client, and when."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from deploy.server.wsgi_bridge import WsgiBridge

SOON = 10.0  # seconds


def ask(app: Callable[..., Any], *messages: dict[str, Any], on_message: Callable[[dict[str, Any]], None] = print):
    """Return the messages sent in response to a request with the body ``messages``; call ``on_message`` with each."""
    scope = {"type": "http", "http_version": "1.1", "method": "POST", "path": "/", "query_string": b"", "headers": []}
    coming, sent = list(messages), []

    async def receive() -> dict[str, Any]:
        return coming.pop(0)

    async def send(message: Any) -> None:
        sent.append(message)
        on_message(message)

    async def answered() -> None:
        async with asyncio.timeout(SOON):
            await WsgiBridge(app, workers=1)(scope, receive, send)

    asyncio.run(answered())
    return sent


def body_message(body: bytes = b"", *, more: bool = False) -> dict[str, Any]:
    return {"type": "http.request", "body": body, "more_body": more}


def echo(environ: dict[str, Any], start: Callable[..., Any]) -> list[bytes]:
    start("201 Created", [("X-Of", "Echo")])
    return [environ["wsgi.input"].read()]


@pytest.mark.parametrize(
    "messages", [[body_message(b"twelve")], [body_message(b"twe", more=True), body_message(b"lve")]]
)
def test_request_reaches_the_view_and_its_response_the_client(messages: list[dict[str, Any]]):
    start, *parts = ask(echo, *messages)

    assert start["status"] == 201
    assert start["headers"] == [(b"x-of", b"Echo")]
    assert b"".join(part["body"] for part in parts) == b"twelve"
    assert [part.get("more_body", False) for part in parts][-1] is False


def test_response_of_one_part_is_sent_in_one_message():
    assert [message["type"] for message in ask(echo, body_message())] == ["http.response.start", "http.response.body"]


def test_streaming_response_is_sent_as_it_is_produced():
    arrived = threading.Event()

    def export(environ: dict[str, Any], start: Callable[..., Any]) -> Iterator[bytes]:
        start("200 OK", [])
        yield b"first"
        yield b"second"
        assert arrived.wait(SOON)  # the first part is sent before the last is produced
        yield b"third"

    def on_message(message: dict[str, Any]) -> None:
        if message.get("body") == b"first":
            arrived.set()

    _, *parts = ask(export, body_message(), on_message=on_message)

    assert [(part["body"], part["more_body"]) for part in parts] == [
        (b"first", True), (b"second", True), (b"third", False),
    ]  # fmt: skip


def test_empty_response_is_sent():
    def empty(environ: dict[str, Any], start: Callable[..., Any]) -> list[bytes]:
        start("204 No Content", [])
        return []

    assert [message.get("status", message.get("body")) for message in ask(empty, body_message())] == [204, b""]


def test_response_is_closed_after_an_error():
    closed: list[bool] = []

    class Broken:
        def __iter__(self) -> Iterator[bytes]:
            raise ArithmeticError

        def close(self) -> None:
            closed.append(True)

    with pytest.raises(ArithmeticError):
        ask(lambda environ, start: Broken(), body_message())
    assert closed == [True]


def test_disconnected_client_gets_no_response():
    assert ask(echo, {"type": "http.disconnect"}) == []
