"""The server, the worker and the browser work with the test database."""

import os
import urllib.request

import pytest
from django.conf import settings
from django.db import connection
from django.urls import reverse
from playwright.sync_api import Page, expect

from deploy.clock import last_heartbeat
from deploy.tasks import sweep
from tests.parts.waiting import eventually

PIXELS = """(_, characters) => characters.map(character => {
    const pen = Object.assign(document.createElement("canvas"), {width: 40, height: 40}).getContext("2d");
    pen.font = "30px sans-serif";
    pen.fillText(character, 2, 34);
    return pen.getImageData(0, 0, 40, 40).data.join();
})"""


def test_server_uses_the_test_database(live_server_url: str):
    with urllib.request.urlopen(f"{live_server_url}/healthz") as answer:
        assert answer.status == 200
        assert b'"database": "ok"' in answer.read()


def test_worker_runs_a_task(celery_worker: None):
    assert last_heartbeat() is None

    sweep.delay()

    assert eventually(lambda: last_heartbeat() is not None)


@pytest.mark.browser
def test_browser_shows_a_page_and_renders_japanese(page: Page):
    page.goto(reverse("sign_in"))

    expect(page.get_by_role("button").first).to_be_visible()
    # All characters without a glyph are drawn as the same box.
    drawn, box = page.locator(":root").evaluate(PIXELS, ["決", "\U0010ffff"])
    assert drawn != box


@pytest.mark.browser
def test_console_errors_of_a_page_are_collected(page: Page, console: list[str]):
    page.goto(reverse("sign_in"))

    with page.expect_console_message():
        page.locator(":root").evaluate("() => console.error('out of cards')")

    assert console == ["error: out of cards"]
    console.clear()


@pytest.mark.browser
def test_each_page_has_its_own_browser_context(new_page):
    alice, bob = new_page(), new_page()
    alice.goto(reverse("sign_in"))
    bob.goto(reverse("sign_in"))

    alice.context.add_cookies([{"name": "who", "value": "alice", "url": alice.url}])

    assert "who" in {cookie["name"] for cookie in alice.context.cookies()}
    assert "who" not in {cookie["name"] for cookie in bob.context.cookies()}


@pytest.mark.django_db
def test_database_url_selects_the_database():
    address = os.environ.get("DATABASE_URL", "")

    assert connection.vendor == ("postgresql" if address.startswith("postgres") else "sqlite")


@pytest.mark.django_db
def test_tasks_run_in_the_caller_without_redis():
    assert bool(settings.REDIS_URL) is not settings.CELERY_TASK_ALWAYS_EAGER
