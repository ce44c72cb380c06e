"""Fixtures for every test. `manage.py test` brings the parts they need; without one, a test is skipped and says why."""

import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import hypothesis
import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page

# How long an example takes says more about the machine than about the rules.
hypothesis.settings.register_profile("passleft", deadline=None)
hypothesis.settings.load_profile("passleft")


BLOCKED = "Service Worker registration blocked by Playwright"


def need(variable: str) -> str:
    """Return what the environment says of a part; skip the test if it names none."""
    if not os.environ.get(variable):
        pytest.skip(os.environ.get(f"{variable}_MISSING", f"needs {variable}, see `manage.py test`"))
    return os.environ[variable]


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """Let no thread keep a connection after its request: it would outlive the test and then the database."""
    from django.conf import settings

    settings.DATABASES["default"]["CONN_MAX_AGE"] = 0


@pytest.fixture(scope="session", autouse=True)
def static_files_are_looked_for_when_asked_for() -> None:
    """Let no new client of a test list every static file first, as a site does once when it starts: that takes 50 ms."""
    if "DJANGO_SETTINGS_MODULE" in os.environ:  # the rules' tests run without
        from django.conf import settings

        settings.WHITENOISE_AUTOREFRESH = True


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """End what still holds the database when the run is over: a request that a closed browser had under way."""
    yield
    from django.db import connection

    if connection.vendor != "postgresql":
        return
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


@pytest.fixture(autouse=True)
def language() -> Iterator[None]:
    """Let no test hand on the language of its last request to the next one on the thread."""
    from django.utils import translation

    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def tasks_at_once(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Background work is done where it is called, as on a site without Redis: nothing of a test runs into the next.

    Not for a test that asks for a real worker.
    """
    from deploy.celery import app

    monkeypatch.setitem(app.conf, "task_always_eager", "celery_worker" not in request.fixturenames)


@pytest.fixture
def celery_worker(transactional_db: None) -> Iterator[None]:
    """A real worker, in a process of its own, that sees what the test commits; gone before that is deleted."""
    need("REDIS_URL")
    from tests.parts.servers import worker

    with worker():
        yield


@pytest.fixture
def live_server_url(transactional_db: None) -> Iterator[str]:
    """The address of the site, served from the test database with its streams and its clock."""
    from tests.parts.servers import server

    with server() as url:
        yield url


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    """A browser for the tests of a module, no longer: Playwright's loop would make Django refuse other tests' queries."""
    executable = need("CHROMIUM")
    from playwright.sync_api import expect, sync_playwright

    from tests.browser.steps import PATIENCE, refuse_what_does_not_wait

    expect.set_options(timeout=PATIENCE)
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        refuse_what_does_not_wait(patch)
        browser = playwright.chromium.launch(executable_path=executable)
        yield browser
        browser.close()


@pytest.fixture
def console() -> list[str]:
    """What the pages complained of. A test that provokes complaints looks at them and clears the list."""
    return []


@pytest.fixture
def new_page(browser: "Browser", live_server_url: str, console: list[str]) -> Iterator[Callable[..., "Page"]]:
    """Open a page for one more person: a context of its own, as another browser profile would be."""

    from tests.browser.steps import PATIENCE

    def complain(message: "ConsoleMessage") -> None:
        if message.type in {"error", "warning"} and message.text != BLOCKED:
            console.append(f"{message.type}: {message.text}")

    def open_page(**options: Any) -> "Page":
        # What a worker fetches no test can look at or stand in for; tests/browser/test_offline.py has one.
        context = browser.new_context(base_url=live_server_url, **{"service_workers": "block", **options})
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.on("console", complain)
        page.on("pageerror", lambda error: console.append(str(error)))
        return page

    yield open_page
    for context in browser.contexts:
        context.close()
    if console:
        pytest.fail("The pages complained:\n" + "\n".join(console))


@pytest.fixture
def page(new_page: Callable[..., "Page"]) -> "Page":
    """A page for one person."""
    return new_page()
