"""The bytes that pages cost: cold on the first visit, warm on the next, with headers and the service worker's."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.steps import sign_in
from tests.browser.tables import asked, play_on, sat_down
from tests.parts.counting_proxy import CountingProxy, counting_proxy
from tests.parts.servers import free_port, serve_compressed
from tests.world import World

PATHS = ["e/{slug}/pairings", "e/{slug}/standings", "e/{slug}/players"]
COLD, WARM = 60_000, 5_000  # bytes

pytestmark = pytest.mark.usefixtures("transactional_db")


@pytest.fixture
def proxy() -> Iterator[CountingProxy]:
    port = free_port()
    with serve_compressed(port), counting_proxy(port) as proxy:
        yield proxy


def cost(page: Page, proxy: CountingProxy, address: str, *, has_worker: bool = True) -> int:
    """Open ``address``, wait until nothing more is requested, and return the bytes that came."""
    page.goto("about:blank")
    before = proxy.received
    page.goto(address)
    expect(page.locator("#live")).to_have_attribute("data-state", re.compile("live"))
    if has_worker:
        page.wait_for_function("navigator.serviceWorker.ready.then((worker) => Boolean(worker.active))")
    page.wait_for_load_state("load")
    page.wait_for_function(
        "async () => { const count = () => performance.getEntriesByType('resource').length;"
        " const before = count(); await new Promise((done) => setTimeout(done, 500)); return count() === before; }"
    )
    return proxy.received - before


@pytest.mark.parametrize("person", ["anonymous", "player"])
def test_pages_are_light(browser: Browser, proxy: CountingProxy, person: str):
    world = World()
    for path in PATHS:
        context = browser.new_context(base_url=proxy.url)
        page = context.new_page()
        if person == "player":
            sign_in(page, world.people[person], proxy.url)
        address = f"{proxy.url}/{path.format(**world.names)}"

        cold, warm = cost(page, proxy, address), cost(page, proxy, address)
        print(path, person, cold, warm)

        assert cold <= COLD, path
        assert 0 < warm <= WARM, path
        context.close()


TABLE_COLD, TABLE_WARM, CHOICE = 150_000, 40_000, 4_096  # bytes


def test_the_table_is_light(browser: Browser, proxy: CountingProxy):
    """Opening it includes the pictures of the cards; a choice is what one player is sent after it."""
    started, people = sat_down("hagmi", "team", 4)
    player = play_on(started, people, asked("main", turn=9, options=3))
    context = browser.new_context(base_url=proxy.url, viewport={"width": 1280, "height": 720})
    page = context.new_page()
    sign_in(page, player, proxy.url)
    address = f"{proxy.url}/game/{started.pk}"

    cold, warm = (cost(page, proxy, address, has_worker=False) for _ in range(2))
    number, before = started.number, proxy.received
    page.locator("[data-choose] button[name=option]").last.evaluate("button => button.click()")
    expect(page.locator(f"[name=number][value='{number}']")).to_have_count(0)
    choice = proxy.received - before
    print(cold, warm, choice)

    assert cold <= TABLE_COLD
    assert 0 < warm <= TABLE_WARM
    assert 0 < choice <= CHOICE
    context.close()
