"""Parts of a game: answered through all middleware and as the server answers them, and the same both ways."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import DatabaseError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from deploy.server import game_parts
from deploy.server.wsgi_bridge import BODY_REFUSAL_KEY
from gameplay.infrastructure import sessions
from gameplay.infrastructure.log import verify_stream
from gameplay.models import Account, Choice, OnlineGame
from gameplay.selectors.initial_state import initial_state
from gameplay.services import accounts
from tests.browser.tables import sat_down
from tests.served_parts import ServedParts

pytestmark = pytest.mark.django_db
FORM, CSRF, SITE = "application/x-www-form-urlencoded", "a" * 32, "http://testserver"
CHANGING = re.compile(rb'(?<=csrfmiddlewaretoken" value=")\w+|(?<=data-now=")[^"]+')
"""What differs between two responses to the same request."""
SAME_HEADERS = (
    "Cache-Control",
    "Content-Language",
    "Content-Encoding",
    "Content-Type",
    "X-Content-Type-Options",
    "Allow",
)
Send = Callable[["OpenTable"], Any]


class OpenTable(Client):
    """The browser of ``account`` with the open page of ``game``."""

    def __init__(self, account: Account | None, game: OnlineGame) -> None:
        super().__init__(enforce_csrf_checks=True)
        self.page = f"/game/{game.pk}"
        self.cookies["csrftoken"] = CSRF
        if account:
            self.force_login(account, backend=sessions.BACKEND)

    def part(self, path: str = "?after=0", method: str = "GET", **headers: str) -> Any:
        return self.generic(method, f"{self.page}{path}", headers={"HX-Request": "true"} | headers)

    def send(self, fields: dict[str, Any], path: str = "", **headers: str) -> Any:
        usual = {"HX-Request": "true", "X-CSRFToken": CSRF, "Origin": SITE}
        return self.post(f"{self.page}{path}", urlencode(fields), content_type=FORM, headers=usual | headers)


@pytest.fixture
def table() -> tuple[OnlineGame, list[Account]]:
    return sat_down("enemy", "sample", 2)


def content(response: Any) -> bytes:
    return CHANGING.sub(b"", response.content)


def answer() -> dict[str, Any]:
    return {"number": 0, "option": 0, "after": 0}


SAME: dict[str, Send] = {
    "the table": lambda page: page.part(),
    "the table in Japanese": lambda page: page.part(**{"Accept-Language": "ja"}),
    "the people": lambda page: page.part("/people"),
    "the whole log": lambda page: page.part("?log=all"),
    "a pile": lambda page: page.part("?pile=discard0"),
    "no such pile": lambda page: page.part("?pile=nothing"),
    "a card": lambda page: page.part("?why=hand0.0"),
    "a method that is not allowed": lambda page: page.part(method="DELETE"),
    "an unknown host": lambda page: page.part(Host="elsewhere.example"),
    "a choice for an earlier question": lambda page: page.send(answer() | {"number": 7}),
    "an option that does not exist": lambda page: page.send(answer() | {"option": 99}),
    "no number": lambda page: page.send({"option": 0}),
    "a null character": lambda page: page.send(answer() | {"do": "\0"}),
    "no token": lambda page: page.send(answer(), **{"X-CSRFToken": ""}),
    "another site": lambda page: page.send(answer(), Origin="http://elsewhere.example"),
    "an unknown phrase": lambda page: page.send({"phrase": "nonsense"}, "/people"),
}


@pytest.mark.parametrize("reader", [0, 1, None])
@pytest.mark.parametrize("case", SAME)
def test_responses_are_the_same_both_ways(case: str, reader: int | None, table: Any, request: pytest.FixtureRequest):
    game, people = table
    account = accounts.create_guest("Zoe") if reader is None else people[reader]
    through_all = SAME[case](OpenTable(account, game))
    served: ServedParts = request.getfixturevalue("served_parts")
    as_served = SAME[case](OpenTable(account, game))

    assert served.paths
    assert as_served.status_code == through_all.status_code
    assert content(as_served) == content(through_all)
    assert {name: as_served.headers.get(name) for name in SAME_HEADERS if name != "Allow" or reader is not None} == {
        name: through_all.headers.get(name) for name in SAME_HEADERS if name != "Allow" or reader is not None
    }
    assert not Choice.objects.filter(game=game).exists()


def test_a_choice_is_stored_and_logged_and_its_response_shows_the_change(table: Any, both_ways: None):
    game, people = table
    asked = people[initial_state(game).ask.seat]  # type: ignore[union-attr]

    response = OpenTable(asked, game).send(answer())

    game.refresh_from_db()
    assert response.status_code == 200
    assert b'id="table"' in response.content
    assert game.number == 1
    assert Choice.objects.get(game=game).author == asked
    assert verify_stream(game.stream).is_intact


def test_large_parts_are_compressed(table: Any, both_ways: None):
    game, people = table

    response = OpenTable(people[0], game).part(**{"Accept-Encoding": "gzip"})

    assert response.headers["Content-Encoding"] == "gzip"
    assert int(response.headers["Content-Length"]) == len(response.content)


def test_a_session_that_has_ended_leads_to_the_sign_in_page(
    table: Any, both_ways: None, django_capture_on_commit_callbacks: Any
):
    game, people = table
    page = OpenTable(people[0], game)
    assert page.part().status_code == 200

    with django_capture_on_commit_callbacks(execute=True):
        sessions.sign_out_everywhere(people[0])
        sessions.hub.reauthorize(people[0].pk)

    for response in (page.part(), page.send(answer()), OpenTable(None, game).part()):
        assert response.headers["HX-Redirect"].startswith("/sign-in")
    assert not Choice.objects.filter(game=game).exists()


def test_other_requests_go_through_all_middleware(table: Any, served_parts: ServedParts):
    game, people = table
    page, stranger = OpenTable(people[0], game), OpenTable(None, game)

    page.get(page.page)  # the page itself
    page.part(**{"HX-Request": "false"})
    page.part("/advice")
    page.generic("GET", "/game/nonsense", headers={"HX-Request": "true"})
    stranger.part()
    refused: dict[str, Any] = {BODY_REFUSAL_KEY: "too_slow"}
    page.generic("POST", page.page, headers={"HX-Request": "true"}, **refused)
    page.post(page.page, "x" * 5_000_000, content_type=FORM, headers={"HX-Request": "true"})

    assert served_parts.paths == []


def test_an_outage_is_shown_as_on_all_pages(table: Any, served_parts: ServedParts, monkeypatch: pytest.MonkeyPatch):
    def fail(cookies: str) -> None:
        raise DatabaseError("the connection is closed")

    game, people = table
    monkeypatch.setattr(game_parts, "account_of_cookies", fail)

    assert OpenTable(people[0], game).part().status_code == 200
    assert served_parts.paths == []


def test_a_held_session_is_not_read_again(table: Any, served_parts: ServedParts):
    game, people = table
    page = OpenTable(people[0], game)
    page.part()

    with CaptureQueriesContext(connection) as queries:
        page.part()

    assert not any("session" in query["sql"] for query in queries)
    assert len(served_parts.paths) == 2
