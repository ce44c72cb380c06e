"""Incomplete requests occupy connections, but not the threads of the site. Uses raw sockets against a real server."""

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from http.client import HTTPResponse
from urllib.parse import urlencode

import pytest

from tests.parts import site as sites
from tests.parts.site import TIMEOUT, Reply, SiteProcess

STRICT = {"DJANGO_SETTINGS_MODULE": "tests.deploy.strict_limits_settings", "WEB_THREADS": "3"}
CSRF = "a" * 32  # any token works: the body is read if the cookie and the field agree
HEAD = f"POST {{path}} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {{kind}}\r\nCookie: csrftoken={CSRF}\r\n"
KINDS = {"/api": "application/json", "/sig": "application/x-www-form-urlencoded"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteProcess]:
    """Yield a site with the default limits and ten threads."""
    with sites.running_site(tmp_path_factory.mktemp("var")) as site:
        yield site


@pytest.fixture(scope="module")
def strict_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteProcess]:
    """Yield a site with timeouts of one or two seconds and three threads."""
    options = ["--no-access-log", "--http=tests.deploy.strict_limits:StrictHttp"]
    with sites.running_site(tmp_path_factory.mktemp("var"), *options, environment=STRICT) as site:
        yield site


class Raw:
    """A connection that sends arbitrary bytes."""

    def __init__(self, site: SiteProcess, *, buffer: int = 0) -> None:
        self.socket = socket.socket()
        if buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.socket.settimeout(TIMEOUT)
        self.socket.connect(("127.0.0.1", site.port))

    def send(self, text: str | bytes) -> "Raw":
        self.socket.sendall(text.encode() if isinstance(text, str) else text)
        return self

    def trickle(self, text: str) -> None:
        """Send ``text`` slowly, ten characters per second."""
        for letter in text:
            self.send(letter)
            time.sleep(0.1)

    def flood(self, text: str) -> None:
        """Send ``text`` 5000 times."""
        for _ in range(5000):
            self.send(text)

    def head(self, path: str, **headers: str) -> "Raw":
        lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
        kind = KINDS.get(path[:4], "text/plain")
        return self.send(HEAD.format(path=path, kind=kind) + lines + "\r\n")

    def answer(self) -> str:
        """Return all data received until the server closes the connection."""
        parts = []
        while part := self.socket.recv(65_536):
            parts.append(part)
        return b"".join(parts).decode()

    def reply(self) -> Reply:
        """Return the parsed response to the first request."""
        response = HTTPResponse(self.socket)
        response.begin()
        return Reply(response.status, response.headers, response.read().decode())

    def close(self) -> None:
        self.socket.close()


def send_incomplete(site: SiteProcess, stack: ExitStack, path: str, count: int, **headers: str) -> list[Raw]:
    """Open ``count`` requests and send only the beginning of their bodies."""
    raws = [stack.enter_context(closing(Raw(site))) for _ in range(count)]
    return [raw.head(path, **(headers or {"Content_Length": "1000"})).send("5\r\n{") for raw in raws]


@pytest.mark.parametrize("headers", [{"Content_Length": "1000"}, {"Transfer_Encoding": "chunked"}])
@pytest.mark.parametrize("path", ["/sign-in", "/api/v1/play", "/healthz", "/stream"])
def test_incomplete_bodies_do_not_block_other_requests(site: SiteProcess, path: str, headers: dict[str, str]):
    with ExitStack() as stack:
        send_incomplete(site, stack, path, 40, **headers)

        assert site.request("/healthz").status == 200
        assert [site.request("/sign-in").status for _ in range(5)] == [200] * 5
        assert site.post("/recover", code="ABCD").status in {422, 429}


def test_other_requests_are_answered_during_an_attack(site: SiteProcess):
    with ExitStack() as stack:
        stop, raws = threading.Event(), send_incomplete(site, stack, "/sign-in", 30)

        def trickle() -> None:
            while not stop.wait(0.2):
                for raw in raws:
                    raw.send("x")

        thread = threading.Thread(target=trickle)
        thread.start()
        try:
            statuses = [site.request(path).status for path in ["/sign-in", "/healthz", "/api/v1/", "/"] * 5]
            form = site.post("/sign-in", username="Bob", password="wrong")
        finally:
            stop.set()
            thread.join()

    assert statuses == [200] * 20
    assert form.status == 200


def test_health_check_is_answered_while_all_threads_are_busy(strict_site: SiteProcess):
    """All three threads wait for the database lock."""
    import sqlite3

    with closing(sqlite3.connect(f"{strict_site.environment['VAR']}/passleft.sqlite3", isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        busy = [threading.Thread(target=strict_site.request, args=["/demo"]) for _ in range(3)]
        for thread in busy:
            thread.start()
        time.sleep(0.3)
        began = time.monotonic()
        health = strict_site.request("/healthz")
        took = time.monotonic() - began
        writer.execute("ROLLBACK")
        for thread in busy:
            thread.join()

    assert health.status == 200
    assert took < 5


@pytest.mark.parametrize("trickle", [False, True])
@pytest.mark.parametrize("headers", [{"Content_Length": "1000"}, {"Transfer_Encoding": "chunked"}])
def test_body_that_exceeds_the_timeout_is_refused(strict_site: SiteProcess, headers: dict[str, str], trickle: bool):
    with closing(Raw(strict_site).head("/api/v1/play", **headers)) as raw:
        for _ in range(5 if trickle else 0):
            raw.send("1\r\n \r\n" if "Transfer_Encoding" in headers else " ")
            time.sleep(0.2)
        reply = raw.reply()

    assert (reply.status, reply.headers["Connection"]) == (408, "close")
    assert json.loads(reply.text)["code"] == "too_slow"
    assert "send it again" in json.loads(reply.text)["detail"]


def test_form_that_exceeds_the_timeout_gets_an_error_page(strict_site: SiteProcess):
    with closing(Raw(strict_site).head("/sign-in", Content_Length="1000").send("username=")) as raw:
        answer = raw.answer()

    assert answer.startswith("HTTP/1.1 408 ")
    assert 'data-code="too_slow"' in answer


def test_body_with_a_too_large_content_length_is_refused_before_it_is_sent(site: SiteProcess):
    with closing(Raw(site).head("/api/v1/play", Content_Length="9000000", Expect="100-continue")) as raw:
        answer = raw.answer()

    assert answer.startswith("HTTP/1.1 413 ")
    assert "100 Continue" not in answer


def test_endless_chunked_body_is_refused_as_too_large(strict_site: SiteProcess):
    with closing(Raw(strict_site).head("/api/v1/play", Transfer_Encoding="chunked")) as raw:
        chunk = b"10000\r\n" + b" " * 65_536 + b"\r\n"
        for _ in range(60):
            raw.send(chunk)
        reply = raw.reply()

    assert (reply.status, json.loads(reply.text)["code"]) == (413, "too_large")


@pytest.mark.parametrize(
    ("begun", "more"),
    [
        ("0\r\nX: ", "a" * 1000),
        ("0\r\n", "X: y\r\n" * 200),
        ("5;", "a" * 1000),
        ("5\r\nhello\r\n0\r\n", "X: y\r\n" * 200),
    ],
)
def test_trailers_and_extensions_of_chunks_are_limited(site: SiteProcess, begun: str, more: str):
    """They take memory and time, and no page reads them."""
    with closing(Raw(site).head("/sign-in", Transfer_Encoding="chunked")) as raw:
        raw.send(begun)
        with pytest.raises((ConnectionResetError, BrokenPipeError)):
            raw.flood(more * 20)
        began = time.monotonic()
        assert site.request("/healthz").status == 200

    assert time.monotonic() - began < 5


def test_chunked_form_is_accepted(site: SiteProcess):
    form = urlencode({"csrfmiddlewaretoken": CSRF, "username": "Bob", "password": "wrong"})
    with closing(Raw(site).head("/sign-in", Transfer_Encoding="chunked")) as raw:
        for letter in form:
            raw.send(f"1\r\n{letter}\r\n")
        reply = raw.send("0\r\n\r\n").reply()

    assert reply.status == 200
    assert 'class="refused" role="alert"' in reply.text


def test_large_bodies_share_a_memory_limit_and_small_bodies_do_not(strict_site: SiteProcess):
    with ExitStack() as stack:
        for raw in send_incomplete(strict_site, stack, "/sign-in", 2, Content_Length="2000000"):
            raw.send(b"x" * 1_400_000)
        time.sleep(0.3)
        large = strict_site.request("/api/v1/play", "POST", b" " * 300_000, Content_Type="application/json")
        small = strict_site.request("/api/v1/play", "POST", b" " * 30_000, Content_Type="application/json")
    time.sleep(2)
    later = strict_site.request("/api/v1/play", "POST", b" " * 300_000, Content_Type="application/json")

    assert (large.status, json.loads(large.text)["code"]) == (503, "busy")
    assert small.status not in {408, 413, 503}
    assert later.status == small.status


def test_interrupted_bodies_release_their_resources(strict_site: SiteProcess):
    for _ in range(10):
        with ExitStack() as stack:
            send_incomplete(strict_site, stack, "/sign-in", 5)

    assert strict_site.request("/sign-in").status == 200


@pytest.mark.parametrize("sent", ["", "GET / HT", "GET /sign-in HTTP/1.1\r\nHost: local", "\r\n\r\n"])
def test_connection_with_incomplete_headers_is_closed_after_the_timeout(strict_site: SiteProcess, sent: str):
    with closing(Raw(strict_site).send(sent)) as raw:
        answer = raw.answer()

    assert answer.startswith("HTTP/1.1 408 ") if sent else answer == ""


def test_connection_with_slow_headers_is_closed(strict_site: SiteProcess):
    with closing(Raw(strict_site)) as raw, pytest.raises((ConnectionResetError, BrokenPipeError)):
        raw.trickle("GET /sign-in HTTP/1.1\r\nHost: localhost\r\nX: ".ljust(100, "a"))


def test_too_large_headers_are_refused(strict_site: SiteProcess):
    with closing(Raw(strict_site).send("GET / HTTP/1.1\r\nHost: localhost\r\nX: ")) as raw:
        answer = raw.send("a" * 30_000).answer()

    assert answer.startswith("HTTP/1.1 431 ")


def test_keep_alive_connection_may_be_idle_but_not_send_slowly(strict_site: SiteProcess):
    with closing(Raw(strict_site)) as raw:
        for _ in range(2):
            raw.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert raw.reply().status == 200
            time.sleep(1.2)  # longer than the timeout of headers
        answer = raw.send("\r\n").answer()

    assert answer.startswith("HTTP/1.1 408 ")


def test_clients_that_do_not_read_responses_do_not_occupy_threads(strict_site: SiteProcess):
    request = "GET /static/deploy/passleft.css HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with ExitStack() as stack:
        raws = [stack.enter_context(closing(Raw(strict_site, buffer=4096))) for _ in range(6)]
        for raw in raws:
            raw.send(request * 200)
        time.sleep(0.5)
        assert [strict_site.request("/sign-in").status for _ in range(5)] == [200] * 5
        time.sleep(3)
        for raw in raws:  # the server has closed them
            with pytest.raises((ConnectionResetError, BrokenPipeError)):
                raw.trickle(request)


def test_idle_connections_do_not_block_other_requests(strict_site: SiteProcess):
    with ExitStack() as stack:
        for _ in range(200):
            stack.enter_context(closing(Raw(strict_site)))
        time.sleep(1.5)

        assert strict_site.request("/sign-in").status == 200
