"""Fixtures for every test. `manage.py test` brings the parts they need; without one, a test is skipped and says why."""

import os
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.parts import MissingPartError, PartNotUsedError, database, part_address

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page

    from tests.world import World

BLOCKED = "Service Worker registration blocked by Playwright"


@pytest.fixture(scope="session")
def need(pytestconfig: pytest.Config) -> Callable[[str], str]:
    """Return where a part is, by its name in the environment, started if this is its first use.

    Without one the test is skipped; with --strict-parts it fails, unless the run is to do without.
    """
    strict = pytestconfig.getoption("strict_parts", False)

    def get(variable: str) -> str:
        try:
            return part_address(variable)
        except MissingPartError as reason:
            if strict and not isinstance(reason, PartNotUsedError):
                pytest.fail(f"--strict-parts: {reason}", pytrace=False)
            pytest.skip(str(reason))

    return get


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, need: Callable[[str], str], cache_server: None
) -> None:
    """Start the database, to be copied for each worker, and the cache and the live updates that go with it.

    No thread keeps a connection after its request: it would outlive the test and then the database. There is no pool
    either: a cursor that a test without a database tries to open creates one for the database's ordinary name, which
    does not exist here, and the tests that follow would wait for its connections.
    """
    from django.conf import settings

    default = settings.DATABASES["default"]
    default["CONN_MAX_AGE"] = 0
    default["OPTIONS"].pop("pool", None)
    if os.environ.get("DATABASE_URL"):
        need("DATABASE_URL")
    database.use_migrated_database()


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_keepdb: bool, django_db_modify_db_settings: None) -> bool:
    """Return whether the test database is left as it is: one of ours is no longer there after the run."""
    return django_db_keepdb or database.is_temporary()


@pytest.fixture(scope="session", autouse=True)
def autorefresh_static_files() -> None:
    """Let no new client of a test list every static file first, as a site does once when it starts: that takes 50 ms."""
    if os.environ.get("DJANGO_SETTINGS_MODULE"):  # the rules' tests run without
        from django.conf import settings

        settings.WHITENOISE_AUTOREFRESH = True


@pytest.fixture(scope="session", autouse=True)
def skip_permission_rows() -> None:
    """Let no test that empties the database fill two tables that nothing here reads: that takes 150 ms a test."""
    if os.environ.get("DJANGO_SETTINGS_MODULE"):
        from django.contrib.auth.management import create_permissions
        from django.contrib.contenttypes.management import create_contenttypes
        from django.db.models.signals import post_migrate

        assert post_migrate.disconnect(create_contenttypes)
        assert post_migrate.disconnect(dispatch_uid=f"{create_permissions.__module__}.create_permissions")


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """End what still holds the database when the run is over: a request that a closed browser had under way."""
    yield
    from django.db import connection

    if connection.vendor != "postgresql" or database.is_temporary():
        return
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


@pytest.fixture(autouse=True)
def language() -> Iterator[None]:
    """Let no test hand on the language of its last request to the next one on the thread."""
    yield
    if translation := sys.modules.get("django.utils.translation"):
        translation.deactivate()


@pytest.fixture(autouse=True)
def circuit_closed() -> Iterator[None]:
    """Let no test hand on to the next one that Redis did not answer."""
    yield
    if circuit := sys.modules.get("gameplay.infrastructure.circuit_breaker"):
        circuit.redis_circuit.reset()


@pytest.fixture(autouse=True)
def eager_tasks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Background work is done where it is called, as on a site without Redis: nothing of a test runs into the next.

    Not for a test that asks for a real worker.
    """
    if not os.environ.get("DJANGO_SETTINGS_MODULE"):
        return
    from deploy.celery import app

    monkeypatch.setitem(app.conf, "task_always_eager", "celery_worker" not in request.fixturenames)


@pytest.fixture(scope="session")
def redis_url(need: Callable[[str], str]) -> str:
    """The address of the site's Redis; without one the test is skipped."""
    return need("REDIS_URL")


@pytest.fixture(scope="session")
def cache_server(need: Callable[[str], str]) -> None:
    """Start what keeps the site's cache, unless that is the process: for tests that use no database, which does the same."""
    if os.environ.get("REDIS_URL"):
        need("REDIS_URL")


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator["World"]:
    """An event and everybody who might try something there, made once for a module; what a test changes is undone.

    Every test that asks for it uses `db` as well.
    """
    from django.db import transaction

    from tests.world import World

    with django_db_blocker.unblock(), transaction.atomic():
        yield World()
        transaction.set_rollback(True)


@pytest.fixture
def celery_worker(transactional_db: None, redis_url: str) -> Iterator[None]:
    """A real worker, in a process of its own, that sees what the test commits; gone before that is deleted."""
    from tests.parts.servers import run_worker

    with run_worker():
        yield


@pytest.fixture
def live_server_url(transactional_db: None) -> Iterator[str]:
    """The address of the site, served from the test database with its streams and its clock."""
    from tests.parts.servers import serve_site

    with serve_site() as url:
        yield url


@pytest.fixture(scope="module")
def browser(need: Callable[[str], str]) -> Iterator["Browser"]:
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
