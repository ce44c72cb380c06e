"""Half-sent requests hold connections, never the threads that answer pages. By raw sockets against a real server."""

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

HASTY = {"DJANGO_SETTINGS_MODULE": "tests.deploy.hasty_settings", "WEB_THREADS": "3"}
CSRF = "a" * 32  # any token will do: one cookie and one field that agree are enough for the body to be read
HEAD = f"POST {{path}} HTTP/1.1\r\nHost: localhost\r\nContent-Type: {{kind}}\r\nCookie: csrftoken={CSRF}\r\n"
KINDS = {"/api": "application/json", "/sig": "application/x-www-form-urlencoded"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteProcess]:
    """As many people run it: with the usual limits and ten threads."""
    with sites.running_site(tmp_path_factory.mktemp("var")) as site:
        yield site


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteProcess]:
    """A site that waits for a second or two, and has three threads."""
    options = ["--no-access-log", "--http=tests.deploy.hasty:Hasty"]
    with sites.running_site(tmp_path_factory.mktemp("var"), *options, environment=HASTY) as site:
        yield site


class Raw:
    """A connection over which any bytes can be sent."""

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
        """Send a letter ten times a second."""
        for letter in text:
            self.send(letter)
            time.sleep(0.1)

    def flood(self, text: str) -> None:
        """Send ``text`` five thousand times."""
        for _ in range(5000):
            self.send(text)

    def head(self, path: str, **headers: str) -> "Raw":
        lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
        kind = KINDS.get(path[:4], "text/plain")
        return self.send(HEAD.format(path=path, kind=kind) + lines + "\r\n")

    def answer(self) -> str:
        """Return everything that comes until the server closes the connection."""
        parts = []
        while part := self.socket.recv(65_536):
            parts.append(part)
        return b"".join(parts).decode()

    def reply(self) -> Reply:
        """Return the answer to the first request, as a client reads it."""
        response = HTTPResponse(self.socket)
        response.begin()
        return Reply(response.status, response.headers, response.read().decode())

    def close(self) -> None:
        self.socket.close()


def half_sent(site: SiteProcess, held: ExitStack, path: str, count: int, **headers: str) -> list[Raw]:
    """Open ``count`` requests whose bodies begin and do not end."""
    raws = [held.enter_context(closing(Raw(site))) for _ in range(count)]
    return [raw.head(path, **(headers or {"Content_Length": "1000"})).send("5\r\n{") for raw in raws]


@pytest.mark.parametrize("headers", [{"Content_Length": "1000"}, {"Transfer_Encoding": "chunked"}])
@pytest.mark.parametrize("path", ["/sign-in", "/api/v1/play", "/healthz", "/stream"])
def test_half_sent_bodies_freeze_nothing(site: SiteProcess, path: str, headers: dict[str, str]):
    with ExitStack() as held:
        half_sent(site, held, path, 40, **headers)

        assert site.request("/healthz").status == 200
        assert [site.request("/sign-in").status for _ in range(5)] == [200] * 5
        assert site.post("/recover", code="ABCD").status in {422, 429}


def test_honest_requests_are_answered_during_an_attack(site: SiteProcess):
    with ExitStack() as held:
        stop, raws = threading.Event(), half_sent(site, held, "/sign-in", 30)

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


def test_health_is_answered_while_every_page_thread_is_busy(hasty: SiteProcess):
    """The three threads wait for the one writer that SQLite allows."""
    import sqlite3

    with closing(sqlite3.connect(f"{hasty.environment['VAR']}/passleft.sqlite3", isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        busy = [threading.Thread(target=hasty.request, args=["/demo"]) for _ in range(3)]
        for thread in busy:
            thread.start()
        time.sleep(0.3)
        began = time.monotonic()
        health = hasty.request("/healthz")
        took = time.monotonic() - began
        writer.execute("ROLLBACK")
        for thread in busy:
            thread.join()

    assert health.status == 200
    assert took < 5


@pytest.mark.parametrize("trickle", [False, True])
@pytest.mark.parametrize("headers", [{"Content_Length": "1000"}, {"Transfer_Encoding": "chunked"}])
def test_a_body_that_does_not_end_in_time_is_refused(hasty: SiteProcess, headers: dict[str, str], trickle: bool):
    with closing(Raw(hasty).head("/api/v1/play", **headers)) as raw:
        for _ in range(5 if trickle else 0):
            raw.send("1\r\n \r\n" if "Transfer_Encoding" in headers else " ")
            time.sleep(0.2)
        reply = raw.reply()

    assert (reply.status, reply.headers["Connection"]) == (408, "close")
    assert json.loads(reply.text)["code"] == "too_slow"
    assert "send it again" in json.loads(reply.text)["detail"]


def test_a_late_form_is_told_so_on_a_page(hasty: SiteProcess):
    with closing(Raw(hasty).head("/sign-in", Content_Length="1000").send("username=")) as raw:
        answer = raw.answer()

    assert answer.startswith("HTTP/1.1 408 ")
    assert 'data-code="too_slow"' in answer


def test_a_body_that_is_announced_as_too_large_is_refused_before_it_is_sent(site: SiteProcess):
    with closing(Raw(site).head("/api/v1/play", Content_Length="9000000", Expect="100-continue")) as raw:
        answer = raw.answer()

    assert answer.startswith("HTTP/1.1 413 ")
    assert "100 Continue" not in answer


def test_a_body_in_chunks_that_never_ends_is_refused_as_too_large(hasty: SiteProcess):
    with closing(Raw(hasty).head("/api/v1/play", Transfer_Encoding="chunked")) as raw:
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
def test_what_surrounds_a_body_in_chunks_has_an_end(site: SiteProcess, begun: str, more: str):
    """Trailers and extensions of chunks take memory and time, and no page reads them."""
    with closing(Raw(site).head("/sign-in", Transfer_Encoding="chunked")) as raw:
        raw.send(begun)
        with pytest.raises((ConnectionResetError, BrokenPipeError)):
            raw.flood(more * 20)
        began = time.monotonic()
        assert site.request("/healthz").status == 200

    assert time.monotonic() - began < 5


def test_a_body_in_chunks_is_read_like_any_other(site: SiteProcess):
    form = urlencode({"csrfmiddlewaretoken": CSRF, "username": "Bob", "password": "wrong"})
    with closing(Raw(site).head("/sign-in", Transfer_Encoding="chunked")) as raw:
        for letter in form:
            raw.send(f"1\r\n{letter}\r\n")
        reply = raw.send("0\r\n\r\n").reply()

    assert reply.status == 200
    assert 'class="refused" role="alert"' in reply.text


def test_large_bodies_under_way_share_a_limit_and_small_ones_have_none(hasty: SiteProcess):
    with ExitStack() as held:
        for raw in half_sent(hasty, held, "/sign-in", 2, Content_Length="2000000"):
            raw.send(b"x" * 1_400_000)
        time.sleep(0.3)
        large = hasty.request("/api/v1/play", "POST", b" " * 300_000, Content_Type="application/json")
        small = hasty.request("/api/v1/play", "POST", b" " * 30_000, Content_Type="application/json")
    time.sleep(2)
    later = hasty.request("/api/v1/play", "POST", b" " * 300_000, Content_Type="application/json")

    assert (large.status, json.loads(large.text)["code"]) == (503, "busy")
    assert small.status not in {408, 413, 503}
    assert later.status == small.status


def test_a_client_that_leaves_in_the_middle_of_a_body_leaves_nothing_behind(hasty: SiteProcess):
    for _ in range(10):
        with ExitStack() as held:
            half_sent(hasty, held, "/sign-in", 5)

    assert hasty.request("/sign-in").status == 200


@pytest.mark.parametrize("said", ["", "GET / HT", "GET /sign-in HTTP/1.1\r\nHost: local", "\r\n\r\n"])
def test_a_head_that_does_not_end_in_time_is_closed(hasty: SiteProcess, said: str):
    with closing(Raw(hasty).send(said)) as raw:
        answer = raw.answer()

    assert answer.startswith("HTTP/1.1 408 ") if said else answer == ""


def test_a_head_that_trickles_in_is_closed(hasty: SiteProcess):
    with closing(Raw(hasty)) as raw, pytest.raises((ConnectionResetError, BrokenPipeError)):
        raw.trickle("GET /sign-in HTTP/1.1\r\nHost: localhost\r\nX: ".ljust(100, "a"))


def test_a_head_that_is_too_large_is_refused(hasty: SiteProcess):
    with closing(Raw(hasty).send("GET / HTTP/1.1\r\nHost: localhost\r\nX: ")) as raw:
        answer = raw.send("a" * 30_000).answer()

    assert answer.startswith("HTTP/1.1 431 ")


def test_a_connection_kept_open_may_wait_and_not_trickle(hasty: SiteProcess):
    with closing(Raw(hasty)) as raw:
        for _ in range(2):
            raw.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert raw.reply().status == 200
            time.sleep(1.2)  # longer than a head may take
        answer = raw.send("\r\n").answer()

    assert answer.startswith("HTTP/1.1 408 ")


def test_clients_that_do_not_read_their_answers_hold_no_thread(hasty: SiteProcess):
    ask = "GET /static/deploy/passleft.css HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with ExitStack() as held:
        raws = [held.enter_context(closing(Raw(hasty, buffer=4096))) for _ in range(6)]
        for raw in raws:
            raw.send(ask * 200)
        time.sleep(0.5)
        assert [hasty.request("/sign-in").status for _ in range(5)] == [200] * 5
        time.sleep(3)
        for raw in raws:  # the server has given them up
            with pytest.raises((ConnectionResetError, BrokenPipeError)):
                raw.trickle(ask)


def test_idle_connections_leave_room_for_honest_ones(hasty: SiteProcess):
    with ExitStack() as held:
        for _ in range(200):
            held.enter_context(closing(Raw(hasty)))
        time.sleep(1.5)

        assert hasty.request("/sign-in").status == 200
