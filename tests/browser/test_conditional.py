"""A page whose content is an older copy that the server has confirmed (304) shows the right time."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.world import World

pytestmark = pytest.mark.browser
CONFIRMED = """() => {
  const [{ transferSize, encodedBodySize }] = performance.getEntriesByType("navigation");
  return transferSize < encodedBodySize;
}"""


@pytest.mark.usefixtures("transactional_db")
def test_the_clock_of_a_confirmed_copy_is_right(new_page: Callable[..., Page]):
    page, address = new_page(), f"/e/{World().names['slug']}/pairings"
    page.goto(address)
    clock = page.get_by_role("timer").locator(".clock-time")
    expect(clock).to_have_text("49:54")

    page.goto(address)

    page.wait_for_function(CONFIRMED)
    expect(clock).to_have_text(re.compile("49:5[0-4]"), timeout=3_000)  # the copy was made at 50:00
