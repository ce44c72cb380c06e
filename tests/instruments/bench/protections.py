"""Measure what the limits of connections, bodies and addresses add to the CPU time of a request."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from deploy.server.addresses import set_client
from deploy.server.connections import LimitedHttp
from deploy.server.request_bodies import BodyReader

REQUESTS, ROUNDS = 2000, 15
BODY = b"pack=0f8fad5b-d9cb-469f-a165-70867728950e&number=7&card=d41d8cd98f00b204&csrfmiddlewaretoken=" + b"x" * 64
HEAD = (
    b"POST /pod/0f8fad5b-d9cb-469f-a165-70867728950e/draft HTTP/1.1\r\nHost: draft.example\r\n"
    b"Content-Type: application/x-www-form-urlencoded\r\nX-Forwarded-For: 192.0.2.1\r\nHX-Request: true\r\n"
    b"Cookie: session=0f8fad5bd9cb469fa16570867728950e; csrftoken=0f8fad5bd9cb469fa16570867728950e\r\n"
    b"Content-Length: %d\r\n\r\n"
)
PICK = HEAD % len(BODY) + BODY
ANSWER = ({"type": "http.response.start", "status": 204, "headers": []}, {"type": "http.response.body", "body": b""})
Application = Callable[[Any, Any, Any], Awaitable[None]]


class _Transport(asyncio.Transport):
    """A connection whose responses are discarded."""

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return ("192.0.2.9", 5000) if name == "peername" else default

    def write(self, data: Any) -> None: ...

    def is_closing(self) -> bool:
        return False

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None: ...

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...

    def close(self) -> None: ...


_bodies = BodyReader()


async def _limited(scope: Any, receive: Any, send: Any) -> None:
    set_client(scope, send, proxies=1)
    await _bodies.read(scope, receive)
    for message in ANSWER:
        await send(message)


async def _unlimited(scope: Any, receive: Any, send: Any) -> None:
    while (await receive()).get("more_body"):
        pass
    for message in ANSWER:
        await send(message)


def measure() -> list[dict[str, Any]]:
    """Return the CPU time of a request that posts a pick, without what a page does: the best of alternating rounds."""
    times: dict[str, list[float]] = {"without": [], "with": []}
    for _round in range(ROUNDS):
        times["without"].append(asyncio.run(_time_requests(HttpToolsProtocol, _unlimited)))
        times["with"].append(asyncio.run(_time_requests(LimitedHttp, _limited)))
    best = {f"us_{name}_limits": round(min(values) * 1e6, 1) for name, values in times.items()}
    return [{"name": "protections", **best, "us_added": round(best["us_with_limits"] - best["us_without_limits"], 1)}]


async def _time_requests(kind: type[HttpToolsProtocol], application: Application) -> float:
    """Return the CPU seconds of a request on a connection that is kept open."""
    config = Config(application, log_level="error", access_log=False, proxy_headers=False)
    config.load()
    protocol = kind(config, ServerState(), {}, asyncio.get_running_loop())
    protocol.connection_made(_Transport())
    began = time.process_time()
    for _request in range(REQUESTS):
        protocol.data_received(PICK)
        while not protocol.cycle.response_complete:
            await asyncio.sleep(0)
    used = time.process_time() - began
    protocol.connection_lost(None)
    return used / REQUESTS
