"""Read the client's address and scheme from the headers of trusted proxies.

Each proxy appends the address that connected to it to X-Forwarded-For. With N trusted proxies the Nth entry from the
right was therefore written by the outermost one and names the client. Entries further left were sent by the client
itself and can be forged, so they are never read.
"""

import ipaddress
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import structlog

from gameplay.infrastructure.event_stream import Scope, Send

logger = structlog.get_logger(__name__)
LOCALHOST = "127.0.0.1"  # the peer of a Unix socket has no address
SCHEMES = {"http", "https"}
LONGEST_ADDRESS = 100  # characters, with a port and a zone

_warned: set[str] = set()


def set_client(scope: Scope, send: Send, *, proxies: int) -> None:
    """Set the client and the scheme of ``scope`` from what ``proxies`` trusted proxies report; without proxies,
    from the peer.

    Everything reads the address from there: pages (REMOTE_ADDR), throttles, django-axes, streams and the access log.
    """
    peer = _peer(scope, send)
    forwarded = _header_entries(scope["headers"], b"x-forwarded-for")
    if not proxies:
        if forwarded:
            _warn_once()
        scope["client"] = (normalize_address(peer) or LOCALHOST, 0)
        return
    scope["client"] = (client_address(peer, forwarded, proxies=proxies), 0)
    schemes = _header_entries(scope["headers"], b"x-forwarded-proto")
    if schemes and (scheme := schemes[-min(proxies, len(schemes))].lower()) in SCHEMES:
        scope["scheme"] = scheme


def client_address(peer: str, forwarded: list[str], *, proxies: int) -> str:
    """Return the address of the client, given the entries of X-Forwarded-For from left to right.

    If the header has fewer entries than there are proxies, one of the proxies began it, and its first entry counts.
    Without the header, or if the entry is not an address, return the address of the ``peer``.
    """
    found = normalize_address(forwarded[-min(proxies, len(forwarded))]) if proxies and forwarded else ""
    return found or normalize_address(peer) or LOCALHOST


def normalize_address(text: str) -> str:
    """Return an IP address in its canonical form, without port, brackets or zone; "" for anything else.

    An IPv4 address that is mapped into IPv6 is returned as IPv4, so that one client has one address.
    """
    return _normalize_short(text) if len(text) <= LONGEST_ADDRESS else ""


@lru_cache(maxsize=4096)  # each request needs it; the keys are short, so that forged headers cannot fill the memory
def _normalize_short(text: str) -> str:
    host = text.strip()
    if host.startswith("["):
        host, closed, _port = host[1:].partition("]")
        if not closed:
            return ""
    elif host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        found = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return ""
    return str(getattr(found, "ipv4_mapped", None) or found)


def _peer(scope: Scope, send: Send) -> str:
    """Return the address of the client that connected, "" if it has none.

    By default uvicorn replaces the client in ``scope`` by what X-Forwarded-For claims if the peer is this machine, so
    its transport is asked first.
    """
    transport: Any = getattr(getattr(send, "__self__", None), "transport", None)
    name = transport.get_extra_info("peername") if transport else scope.get("client")
    return str(name[0]) if isinstance(name, tuple | list) and name else ""


def _header_entries(headers: Iterable[tuple[bytes, bytes]], name: bytes) -> list[str]:
    """Return the entries of all headers called ``name`` as one list, as RFC 9110 (5.3) joins them."""
    values = [value.decode("latin-1") for each, value in headers if each == name]
    return [entry.strip() for entry in ",".join(values).split(",")] if values else []


def _warn_once() -> None:
    if not _warned:
        _warned.add("forwarded")
        logger.warning("X-Forwarded-For is ignored; behind a proxy, set TRUSTED_PROXIES")
