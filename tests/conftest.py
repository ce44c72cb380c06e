"""Fixtures for all tests.

`manage.py test` provides the servers and programs they need; a test whose part is missing is skipped with a reason.
"""

import asyncio
import gc
import importlib
import os
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.parts import MissingPartError, PartNotUsedError, database, part_address

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page

    from tests.served_parts import ServedParts
    from tests.world import World

BLOCKED = "Service Worker registration blocked by Playwright"


@pytest.fixture(scope="session")
def need(pytestconfig: pytest.Config) -> Callable[[str], str]:
    """Return a function that returns the address of a part by its environment variable, and starts it on first use.

    If the part is missing, the test is skipped. With --strict-parts it fails, unless the run excludes that part.
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
    """Start the database, which each worker copies, and the cache.

    Connections are closed after each request, or they would outlive the test and then the database. The connection
    pool is off: a test without a database that tries to open a cursor would create a pool for the regular database
    name. No database has that name here, and later tests would wait for the pool's connections.
    """
    from django.conf import settings

    default = settings.DATABASES["default"]
    default["CONN_MAX_AGE"] = 0
    default["OPTIONS"].pop("pool", None)
    if os.environ.get("DATABASE_URL"):
        need("DATABASE_URL")
    database.use_migrated_database()
    database.empty_tables_quickly()


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_keepdb: bool, django_db_modify_db_settings: None) -> bool:
    """Return whether to keep the test database: a temporary one is removed with its server after the run."""
    return django_db_keepdb or database.is_temporary()


def pytest_configure() -> None:
    """Collect no garbage while the tests are collected: looking at all of them again and again takes longer."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Collect garbage less often, and never look at the modules and tests again: a tenth of the time of the suite."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    gc.enable()


@pytest.fixture(scope="session", autouse=True)
def autorefresh_static_files() -> None:
    """Stop each new test client from listing all static files, as the site does at start: it takes 50 ms."""
    if os.environ.get("DJANGO_SETTINGS_MODULE"):  # unset in tests of the pure rules
        from django.conf import settings

        settings.WHITENOISE_AUTOREFRESH = True


@pytest.fixture(scope="session", autouse=True)
def request_log_stream() -> None:
    """Let the logger of requests keep the session's standard error, not that of the first test that needs it."""
    if os.environ.get("DJANGO_SETTINGS_MODULE"):
        importlib.import_module("deploy.monitoring.request_log")


@pytest.fixture(scope="session", autouse=True)
def no_site_limits() -> None:
    """Lift the limits of all clients together, which would count across tests."""
    if os.environ.get("DJANGO_SETTINGS_MODULE"):
        from gameplay.infrastructure import throttle

        throttle.SITE_LIMITS.clear()


@pytest.fixture(scope="session", autouse=True)
def skip_permission_rows() -> None:
    """Do not fill the permission and content type tables, which no test reads: it takes 150 ms after each flush."""
    if os.environ.get("DJANGO_SETTINGS_MODULE"):
        from django.contrib.auth.management import create_permissions
        from django.contrib.contenttypes.management import create_contenttypes
        from django.db.models.signals import post_migrate

        assert post_migrate.disconnect(create_contenttypes)
        assert post_migrate.disconnect(dispatch_uid=f"{create_permissions.__module__}.create_permissions")


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Terminate the connections left at the end of the run, such as the request of a closed browser."""
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
    """Deactivate the language of the last request, which would otherwise apply to the next test on the thread."""
    yield
    if translation := sys.modules.get("django.utils.translation"):
        translation.deactivate()


@pytest.fixture(autouse=True)
def circuit_closed() -> Iterator[None]:
    """Reset the Redis circuit breaker, so that a failure in one test does not affect the next."""
    yield
    if circuit := sys.modules.get("gameplay.infrastructure.circuit_breaker"):
        circuit.redis_circuit.reset()


@pytest.fixture(autouse=True)
def eager_tasks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run background tasks in the caller, as on a site without Redis, so that none outlives its test.

    A test that uses ``celery_worker`` is excluded.
    """
    if not os.environ.get("DJANGO_SETTINGS_MODULE"):
        return
    from deploy.celery import app

    monkeypatch.setitem(app.conf, "task_always_eager", "celery_worker" not in request.fixturenames)


@pytest.fixture(scope="session")
def redis_url(need: Callable[[str], str]) -> str:
    """Return the address of the site's Redis, or skip the test if there is none."""
    return need("REDIS_URL")


@pytest.fixture(scope="session")
def cache_server(need: Callable[[str], str]) -> None:
    """Start the cache server, unless the cache is in memory, also for tests that use no database."""
    if os.environ.get("REDIS_URL"):
        need("REDIS_URL")


@pytest.fixture
def served_parts(monkeypatch: pytest.MonkeyPatch) -> "ServedParts":
    """Let test clients get the parts of games as the server answers them."""
    from tests.served_parts import ServedParts

    served = ServedParts()
    served.install(monkeypatch)
    return served


@pytest.fixture(params=["all middleware", "as served"])
def both_ways(request: pytest.FixtureRequest) -> None:
    """Run a test twice: test clients get the parts of games through all middleware, and as the server answers them."""
    if request.param == "as served":
        request.getfixturevalue("served_parts")


@pytest.fixture(scope="module")
def shared_database(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Open a transaction for the data that the fixtures of a module prepare once, and roll it back after the module.

    Tests that use the data also use `db`, which rolls back their changes, and a deep copy of the models, which they
    change in memory. The data is never committed, so no test of the module may use `transactional_db`.
    """
    from django.db import transaction

    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def world(shared_database: None) -> "World":
    """Return an event with an account for each role, created once for each module. Tests that use it also use `db`."""
    from tests.world import World

    return World()


@pytest.fixture
def celery_worker(transactional_db: None, redis_url: str) -> Iterator[None]:
    """Run a real worker in its own process, which sees committed data; stop it before the data is deleted."""
    from tests.parts.servers import run_worker

    with run_worker():
        yield


@pytest.fixture
def empty_queue(cache_server: None) -> None:
    """Remove the tasks that other tests have left in the queue of this worker."""
    from django.conf import settings

    from deploy.celery import app

    if settings.REDIS_URL:
        app.control.purge()


@pytest.fixture
def live_server_url(transactional_db: None) -> Iterator[str]:
    """Yield the address of the site, served from the test database with its streams and its clock process."""
    from tests.parts.servers import serve_site

    with serve_site() as url:
        yield url


@pytest.fixture(scope="session")
def launched_browser(need: Callable[[str], str]) -> Iterator[tuple["Browser", asyncio.AbstractEventLoop]]:
    """Yield a browser for all modules, and the event loop in which Playwright's driver for it runs.

    The loop is only the current one within `browser`. Elsewhere Django would refuse the queries of all other tests.
    """
    executable = need("CHROMIUM")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        launched, loop = playwright.chromium.launch(executable_path=executable), asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield launched, loop
        asyncio._set_running_loop(loop)
        launched.close()


@pytest.fixture(scope="module")
def browser(launched_browser: tuple["Browser", asyncio.AbstractEventLoop]) -> Iterator["Browser"]:
    """Yield the browser; while a module uses it, Django allows queries beside a running event loop."""
    from playwright.sync_api import expect

    from tests.browser.steps import PATIENCE, refuse_what_does_not_wait

    launched, loop = launched_browser
    expect.set_options(timeout=PATIENCE)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        refuse_what_does_not_wait(patch)
        asyncio._set_running_loop(loop)
        yield launched
        asyncio._set_running_loop(None)


@pytest.fixture
def console() -> list[str]:
    """Return the list of errors and warnings of the pages. A test that causes some checks and clears the list."""
    return []


@pytest.fixture
def new_page(browser: "Browser", live_server_url: str, console: list[str]) -> Iterator[Callable[..., "Page"]]:
    """Yield a function that opens a page for another person, in its own browser context.

    Nothing moves there by default, because animations take a third of the browser's CPU time. Tests of motion, and the
    journeys, ask for ``reduced_motion="no-preference"``.
    """
    from tests.browser.steps import PATIENCE

    def note_message(message: "ConsoleMessage") -> None:
        if message.type in {"error", "warning"} and message.text != BLOCKED:
            console.append(f"{message.type}: {message.text}")

    def open_page(**options: Any) -> "Page":
        # Tests cannot inspect or replace what a service worker fetches; only tests/browser/test_offline.py allows one.
        usual = {"service_workers": "block", "reduced_motion": "reduce"}
        context = browser.new_context(base_url=live_server_url, **{**usual, **options})
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.on("console", note_message)
        page.on("pageerror", lambda error: console.append(str(error)))
        return page

    yield open_page
    for context in browser.contexts:
        context.close()
    if console:
        pytest.fail("The pages logged errors:\n" + "\n".join(console))


@pytest.fixture
def page(new_page: Callable[..., "Page"]) -> "Page":
    """Return a page for one person."""
    return new_page()
