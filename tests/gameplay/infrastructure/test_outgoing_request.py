"""Requests of webhooks: only public addresses are accepted, and only the checked address is connected to."""

import socket
from typing import Any

import pytest

from gameplay.infrastructure import outgoing_request
from gameplay.infrastructure.outgoing_request import AddressRefusedError, UnreachableError, check_url, post_request
from tests.tournaments.services.conftest import local_webhooks_allowed, server
from tests.tournaments.services.receiver import Receiver

__all__ = ["local_webhooks_allowed", "server"]

REFUSED = [
    "http://draft.example/", "ftp://draft.example/", "draft.example", "https://", "https://user:pw@draft.example/",
    "https://127.0.0.1/", "https://10.0.0.8/", "https://192.168.1.1/", "https://169.254.169.254/latest", "https://[::1]/",
    "https://[fe80::1]/", "https://[::ffff:10.0.0.1]/", "https://[64:ff9b::a00:1]/", "https://[2002:a00:1::]/",
    "https://0.0.0.0/", "https://224.0.0.1/", "https://100.64.0.1/", "https://draft.example:0/",
    "https://draft.example:99999/", "https://draft.example/a b", "https://draft.example/\r\nX: y", "http://localhost/",
    # Other notations of an address, which a C library would accept.
    "https://127.1/", "https://0x7f.1/", "https://2130706433/", "https://017700000001/", "https://0x7f000001/",
    "https://127.0.0.1./", "https://0177.0.0.1/", "https://10.8/", "https://%31%32%37.0.0.1/", "https://127.0.0.1%2f.a/",
    "https://a.0x7f/", "https://[::ffff:127.0.0.1]/", "https://[::127.0.0.1]/", "https://1.1.1/", "https://[::1%25lo]/",
    "https://draft.example\\@127.0.0.1/", "https://-/", "https://a..b/",
]  # fmt: skip
# From IANA's registries of special-purpose addresses, and of the IPv6 address space.
SPECIAL = [
    "0.0.0.0", "0.1.2.3", "10.1.2.3", "100.64.0.1", "100.100.100.200", "127.0.0.1", "127.8.9.1", "169.254.169.254",
    "168.63.129.16", "172.16.0.1", "172.31.255.254", "192.0.0.1", "192.0.0.8", "192.0.0.9", "192.0.0.170",
    "192.0.2.1", "192.31.196.1", "192.52.193.1", "192.88.99.1", "192.168.0.1", "192.175.48.1", "198.18.0.1",
    "198.19.255.254", "198.51.100.1", "203.0.113.1", "224.0.0.1", "232.0.0.1", "239.255.255.255", "240.0.0.1",
    "255.255.255.255",
    "::", "::1", "::7f00:1", "::10.0.0.1", "::8.8.8.8", "::ffff:10.0.0.1", "::ffff:8.8.8.8", "64:ff9b::a00:1",
    "64:ff9b::808:808", "64:ff9b:1::1", "100::1", "100:0:0:1::1", "2001::1", "2001:0:a00:1::", "2001:1::1",
    "2001:2::1", "2001:3::1", "2001:4:112::1", "2001:10::1", "2001:20::1", "2001:30::1", "2001:db8::1",
    "2002:a00:1::", "2002:808:808::", "2620:4f:8000::1", "3fff::1", "3fff:fff::1", "4000::1", "5f00::1", "fc00::1",
    "fd00:ec2::254", "fe80::1", "fe80::1%2", "fec0::1", "feff::1", "ff02::1", "ff0e::1",
]  # fmt: skip
OPEN = ["1.1.1.1", "93.184.216.34", "100.63.255.255", "172.32.0.1", "192.0.1.1", "223.255.255.1"]
OPEN += ["2001:4860:4860::8888", "2606:4700::1111", "2a00:1450::1", "2003::1"]


@pytest.mark.parametrize("url", REFUSED)
def test_non_public_urls_are_refused(url: str):
    with pytest.raises(AddressRefusedError):
        check_url(url)
    with pytest.raises(UnreachableError) as refused:
        post_request(url, {}, b"{}")
    assert refused.value.fault == "address"


@pytest.mark.parametrize("address", SPECIAL)
def test_special_purpose_addresses_are_refused(address: str):
    with pytest.raises(AddressRefusedError):
        check_url(f"https://[{address}]/" if ":" in address else f"https://{address}/")


@pytest.mark.parametrize("url", ["https://{}/", "https://{}:8443/a?b=c"])
@pytest.mark.parametrize(
    "host", [*OPEN, "draft.example", "xn--p1ai.example", "draft.example.", "a-b.c0m", "3com.example"]
)
def test_public_urls_are_accepted(host: str, url: str):
    assert check_url(url.format(f"[{host}]" if ":" in host else host))


@pytest.mark.parametrize("address", SPECIAL)
def test_a_name_that_resolves_to_a_private_address_is_not_connected_to(address: str, monkeypatch: pytest.MonkeyPatch):
    """The name is resolved for each request, and the checked address is the one connected to."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    both = [(socket.AF_INET, 1, 6, "", ("93.184.216.34", 443)), (family, 1, 6, "", (address, 443))]
    monkeypatch.setattr(outgoing_request.socket, "getaddrinfo", lambda *_given, **_named: both)
    monkeypatch.setattr(
        outgoing_request.socket, "create_connection", lambda *_given: pytest.fail("it was connected to")
    )

    with pytest.raises(UnreachableError) as refused:
        post_request("https://draft.example/", {}, b"{}")

    assert refused.value.fault == "address"


def test_the_checked_address_is_the_connected_one(monkeypatch: pytest.MonkeyPatch):
    addresses: list[Any] = []

    def refuse(address: Any, _patience: float) -> None:
        addresses.append(address)
        raise ConnectionRefusedError

    found = [(socket.AF_INET, 1, 6, "", ("93.184.216.34", 443))]
    monkeypatch.setattr(outgoing_request.socket, "getaddrinfo", lambda *_given, **_named: found)
    monkeypatch.setattr(outgoing_request.socket, "create_connection", refuse)

    with pytest.raises(UnreachableError) as refused:
        post_request("https://draft.example/", {}, b"{}")

    assert (refused.value.fault, addresses) == ("connection", [("93.184.216.34", 443)])


def test_an_endless_response_is_aborted(local_webhooks_allowed: None, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(outgoing_request, "TOTAL_TIMEOUT", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(UnreachableError) as refused:
        post_request(f"http://127.0.0.1:{silent.getsockname()[1]}/", {}, b"{}")

    assert refused.value.fault in {"connection", "timeout"}


def test_a_server_without_tls_is_reported(local_webhooks_allowed: None, server: Receiver):
    with pytest.raises(UnreachableError) as refused:
        post_request(server.url.replace("http:", "https:"), {}, b"{}")

    assert refused.value.fault == "tls"
