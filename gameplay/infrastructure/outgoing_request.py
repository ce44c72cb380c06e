"""HTTP requests to URLs chosen by users: only to public addresses, and with strict timeouts (against SSRF).

Uses the standard library, because the checked address must be the one that is connected to. Common HTTP clients resolve
the name a second time, follow redirects or obey a proxy.
"""

import contextlib
import ipaddress
import re
import socket
import ssl
import threading
from collections.abc import Iterator, Mapping
from http.client import HTTPConnection, HTTPException
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

from gameplay.engine.core.errors import RulesError, _

STEP_TIMEOUT = 10.0  # seconds for each step
TOTAL_TIMEOUT = 20.0  # seconds for all steps: a receiver that sends single bytes slowly must not block the sender
GLOBAL_UNICAST = ipaddress.ip_network("2000::/3")
"""The only part of IPv6 with public addresses (RFC 4291, IANA's IPv6 address space).

Outside of it are addresses with an embedded IPv4 address (::a.b.c.d, ::ffff:a.b.c.d, NAT64 in 64:ff9b::/96 and
64:ff9b:1::/48) and the deprecated site-local ones (fec0::/10), which the standard library's `is_global` accepts.
"""
SPECIAL_NETWORKS = [
    ipaddress.ip_network(net)
    for net in (
        "168.63.129.16/32",  # the host of an Azure virtual machine, reachable from inside only
        "192.0.0.0/24",  # protocol assignments (RFC 6890)
        "192.31.196.0/24",  # AS112 (RFC 7535)
        "192.52.193.0/24",  # AMT (RFC 7450)
        "192.88.99.0/24",  # relays of 6to4 (RFC 7526)
        "192.175.48.0/24",  # AS112 (RFC 7534)
        "2001::/23",  # protocol assignments, with Teredo, which embeds an IPv4 address (RFC 2928, RFC 4380)
        "2002::/16",  # 6to4, which embeds one, too (RFC 3056)
        "2620:4f:8000::/48",  # AS112 (RFC 7534)
        "3fff::/20",  # documentation (RFC 9637)
    )
]
"""Networks that `is_global` accepts in some Python version although IANA's registries list them as special-purpose.

Includes an internal address of a cloud provider.
"""
HOST_NAME = re.compile(r"(?!-)[A-Za-z0-9_-]{1,63}(\.(?!-)[A-Za-z0-9_-]{1,63})*\.?")
NUMERIC_LABEL = re.compile(r"(0[xX][0-9A-Fa-f]*|[0-9]+)\.?")


class AddressRefusedError(RulesError):
    """The URL is not a public HTTPS URL."""

    code = "webhook_address"
    sentence = _("Enter a public URL that begins with https:// and has no user name or password in it.")
    field = "url"


class UnreachableError(Exception):
    """There was no response. ``fault`` is the cause: address, name, timeout, tls or connection."""

    def __init__(self, fault: str) -> None:
        self.fault = fault
        super().__init__(fault)


class OutgoingResponse(NamedTuple):
    """An HTTP status, and the Retry-After of the receiver in seconds, 0 if there is none."""

    status: int
    retry_after: int = 0


def check_url(url: str) -> SplitResult:
    """Return the parts of ``url``. Raises AddressRefusedError for a URL that is not allowed.

    A host name is only resolved when a message is sent, because its address may have changed by then.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise AddressRefusedError from error
    host = parts.hostname or ""
    plain = parts.scheme == "http" and settings.ALLOW_LOCAL_WEBHOOKS and host in {"localhost", "127.0.0.1", "::1"}
    if not host or not (plain or parts.scheme == "https") or parts.username is not None or parts.fragment or port == 0:
        raise AddressRefusedError
    if not url.isascii() or not url.isprintable() or set(url) & set(" \\") or not _is_allowed_host(host):
        raise AddressRefusedError
    return parts


def post_request(url: str, headers: Mapping[str, str], body: bytes) -> OutgoingResponse:
    """Send ``body`` to ``url`` and return the response's status; its body is not read.

    Redirects are not followed. Raises UnreachableError.
    """
    try:
        parts = check_url(url)
    except AddressRefusedError as error:
        raise UnreachableError("address") from error
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        with _connected(parts) as connection:
            connection.request("POST", path, body, {"Host": parts.netloc, **headers})
            answer = connection.getresponse()
            return OutgoingResponse(answer.status, _seconds(answer.headers.get("Retry-After", "")))
    except TimeoutError as error:
        raise UnreachableError("timeout") from error
    except ssl.SSLError as error:
        raise UnreachableError("tls") from error
    except (OSError, HTTPException, ValueError) as error:
        raise UnreachableError("connection") from error


@contextlib.contextmanager
def _connected(parts: SplitResult) -> Iterator[HTTPConnection]:
    """Connect to the checked address, and close the connection after TOTAL_TIMEOUT at the latest."""
    host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
    with contextlib.closing(socket.create_connection((_address(host, port), port), STEP_TIMEOUT)) as plain:
        line = plain
        if parts.scheme == "https":
            context = ssl.create_default_context()
            line = context.wrap_socket(plain, server_hostname=host, do_handshake_on_connect=False)
        with contextlib.closing(line), _time_limit(TOTAL_TIMEOUT, line):
            if isinstance(line, ssl.SSLSocket):
                line.do_handshake()
            connection = HTTPConnection(host, port)
            connection.sock = line
            with contextlib.closing(connection):
                yield connection


@contextlib.contextmanager
def _time_limit(seconds: float, line: socket.socket) -> Iterator[None]:
    def shut_down() -> None:
        with contextlib.suppress(OSError):
            socket.socket.shutdown(line, socket.SHUT_RDWR)

    timer = threading.Timer(seconds, shut_down)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _address(host: str, port: int) -> str:
    """Return the first current address of ``host``. Raises UnreachableError if any of its addresses is not public."""
    try:
        found = [str(each[4][0]) for each in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    except (OSError, UnicodeError) as error:
        raise UnreachableError("name") from error
    if not found or not all(_is_public_address(address) for address in found):
        raise UnreachableError("address")
    return found[0]


def _is_allowed_host(host: str) -> bool:
    """Return whether ``host`` is a host name or a public IP address.

    Hosts such as 127.1, 0x7f.1, 2130706433 or 0177.0.0.1, which C libraries read as addresses, are not resolved. By the
    URL standard a host that ends in a number is an address; it must be written in full.
    """
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return bool(HOST_NAME.fullmatch(host)) and not NUMERIC_LABEL.fullmatch(
            host.removesuffix(".").rpartition(".")[2]
        )
    return _is_public_address(host)


def _is_public_address(address: str) -> bool:
    found = ipaddress.ip_address(address.partition("%")[0])
    if found.is_loopback and settings.ALLOW_LOCAL_WEBHOOKS:
        return True
    if found.version == 6 and found not in GLOBAL_UNICAST:
        return False
    return found.is_global and not found.is_multicast and not any(found in net for net in SPECIAL_NETWORKS)


def _seconds(text: str) -> int:
    return min(int(text), 86_400) if text.isascii() and text.isdecimal() else 0
