"""Picks and selections of an open page: answered by Django's view and without it, and the same both ways."""

from collections.abc import Callable
from datetime import timedelta
from io import BytesIO
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core.handlers.wsgi import WSGIRequest
from django.db import OperationalError, connection
from django.http import HttpResponse
from django.test import Client
from django.test.client import ClientHandler
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from deploy.server import direct_posts
from deploy.server.direct_posts import FORM, DirectPosts
from drafting.models import Pack, Pick, Pod
from drafting.services.pod import pause_pod
from drafting.services.seat import close_seat, substitute_player
from gameplay.infrastructure import held_sessions, sessions
from gameplay.infrastructure.log import verify_stream
from gameplay.models import Account, LogEntry
from gameplay.services.accounts import create_guest
from tests.drafting.conftest import Draft, NewDraft

SITE, OTHER_SITE = "http://testserver", "http://elsewhere.example"
CSRF = "a" * 32
RunCommits = Callable[..., Any]


class ServerHandler(ClientHandler):
    """Answers as the server does. ``was_direct`` says whether the last request was answered without Django."""

    was_direct = False

    def __call__(self, environ: dict[str, Any]) -> Any:
        environ["wsgi.input"] = BytesIO(environ["wsgi.input"].read())
        heads: list[Any] = []
        body = DirectPosts(lambda *_: None)(environ, lambda *head: heads.append(head))
        self.was_direct = body is not None
        if body is None:
            return super().__call__(environ)
        [(status, headers)] = heads
        response: Any = HttpResponse(b"".join(body), status=int(status.split()[0]), headers=dict(headers))
        response.wsgi_request = WSGIRequest(environ)
        return response


class OpenPage(Client):
    """The browser of ``account`` with an open page of the site; with ``plain``, Django answers everything."""

    def __init__(self, account: Account, *, plain: bool = False) -> None:
        super().__init__(enforce_csrf_checks=True, HTTP_HOST="testserver", HTTP_ORIGIN=SITE)
        if not plain:
            self.handler = ServerHandler(enforce_csrf_checks=True)
        self.force_login(account, backend=sessions.BACKEND)
        self.cookies["csrftoken"] = CSRF

    def send(self, path: str, fields: dict[str, Any], **headers: str) -> Any:
        headers = {"X-CSRFToken": CSRF, "HX-Request": "true"} | headers
        return self.post(path, urlencode(fields), content_type=FORM, headers=headers)

    @property
    def was_direct(self) -> bool:
        return bool(getattr(self.handler, "was_direct", False))


@pytest.fixture(autouse=True)
def held(monkeypatch: pytest.MonkeyPatch) -> held_sessions.HeldSessions:
    """The sessions that the server holds, none at first."""
    held = held_sessions.HeldSessions()
    sessions.hub.get_hub().on_reauthorization(held.drop)
    monkeypatch.setattr(held_sessions, "held_sessions", lambda: held)
    monkeypatch.setattr(direct_posts, "close_old_connections", lambda: None)  # the test's transaction stays open
    return held


@pytest.fixture(params=["direct", "plain"])
def way(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def open_page(account: Account, way: str = "direct") -> OpenPage:
    return OpenPage(account, plain=way == "plain")


def fields(draft: Draft, name: str, place: int = 0) -> dict[str, Any]:
    """Return the fields that the page of ``name`` posts to take the card at ``place``."""
    turn = draft.turn(name, place)
    return {"pack": turn["pack_id"], "number": turn["number"], "card": turn["token"]}


def test_a_pick_is_stored_and_acknowledged(draft: Draft, way: str):
    page, wanted = open_page(draft.people["Alice"], way), fields(draft, "Alice", 2)

    response = page.send(f"/pod/{draft.pod_id}/pick", wanted)

    assert (response.status_code, response.content, page.was_direct) == (204, b"", way == "direct")
    assert response["Cache-Control"] == "no-store"
    assert len(response["X-Request-ID"]) >= 8
    pick = Pick.objects.get()
    assert (pick.seat, pick.token, pick.by) == (draft.seat("Alice"), wanted["card"], "player")
    entry = LogEntry.objects.filter(stream=draft.pod.stream).latest("number")
    assert (entry.action, entry.role, entry.author) == ("pick", "player", draft.people["Alice"])
    assert verify_stream(draft.pod.stream).is_intact


def test_a_selection_is_stored_and_cleared_by_the_pick(new_draft: NewDraft, way: str):
    draft = new_draft("Alice", "Bob", pick_clock="standard")
    page, wanted = open_page(draft.people["Alice"], way), fields(draft, "Alice", 1)

    selected = page.send(f"/pod/{draft.pod_id}/select", wanted)

    assert (selected.status_code, selected.content, page.was_direct) == (204, b"", way == "direct")
    assert draft.seat("Alice").selected == wanted["card"]
    assert page.send(f"/pod/{draft.pod_id}/pick", wanted).status_code == 204
    assert draft.seat("Alice").selected == ""


def test_a_late_selection_is_ignored(new_draft: NewDraft, way: str):
    draft = new_draft("Alice", "Bob", pick_clock="standard")
    page, old = open_page(draft.people["Alice"], way), fields(draft, "Alice")
    draft.pick("Alice")

    assert page.send(f"/pod/{draft.pod_id}/select", old).status_code == 204
    assert draft.seat("Alice").selected == ""


def test_a_form_in_parts_is_read_by_django(new_draft: NewDraft):
    draft = new_draft("Alice", "Bob", pick_clock="standard")
    page, wanted = open_page(draft.people["Alice"]), fields(draft, "Alice", 1)

    response = page.post(f"/pod/{draft.pod_id}/select", wanted, headers={"X-CSRFToken": CSRF})

    assert (response.status_code, page.was_direct) == (204, False)
    assert draft.seat("Alice").selected == wanted["card"]


def _stale(draft: Draft) -> dict[str, Any]:
    wanted = fields(draft, "Alice")
    draft.pick("Alice")
    return wanted


def _paused(draft: Draft) -> dict[str, Any]:
    wanted = fields(draft, "Alice")
    pause_pod(draft.pod, author=None, role="judge", reason="a card is missing")
    return wanted


def _closed(draft: Draft) -> dict[str, Any]:
    wanted = fields(draft, "Alice")
    close_seat(draft.seat("Alice"), author=None, role="judge", reason="left")
    return wanted


def _too_late(draft: Draft) -> dict[str, Any]:
    pack = draft.before("Alice")
    Pack.objects.filter(pk=pack.pk).update(due_at=timezone.now() - timedelta(hours=1))
    return fields(draft, "Alice")


REFUSED = {
    "stale": (_stale, 409),
    "paused": (_paused, 409),
    "closed": (_closed, 422),
    "time is over": (_too_late, 409),
    "card of another pack": (lambda draft: fields(draft, "Alice") | {"card": fields(draft, "Bob")["card"]}, 422),
    "pack of another seat": (lambda draft: fields(draft, "Bob"), 404),
    "no such pack": (lambda draft: fields(draft, "Alice") | {"pack": draft.pod_id}, 404),
    "no pack": (lambda draft: fields(draft, "Alice") | {"pack": "first"}, 400),
    "no number": (lambda draft: fields(draft, "Alice") | {"number": "one"}, 400),
    "no card": (lambda draft: {"pack": fields(draft, "Alice")["pack"], "number": 1}, 422),
    "null character": (lambda draft: fields(draft, "Alice") | {"card": "\0"}, 400),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_refusal_is_the_same_both_ways(draft: Draft, case: str):
    prepare, status = REFUSED[case]
    wanted = prepare(draft)
    picks = Pick.objects.count()
    direct, plain = open_page(draft.people["Alice"]), open_page(draft.people["Alice"], "plain")

    first, second = (page.send(f"/pod/{draft.pod_id}/pick", wanted) for page in (direct, plain))

    assert first.status_code == second.status_code == status
    assert first.content == second.content
    assert not direct.was_direct
    assert Pick.objects.count() == picks


@pytest.mark.parametrize("who", ["Dora", "stranger", "substituted"])
def test_only_the_account_that_acts_for_the_seat_picks(draft: Draft, way: str, who: str):
    wanted, author = fields(draft, "Alice"), create_guest("Mallory")
    if who == "substituted":
        substitute_player(draft.seat("Alice"), "Sam", author=author, role="judge", reason="ill")
    account = {"Dora": draft.people["Dora"], "stranger": author, "substituted": draft.people["Alice"]}[who]

    response = open_page(account, way).send(f"/pod/{draft.pod_id}/pick", wanted)

    assert response.status_code in {404, 409}
    assert not Pick.objects.exists()


@pytest.mark.parametrize(
    "headers",
    [{"Origin": OTHER_SITE}, {"Origin": "null"}, {"Origin": SITE, "Sec-Fetch-Site": "cross-site", "X-CSRFToken": ""}],
)
def test_another_site_cannot_pick(draft: Draft, way: str, headers: dict[str, str]):
    page = open_page(draft.people["Alice"], way)

    response = page.send(f"/pod/{draft.pod_id}/pick", fields(draft, "Alice"), **headers)

    assert response.status_code == 403
    assert not Pick.objects.exists()


def test_other_requests_are_answered_by_django(draft: Draft):
    page, wanted = open_page(draft.people["Alice"]), fields(draft, "Alice")

    assert page.get(f"/pod/{draft.pod_id}/pick").status_code == 405
    assert page.send(f"/pod/{draft.pod_id}/draw", wanted).status_code == 404
    assert page.send("/pod/first/pick", wanted).status_code == 404
    assert page.send(f"/pod/{draft.pod_id}/draft", wanted).status_code == 302
    assert not page.was_direct


def test_a_held_session_is_not_read_again(draft: Draft):
    page = open_page(draft.people["Alice"])

    page.send(f"/pod/{draft.pod_id}/pick", fields(draft, "Alice"))
    draft.pick("Dora")
    wanted = fields(draft, "Alice")
    with CaptureQueriesContext(connection) as queries:
        page.send(f"/pod/{draft.pod_id}/pick", wanted)

    assert page.was_direct
    assert not [
        query for query in queries if "django_session" in query["sql"] or 'FROM "gameplay_account' in query["sql"]
    ]


def test_a_session_ends_for_all_pages_when_it_ends(draft: Draft, django_capture_on_commit_callbacks: RunCommits):
    alice = draft.people["Alice"]
    page, first = open_page(alice), fields(draft, "Alice")
    assert page.send(f"/pod/{draft.pod_id}/select", first).status_code == 204

    with django_capture_on_commit_callbacks(execute=True):
        sessions.sign_out_everywhere(alice)

    assert page.send(f"/pod/{draft.pod_id}/pick", first).status_code == 404
    assert not page.was_direct
    assert not Pick.objects.exists()


def test_a_session_that_ends_while_it_is_read_is_not_held(
    draft: Draft, held: held_sessions.HeldSessions, monkeypatch: pytest.MonkeyPatch
):
    alice, key = draft.people["Alice"], open_page(draft.people["Alice"]).cookies["session"].value
    read = held_sessions.session_account

    def ends_meanwhile(session_key: str) -> Account | None:
        account = read(session_key)
        held.drop(str(alice.pk))
        return account

    monkeypatch.setattr(held_sessions, "session_account", ends_meanwhile)
    held.account_of(key)
    monkeypatch.setattr(held_sessions, "session_account", lambda session_key: None)

    assert held.account_of(key) is None


def test_a_session_is_read_again_after_a_while(
    draft: Draft, held: held_sessions.HeldSessions, monkeypatch: pytest.MonkeyPatch
):
    key = open_page(draft.people["Alice"]).cookies["session"].value
    now = [0.0]
    monkeypatch.setattr(held_sessions.time, "monotonic", lambda: now[0])
    assert held.account_of(key) == draft.people["Alice"]
    monkeypatch.setattr(held_sessions, "session_account", lambda session_key: None)

    now[0] = held_sessions.HELD_SECONDS - 1
    assert held.account_of(key) == draft.people["Alice"]
    now[0] = held_sessions.HELD_SECONDS + 1
    assert held.account_of(key) is None


def test_unknown_sessions_and_damaged_cookies_are_refused(draft: Draft):
    page, wanted = open_page(draft.people["Alice"]), fields(draft, "Alice")

    for cookie in ("", "session=none", "session=\x7f; =", "session"):
        page.cookies.clear()
        response = page.post(
            f"/pod/{draft.pod_id}/pick",
            urlencode(wanted),
            content_type=FORM,
            headers={"Cookie": f"{cookie}; csrftoken={CSRF}", "X-CSRFToken": CSRF},
        )
        assert response.status_code in {403, 404}
    assert not Pick.objects.exists()


def test_an_error_is_left_to_django(draft: Draft, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture):
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setitem(direct_posts.POD_ACTIONS, "pick", fail)
    page = open_page(draft.people["Alice"])

    assert page.send(f"/pod/{draft.pod_id}/pick", fields(draft, "Alice")).status_code == 204
    assert not page.was_direct
    assert Pick.objects.count() == 1
    assert Pod.objects.get(pk=draft.pod_id).stream


@pytest.mark.parametrize(("place", "status"), [(0, 204), (1, 409)])
def test_a_pick_whose_commit_was_not_confirmed_is_acknowledged_if_it_was_made(
    draft: Draft, monkeypatch: pytest.MonkeyPatch, place: int, status: int
):
    def commit_and_lose_the_connection(*arguments: Any) -> None:
        draft.pick("Alice")
        raise OperationalError("server closed the connection unexpectedly")

    monkeypatch.setitem(direct_posts.POD_ACTIONS, "pick", commit_and_lose_the_connection)

    response = open_page(draft.people["Alice"]).send(f"/pod/{draft.pod_id}/pick", fields(draft, "Alice", place))

    assert response.status_code == status
    assert Pick.objects.count() == 1
