"""The language of a response: the choice on the site, else the Accept-Language header, else English."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client

from gameplay.services.accounts import create_guest
from tests.tournaments.days import Day, day, new_event

__all__ = ["day", "new_event"]

JAPANESE = re.compile("[\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff]")
JA = {"Accept-Language": "ja-JP,ja;q=0.9,en;q=0.8"}


def page_language(client: Client, **headers: str) -> str:
    answer = client.get("/sign-in", headers=headers or None)
    found = re.search(r'<html\s+lang="([^"]*)"', answer.content.decode())
    assert found
    assert answer.headers["Content-Language"] == found[1]
    assert {"Accept-Language", "Cookie"} <= set(answer.headers["Vary"].split(", "))
    return found[1]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("header", "language"),
    [("ja", "ja"), ("ja-JP,ja;q=0.9", "ja"), ("fr,ja;q=0.4,en;q=0.3", "ja"), ("fr", "en"), ("xx;;q", "en"), ("", "en")],
)
def test_a_page_is_in_the_language_of_the_header(client: Client, header: str, language: str):
    assert page_language(client, **{"Accept-Language": header}) == language


@pytest.mark.django_db
@pytest.mark.parametrize("chosen", ["en", "ja"])
def test_a_choice_on_the_site_comes_before_the_header(client: Client, chosen: str):
    client.post("/language", {"language": chosen, "next": "/sign-in"})

    for header in ("ja", "en"):
        assert page_language(client, **{"Accept-Language": header}) == chosen


@pytest.mark.django_db
def test_a_guest_keeps_the_chosen_language_on_another_device(client: Client):
    alice = create_guest("Alice", language="en")
    client.force_login(alice, backend="gameplay.infrastructure.sessions.AccountBackend")

    client.post("/language", {"language": "ja"})

    alice.refresh_from_db()
    assert alice.language == "ja"


def api(client: Client, method: str, path: str, data: object = None, **headers: str) -> tuple[int, dict[str, Any]]:
    answer = client.generic(
        method, f"/api/v1/{path}", json.dumps(data), content_type="application/json", headers=JA | headers
    )
    assert answer.headers["Content-Language"] == "ja"
    assert "Accept-Language" in answer.headers["Vary"]
    return answer.status_code, answer.json()


@pytest.mark.django_db
def test_errors_of_the_api_are_in_the_language_of_the_header(client: Client, day: Day):
    slug = day.event.slug
    day.enter(3)
    anonymous = Client()
    client.force_login(day.alma, backend="gameplay.infrastructure.sessions.AccountBackend")
    found = [
        api(client, "GET", "events/none/entries"),
        api(anonymous, "GET", "me"),
        api(client, "POST", f"events/{slug}/entries", {}),
        api(client, "POST", f"events/{slug}/entries", {"handle": ""}),
        api(client, "POST", f"events/{slug}/entries", {"handle": "\u200b"}),
        api(client, "POST", f"events/{slug}/finish", {}),
        api(client, "PUT", "me"),
    ]

    assert [status for status, _body in found] == [404, 401, 400, 400, 422, 409, 405]
    for status, body in found:
        texts = [body["detail"], *map(str, body["details"].values())] if status == 400 else [body["detail"]]
        assert all(map(JAPANESE.search, texts)), body
        assert not re.search(r"[A-Za-z]{2,} [a-z]{2,}", " ".join(texts)), body


@pytest.fixture
def no_limits_left_over() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.mark.django_db
@pytest.mark.usefixtures("no_limits_left_over")
def test_throttling_is_refused_in_the_language_of_the_header(client: Client):
    client.force_login(create_guest("Alice"), backend="gameplay.infrastructure.sessions.AccountBackend")

    found = [api(client, "POST", "join", {"code": "AAAAAA"}) for _try in range(12)]

    assert {status for status, _body in found} == {422, 429}
    assert found[-1][0] == 429
    assert all(JAPANESE.search(body["detail"]) for _status, body in found)


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "ja"])
def test_refusals_before_a_request_is_read_have_its_language(client: Client, language: str):
    headers = {"Accept-Language": language}
    previous = {"Accept-Language": "en" if language == "ja" else "ja"}
    client.get("/paper", headers=previous)  # leaves its language in the thread

    program = client.post("/api/v1/join", headers=headers, CONTENT_LENGTH=str(settings.BODY_LIMIT + 1))
    page = client.post("/sign-in", headers=headers, CONTENT_LENGTH=str(settings.BODY_LIMIT + 1))

    assert program.status_code == page.status_code == 413
    assert bool(JAPANESE.search(program.json()["detail"])) == (language == "ja")
    assert re.search(r'<html\s+lang="([^"]*)"', page.content.decode()).group(1) == language  # type: ignore[union-attr]
    for answer in (program, page):
        assert answer.headers["Content-Language"] == language
        assert answer.headers["Vary"] == "Accept-Language, Cookie"
    assert 'action="/language"' not in page.content.decode()  # it would lack a CSRF token


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/sign-in", "/recover", "/nothing", "/join/AAAAAA"])
def test_a_newcomer_can_change_the_language(path: str):
    browser = Client(enforce_csrf_checks=True)
    page = browser.get(path).content.decode()
    header = page.partition('<header class="top">')[2].partition("</header>")[0]

    assert '<button class="link" name="language" value="ja" lang="ja">' in " ".join(header.split())
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', header)
    assert token
    answer = browser.post("/language", {"csrfmiddlewaretoken": token[1], "language": "ja", "next": path})
    assert (answer.status_code, answer.headers["Location"]) == (302, path)
    assert '<html lang="ja"' in " ".join(browser.get(path).content.decode().split())


@pytest.mark.urls("tests.deploy.refusing_urls")
@pytest.mark.django_db
def test_the_page_of_an_error_of_the_site_offers_the_languages():
    browser = Client(enforce_csrf_checks=True, raise_request_exception=False)
    page = browser.get("/page/broken", headers={"Accept-Language": "ja"})

    assert page.status_code == 500
    assert "サイト側で問題が発生しました" in page.content.decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.content.decode())
    assert token
    changed = browser.post(
        "/language",
        {"csrfmiddlewaretoken": token[1], "language": "en"},
        headers={"Referer": "http://testserver/page/broken"},
    )
    assert changed.status_code == 302
    assert "Something went wrong" in browser.get("/page/broken", headers={"Accept-Language": "ja"}).content.decode()
