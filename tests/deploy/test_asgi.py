"""Run the server in its own process, with the default SQLite database."""

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPResponse
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.parts import site as sites
from tests.parts.site import TIMEOUT, SiteProcess


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteProcess]:
    with sites.running_site(tmp_path_factory.mktemp("var")) as site:
        yield site


def event(stream: HTTPResponse) -> dict[str, object]:
    """Return the data of the stream's next event."""
    while not (line := stream.readline().decode()).startswith("data: "):
        assert line, "the stream ended"
    return json.loads(line.removeprefix("data: "))


RECORD = (
    "import django; django.setup()\n"
    "from django.db import transaction\n"
    "from gameplay.infrastructure.log import append_entry\n"
    "with transaction.atomic(): append_entry('event/3', 'opened', author=None, role='system')"
)


def test_server_serves_pages_and_static_files(site: SiteProcess):
    page = site.request("/sign-in")
    style = site.request("/static/deploy/passleft.css")

    assert (page.status, style.status) == (200, 200)
    assert style.headers["Content-Type"].startswith("text/css")


def test_the_clock_runs_with_the_server(site: SiteProcess):
    until = time.monotonic() + TIMEOUT
    while json.loads(site.request("/healthz").text)["clock"] != "ok":
        assert time.monotonic() < until
        time.sleep(0.1)


def test_server_serves_streams(site: SiteProcess):
    with site.open("/stream?on=event/1", Origin=f"http://localhost:{site.port}") as stream:
        assert (stream.status, stream.headers["Content-Type"]) == (200, "text/event-stream; charset=utf-8")
        assert event(stream) == {"stream": "event/1", "number": 0}
    assert site.request("/stream?on=pod/1").status == 404


def test_many_streams_do_not_delay_pages(site: SiteProcess):
    with ExitStack() as streams:
        for _ in range(60):
            assert event(streams.enter_context(site.open("/stream?on=event/2")))["number"] == 0

        began = time.monotonic()
        assert site.request("/sign-in").status == 200
        assert time.monotonic() - began < 2


@pytest.mark.parametrize("megabytes", [3, 36])
def test_oversized_body_is_refused_and_the_server_keeps_running(site: SiteProcess, megabytes: int):
    response = site.request("/sign-in", "POST", b"x" * (megabytes * 1_000_000))

    assert response.status == 413
    assert site.request("/healthz").status == 200


def test_form_with_a_csrf_token_is_accepted(site: SiteProcess):
    page = site.request("/sign-in")
    cookie = page.headers["Set-Cookie"].split(";")[0]
    token = page.text.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
    form = urlencode({"csrfmiddlewaretoken": token, "username": "Bob", "password": "wrong"}).encode()

    answer = site.request("/sign-in", "POST", form, Cookie=cookie, Content_Type="application/x-www-form-urlencoded")

    assert answer.status == 200
    assert 'class="refused" role="alert"' in answer.text


def test_stopping_server_closes_its_streams_immediately(tmp_path: Path):
    stopping = SiteProcess(tmp_path)
    try:
        stopping.wait_until_ready()
        with ExitStack() as open_streams:
            streams = [open_streams.enter_context(stopping.open("/stream?on=event/1")) for _ in range(3)]
            assert [event(stream)["number"] for stream in streams] == [0, 0, 0]

            began = time.monotonic()
            log = stopping.stop()

            assert time.monotonic() - began < 5  # the server's own shutdown timeout is ten seconds
            assert "timeout graceful shutdown exceeded" not in log
            assert "Application shutdown complete" in log
            assert [stream.read() for stream in streams] == [b"\n"] * 3
    finally:
        stopping.kill()


def test_reconnecting_client_receives_entries_of_another_process(site: SiteProcess):
    with site.open("/stream?on=event/3") as stream:
        assert event(stream) == {"stream": "event/3", "number": 0}

    site.run("-c", RECORD)

    with site.open("/stream?on=event/3", Last_Event_ID="0") as again:
        assert event(again) == {"stream": "event/3", "number": 1}
