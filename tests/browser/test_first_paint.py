"""What a page needs before its first paint.

With --thorough and -s, the times on a simulated slow phone are printed; they are not tested.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from drafting.models import Seat
from drafting.rules.format import DraftFormat
from gameplay.services.accounts import create_guest
from tests.browser.pods import among_bots, draft_through
from tests.browser.steps import PHONE, sign_in
from tests.parts.servers import free_port, serve_compressed
from tests.world import World

REQUESTS, BYTES = 6, 32_000
"""Before the first paint: the page, its style sheets and whatever else blocks it."""
NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750}
SLOWER_CPU = {"rate": 4}
NEEDED = """() => {
  const [page] = performance.getEntriesByType("navigation");
  const blocking = performance.getEntriesByType("resource").filter((each) => each.renderBlockingStatus === "blocking");
  const needed = [page, ...blocking];
  return {
    requests: needed.length,
    bytes: needed.reduce((sum, { transferSize }) => sum + transferSize, 0),
    painted: Math.round(performance.getEntriesByName("first-contentful-paint")[0].startTime),
    loaded: Math.round(page.loadEventEnd),
  };
}"""

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.usefixtures("transactional_db")]


@pytest.fixture
def address() -> Iterator[str]:
    with serve_compressed(free_port()) as address:
        yield address


def measure(browser: Browser, address: str, path: str, account: Any, *, slow: bool) -> dict[str, int]:
    """Open ``path`` on a phone with an empty cache, and return what it needed, with its times in milliseconds."""
    context = browser.new_context(base_url=address, viewport=PHONE, service_workers="block")
    page = context.new_page()
    if account:
        sign_in(page, account, address)
    if slow:
        phone = context.new_cdp_session(page)
        phone.send("Network.enable")
        phone.send("Network.emulateNetworkConditions", NETWORK)
        phone.send("Emulation.setCPUThrottlingRate", SLOWER_CPU)
    page.goto(path, wait_until="load")
    page.wait_for_function("() => performance.getEntriesByName('first-contentful-paint').length > 0")
    page.wait_for_function("() => performance.getEntriesByType('navigation')[0].loadEventEnd > 0")
    found: dict[str, int] = page.evaluate_handle(NEEDED).json_value()
    context.close()
    return found


def test_pages_paint_early(browser: Browser, address: str, pytestconfig: pytest.Config):
    world = World()
    alice, bob = create_guest("Alicia"), create_guest("Robert")
    built = draft_through(bob, among_bots(bob, DraftFormat(), bots=1))
    event = f"/e/{world.names['slug']}/"
    places = [
        ("/", None),
        (event, None),
        (f"{event}pairings", None),
        (f"{event}standings", None),
        (f"/pod/{among_bots(alice, DraftFormat()).pk}/draft", alice),
        (f"/pod/{Seat.objects.get(pod=built, player=bob).pod_id}/deck", bob),
    ]

    slow = pytestconfig.getoption("thorough")
    for path, account in places if slow else []:  # the server compiles the templates of each page once
        measure(browser, address, path, account, slow=False)
    found = {path: measure(browser, address, path, account, slow=slow) for path, account in places}

    for path, needed in found.items():
        print(path, needed)
    assert not {path: needed for path, needed in found.items() if needed["requests"] > REQUESTS}
    assert not {path: needed for path, needed in found.items() if needed["bytes"] > BYTES}
