"""A push service and its browser, which decrypts messages (RFC 8291), and the verification of the sender (RFC 8292)."""

import base64
import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF, HKDFExpand
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decode(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class PushBrowser:
    """The subscription of a browser, with its private key."""

    endpoint: str = ""
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    secret: bytes = field(default_factory=lambda: os.urandom(16))

    @property
    def public(self) -> bytes:
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def subscription(self) -> dict[str, str]:
        return {"endpoint": self.endpoint, "p256dh": encode(self.public), "auth": encode(self.secret)}

    def decrypt(self, body: bytes) -> bytes:
        """Return the message in ``body``. Raise InvalidTag if it is not for this browser."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, text = body[21 : 21 + length], body[21 + length :]
        assert len(text) <= size
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        info = b"WebPush: info\0" + self.public + sender
        secret = HKDF(algorithm=SHA256(), length=32, salt=self.secret, info=info).derive(shared)
        prk = HKDF.extract(SHA256(), salt, secret)
        key = HKDFExpand(algorithm=SHA256(), length=16, info=b"Content-Encoding: aes128gcm\0").derive(prk)
        nonce = HKDFExpand(algorithm=SHA256(), length=12, info=b"Content-Encoding: nonce\0").derive(prk)
        padded = AESGCM(key).decrypt(nonce, text, None).rstrip(b"\0")
        assert padded.endswith(b"\x02")
        return padded[:-1]


@dataclass
class PushService:
    """The received messages; ``status`` is the response to each."""

    browser: PushBrowser
    status: int = 201
    messages: list[dict[str, Any]] = field(default_factory=list)
    headers: list[Any] = field(default_factory=list)
    bodies: list[bytes] = field(default_factory=list)

    @property
    def titles(self) -> list[str]:
        return [message["title"] for message in self.messages]

    def receive(self, headers: Any, body: bytes) -> None:
        assert headers["Content-Encoding"] == "aes128gcm"
        self.headers.append(headers)
        self.bodies.append(body)
        self.messages.append(json.loads(self.browser.decrypt(body)))


def verified_claims(authorization: str) -> tuple[dict[str, Any], str]:
    """Return the claims in a VAPID header and the sender's public key. Raise InvalidSignature (RFC 8292)."""
    scheme, _, rest = authorization.partition(" ")
    assert scheme == "vapid"
    values = dict(part.strip().split("=", 1) for part in rest.split(","))
    signed, _, signature = values["t"].rpartition(".")
    raw = decode(signature)
    der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    sender = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(values["k"]))
    sender.verify(der, signed.encode(), ec.ECDSA(SHA256()))
    return json.loads(decode(signed.partition(".")[2])), values["k"]


@contextmanager
def push_service() -> Iterator[PushService]:
    """Run a push service on the local host."""
    found = PushService(PushBrowser())

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            found.receive(self.headers, body)
            self.send_response(found.status)
            self.end_headers()

        def log_message(self, *_args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    found.browser.endpoint = f"http://127.0.0.1:{server.server_port}/push/abc"
    try:
        yield found
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
