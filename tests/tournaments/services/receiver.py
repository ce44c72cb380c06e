"""An HTTP server that receives webhook messages, verifies their signatures and responds as configured."""

import base64
import hmac
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Receiver:
    """The received messages in order; ``answers`` are the next statuses to respond with, then always 204."""

    url: str = ""
    key: bytes = b""
    answers: list[int] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)
    messages: list[dict[str, Any]] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    invalid_signatures: int = 0

    def receive(self, sent: Any, body: bytes) -> int:
        content = b".".join((sent["webhook-id"].encode(), sent["webhook-timestamp"].encode(), body))
        expected = base64.b64encode(hmac.digest(self.key, content, sha256)).decode()
        self.invalid_signatures += sent["webhook-signature"] != f"v1,{expected}"
        self.messages.append(json.loads(body))
        self.ids.append(sent["webhook-id"])
        return self.answers.pop(0) if self.answers else 204


@contextmanager
def receiver() -> Iterator[Receiver]:
    """Run a receiver on the local host."""
    found = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            status = found.receive(self.headers, self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(status)
            for name, value in found.headers.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, *_args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    found.url = f"http://127.0.0.1:{server.server_port}/hook?by=us"
    try:
        yield found
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
