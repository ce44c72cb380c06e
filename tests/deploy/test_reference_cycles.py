"""What a page has made is freed without the garbage collector; a part of a game leaves nothing to it at all."""

import gc
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from django.http import HttpResponse
from django.template import TemplateDoesNotExist, engines
from django.template.context import BaseContext
from django.test import Client, RequestFactory

from deploy.server.game_parts import ACCOUNT_KEY, PartHandler
from gameplay.infrastructure import sessions
from gameplay.models import Account, OnlineGame
from gameplay.selectors.board import Board
from tests.browser.tables import sat_down

pytestmark = pytest.mark.django_db
PART = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def garbage() -> Iterator[list[Any]]:
    """The objects that only the garbage collector can free, once it has been called."""
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    yield gc.garbage
    gc.set_debug(0)
    gc.enable()
    gc.garbage.clear()


@pytest.fixture
def table() -> tuple[OnlineGame, list[Account]]:
    return sat_down("enemy", "sample", 2)


def answer(handler: WSGIHandler, path: str, account: Account, **environ: Any) -> bytes:
    """Return the body of the response to a request of ``account``, and keep neither."""
    client = Client()
    client.force_login(account, backend=sessions.BACKEND)
    factory = RequestFactory()
    factory.cookies = client.cookies
    response: HttpResponse = handler.get_response(factory.get(path, **environ))  # type: ignore[assignment]
    return response.content


def test_a_page_leaves_no_context(garbage: list[Any], table: tuple[OnlineGame, list[Account]]) -> None:
    game, players = table
    assert b"data-board" in answer(WSGIHandler(), f"/game/{game.pk}", players[0])
    gc.collect()
    assert not [type(each) for each in garbage if issubclass(type(each), BaseContext)]


def test_a_part_of_a_page_leaves_nothing(garbage: list[Any], table: tuple[OnlineGame, list[Account]]) -> None:
    game, players = table
    handler, environ = PartHandler(), PART | {ACCOUNT_KEY: players[0]}
    handler.load_middleware()
    answer(handler, f"/game/{game.pk}", players[0], **environ)
    gc.collect()
    garbage.clear()  # what only the first request makes
    assert b"data-events" in answer(handler, f"/game/{game.pk}", players[0], **environ)
    gc.collect()
    assert not [type(each) for each in garbage if issubclass(type(each), BaseContext | WSGIRequest | Board)]


def test_a_template_that_is_rendered_twice_shows_both_contexts() -> None:
    template = engines["django"].from_string("{{ name }}")
    assert [template.render({"name": name}) for name in ("Elk", "Bear")] == ["Elk", "Bear"]


def test_a_template_that_includes_a_missing_one_names_it() -> None:
    template = engines["django"].from_string('{% include "no/such.html" %}')
    with pytest.raises(TemplateDoesNotExist, match=r"no/such\.html"):
        template.render({})


def test_a_missing_template_names_itself() -> None:
    with pytest.raises(TemplateDoesNotExist, match=r"no/such\.html"):
        engines["django"].get_template("no/such.html")
