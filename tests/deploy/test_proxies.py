"""The configurations of nginx and Caddy, with the real programs in front of a real site."""

import re
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path

import pytest

from tests.parts import proxies
from tests.parts.proxies import untrusting_context
from tests.parts.servers import free_port
from tests.parts.site import SiteProcess, running_site

TIMEOUT = 10.0  # seconds
RUN = {"nginx": proxies.run_nginx, "caddy": proxies.run_caddy}
PROXY_LIMIT = 3_200_000  # bytes, which the proxy refuses
SITE_LIMIT = 2_600_000  # bytes, which the proxy accepts and the site refuses


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteProcess]:
    folder = tmp_path_factory.mktemp("var")
    environment = {"TRUSTED_PROXIES": "1", "WEB_THREADS": "2", "SITE_URL": "https://localhost"}
    with running_site(folder, "--no-proxy-headers", environment=environment, log=folder / "log") as site:
        yield site


@pytest.fixture(scope="module", params=sorted(RUN))
def proxy(
    request: pytest.FixtureRequest, site: SiteProcess, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[proxies.Proxy]:
    """Run a proxy for two web processes, of which only one runs."""
    with RUN[request.param](tmp_path_factory.mktemp("proxy"), free_port(), site.port) as proxy:
        yield proxy


def connect(proxy: proxies.Proxy) -> HTTPSConnection:
    return HTTPSConnection("localhost", proxy.https_port, timeout=TIMEOUT, context=untrusting_context())


def status(proxy: proxies.Proxy, path: str, method: str = "GET", body: bytes | None = None, **headers: str) -> int:
    with closing(connect(proxy)) as connection:
        connection.request(method, path, body, {name.replace("_", "-"): text for name, text in headers.items()})
        response = connection.getresponse()
        response.read()
        return response.status


def test_pages_are_served_although_a_web_process_is_gone(proxy: proxies.Proxy):
    assert [status(proxy, "/help/") for _ in range(6)] == [200] * 6


def test_http_leads_to_https(proxy: proxies.Proxy):
    with closing(HTTPConnection("localhost", proxy.http_port, timeout=TIMEOUT)) as connection:
        connection.request("GET", "/help/")
        response = connection.getresponse()

    assert response.status == 308
    assert re.fullmatch(r"https://localhost(:\d+)?/help/", response.headers["Location"])


def test_http_2_is_offered(proxy: proxies.Proxy):
    offering = untrusting_context()
    offering.set_alpn_protocols(["h2", "http/1.1"])
    with (
        socket.create_connection(("localhost", proxy.https_port), TIMEOUT) as raw,
        offering.wrap_socket(raw, server_hostname="localhost") as secure,
    ):
        assert secure.selected_alpn_protocol() == "h2"


def test_large_bodies_are_refused(proxy: proxies.Proxy):
    assert status(proxy, "/sign-in", "POST", bytes(SITE_LIMIT)) == 413
    assert status(proxy, "/sign-in", "POST", bytes(PROXY_LIMIT)) == 413


def test_clients_cannot_choose_their_address(proxy: proxies.Proxy, site: SiteProcess):
    assert status(proxy, "/help/?forged", X_Forwarded_For="198.51.100.7") == 200

    line = next(line for line in (site.log or Path()).read_text().splitlines() if "?forged" in line)
    assert "127.0.0.1" in line
    assert "198.51.100.7" not in line


def test_events_of_a_stream_are_passed_on_immediately(proxy: proxies.Proxy):
    with closing(connect(proxy)) as connection:
        connection.request("GET", "/stream?on=event/1")
        response = connection.getresponse()
        assert response.status == 200
        assert response.readline()


def test_half_sent_requests_hold_no_thread_of_the_site(proxy: proxies.Proxy):
    head = b"POST /sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000\r\n\r\nhalf"
    with ExitStack() as stack:
        for _ in range(12):
            raw = stack.enter_context(socket.create_connection(("localhost", proxy.https_port), TIMEOUT))
            stack.enter_context(untrusting_context().wrap_socket(raw, server_hostname="localhost")).sendall(head)
        began = time.monotonic()
        assert status(proxy, "/help/") == 200
        assert time.monotonic() - began < 5


def test_tokens_and_metrics_are_not_exposed(proxy: proxies.Proxy):
    status(proxy, "/sign-in/secret-token")

    assert status(proxy, "/metrics") == 404
    assert "secret-token" not in proxy.log.read_text()
