"""Check that throttles, sign-in lockouts, streams and the access log all use the same client address."""

from collections.abc import Iterator
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

import pytest

from deploy.server.addresses import client_address, normalize_address
from tests.parts import site as sites
from tests.parts.site import FORM, SiteProcess

PROXY = "10.0.0.2"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("var")


@pytest.fixture(scope="module")
def direct(folder: Path) -> Iterator[SiteProcess]:
    """Run a site without a proxy, with uvicorn's defaults, which trust a proxy on this machine."""
    with sites.running_site(folder, "--log-level=info") as site:
        yield site


@pytest.fixture(scope="module")
def proxied(folder: Path, direct: SiteProcess) -> Iterator[SiteProcess]:
    with sites.running_site(
        folder, "--log-level=info", environment={"TRUSTED_PROXIES": "2", "WEB_THREADS": "4"}
    ) as site:
        yield site


def attempt_statuses(site: SiteProcess, *forwarded: str) -> list[int]:
    """Return the statuses of one wrong recovery code for each value of X-Forwarded-For."""
    return [site.post("/recover", code="ABCD-EFGH-2345", header_X_Forwarded_For=each).status for each in forwarded]


def test_forged_address_does_not_reset_the_throttle_without_trusted_proxies(direct: SiteProcess):
    statuses = attempt_statuses(direct, *(f"198.51.100.{number}" for number in range(12)))

    assert statuses == [422] * 10 + [429] * 2


def test_forged_address_does_not_reset_the_throttle_behind_proxies(proxied: SiteProcess):
    forged = [f"198.51.100.{number}, 203.0.113.7, {PROXY}" for number in range(12)]

    assert attempt_statuses(proxied, *forged) == [422] * 10 + [429] * 2


def test_several_forwarded_headers_are_read_as_one(proxied: SiteProcess):
    def recover(number: int) -> int:
        page = proxied.request("/recover")
        token = page.text.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
        body = urlencode({"csrfmiddlewaretoken": token, "code": "ABCD-EFGH-2345"}).encode()
        with closing(HTTPConnection("localhost", proxied.port, timeout=20)) as connection:
            connection.putrequest("POST", "/recover")
            for each in (f"198.51.100.{number}", "203.0.113.6", PROXY):
                connection.putheader("X-Forwarded-For", each)
            connection.putheader("Cookie", page.headers["Set-Cookie"].split(";")[0])
            connection.putheader("Content-Type", FORM)
            connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body)
            return connection.getresponse().status

    assert [recover(number) for number in range(11)] == [422] * 10 + [429]


def test_clients_behind_proxies_are_throttled_separately(proxied: SiteProcess):
    honest = [f"198.51.100.1, 203.0.113.{number}, {PROXY}" for number in range(20, 32)]

    assert attempt_statuses(proxied, *honest) == [422] * 12


def test_sign_in_is_locked_for_the_same_address(proxied: SiteProcess):
    proxied.shell(
        "from gameplay.services.accounts import create_staff; create_staff('Hana', password='a long pass phrase')"
    )

    def sign_in(forwarded: str, password: str = "wrong") -> str:
        reply = proxied.post("/sign-in", username="Hana", password=password, header_X_Forwarded_For=forwarded)
        return "locked" if "15 minutes" in reply.text else str(reply.status)

    forged = [sign_in(f"198.51.100.{number}, 203.0.113.8, {PROXY}") for number in range(5)]
    assert forged[:4] == ["200"] * 4
    assert sign_in(f"198.51.100.9, 203.0.113.8, {PROXY}", "a long pass phrase") != "302"
    assert sign_in(f"198.51.100.9, 203.0.113.9, {PROXY}", "a long pass phrase") == "302"


def test_streams_are_limited_for_the_same_address(proxied: SiteProcess):
    def status(streams: ExitStack, forwarded: str) -> int:
        return streams.enter_context(proxied.open("/stream?on=event/1", X_Forwarded_For=forwarded)).status

    with ExitStack() as streams:
        opened = [status(streams, f"198.51.100.{n}, 203.0.113.10, {PROXY}") for n in range(201)]
        other = status(streams, f"198.51.100.1, 203.0.113.11, {PROXY}")

    assert (opened[:200], opened[200], other) == ([200] * 200, 429, 200)


def test_access_log_has_the_same_address_and_the_proxy_decides_on_https(folder: Path):
    with sites.running_site(folder, "--log-level=info", environment={"TRUSTED_PROXIES": "1"}) as site:
        reply = site.request("/api/v1/", X_Forwarded_For="198.51.100.1, 203.0.113.12", X_Forwarded_Proto="https")
        log = site.stop()

    assert '"me":"https://' in reply.text
    assert "203.0.113.12:" in log
    assert "198.51.100.1" not in log


def test_untrusted_forwarded_header_is_reported_once(folder: Path):
    with sites.running_site(folder, "--log-level=info") as site:
        for _ in range(3):
            site.request("/sign-in", X_Forwarded_For="203.0.113.12")
        log = site.stop()

    assert log.count("TRUSTED_PROXIES") == 1
    assert "203.0.113.12" not in log


@pytest.mark.parametrize(
    ("forwarded", "proxies", "expected"),
    [
        ([], 0, PROXY),
        (["203.0.113.1"], 0, PROXY),
        ([], 1, PROXY),
        (["198.51.100.1", "203.0.113.1"], 1, "203.0.113.1"),
        (["198.51.100.1", "203.0.113.1", "192.0.2.1"], 2, "203.0.113.1"),
        (["203.0.113.1"], 2, "203.0.113.1"),  # a client that bypassed the outer proxy: the inner one added this
        (["198.51.100.1", "unknown"], 1, PROXY),
        (["198.51.100.1", ""], 1, PROXY),
        (["203.0.113.1:5000"], 1, "203.0.113.1"),
        (["2001:DB8:0::1"], 1, "2001:db8::1"),
        (["[2001:db8::1]:443"], 1, "2001:db8::1"),
        (["::ffff:203.0.113.1"], 1, "203.0.113.1"),
    ],
)
def test_the_entry_of_the_outermost_trusted_proxy_counts(forwarded: list[str], proxies: int, expected: str):
    assert client_address(PROXY, forwarded, proxies=proxies) == expected


@pytest.mark.parametrize(
    "text", ["", "unknown", "_hidden", "1.2.3", "1.2.3.4.5", "[::1", "12345::1", "<script>", "1.2.3.4,5"]
)
def test_invalid_address_is_normalized_to_an_empty_string(text: str):
    assert normalize_address(text) == ""


def test_client_of_a_unix_socket_has_the_loopback_address():
    assert client_address("", [], proxies=0) == "127.0.0.1"
    assert client_address("", ["203.0.113.1"], proxies=1) == "203.0.113.1"
