"""Pages that have not changed are answered with 304."""

import pytest
from django.conf import settings
from django.test import Client

from tests.tournaments.conftest import Day
from tournaments.services.match import enter_result

pytestmark = pytest.mark.django_db
PAGES = ["pairings", "standings", "players", "display"]


@pytest.fixture
def running(day: Day) -> Day:
    day.to_round(1)
    return day


def read(client: Client, day: Day, page: str, etag: str = "") -> tuple[int, str]:
    headers = {"If-None-Match": etag} if etag else {}
    response = client.get(f"/e/{day.event.slug}/{page}", headers=headers)
    assert response.headers["Cache-Control"] == "private, no-cache"
    assert 'now;desc="20' in response.headers["Server-Timing"]
    return response.status_code, response.headers["ETag"]


@pytest.mark.parametrize("page", PAGES)
def test_an_unchanged_page_is_not_sent_again(client: Client, running: Day, page: str):
    status, etag = read(client, running, page)

    assert status == 200
    assert read(client, running, page, etag) == (304, etag)


@pytest.mark.parametrize("page", ["pairings", "standings", "display"])
def test_a_result_changes_the_page(client: Client, running: Day, page: str):
    _status, etag = read(client, running, page)
    enter_result(running.matches(1)[0], running.result("2-0"), by=running.by, last_seen_number=0)

    assert read(client, running, page, etag)[0] == 200


@pytest.mark.parametrize("page", PAGES)
def test_a_page_belongs_to_its_reader_language_and_theme(client: Client, running: Day, page: str):
    _status, etag = read(client, running, page)

    client.cookies["theme"] = "dark"
    assert read(client, running, page, etag)[0] == 200
    del client.cookies["theme"]
    assert read(client, running, page, etag)[0] == 304
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "ja"
    assert read(client, running, page, etag)[0] == 200
    del client.cookies[settings.LANGUAGE_COOKIE_NAME]
    assert running.by.account
    client.force_login(running.by.account, backend="gameplay.infrastructure.sessions.AccountBackend")
    assert read(client, running, page, etag)[0] == 200
