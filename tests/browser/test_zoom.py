"""Pages at 200 % zoom, with 200 % text, on the narrowest screens, and in forced colours (WCAG 1.4.4, 1.4.10)."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests import pages
from tests.browser.steps import sign_in
from tests.browser.tables import finished_replay
from tests.world import World

pytestmark = [pytest.mark.browser, pytest.mark.slow]
LOOKS = {
    "a laptop at 200 %": ({"width": 640, "height": 360}, 16),
    "a laptop at 400 %": ({"width": 320, "height": 256}, 16),
    "a laptop with text of 200 %": ({"width": 1280, "height": 720}, 32),
    "a phone with text of 200 %": ({"width": 360, "height": 740}, 32),
}
FAULTS = """root => {
  const shown = (selector) => [...root.querySelectorAll(selector)]
    .filter((each) => each.checkVisibility() && !each.closest(".sr, [aria-hidden=true]"));
  const cutOff = shown("button, a.button, summary, h1, h2, h3, th, label, .notice, .chip")
    .filter((each) => ["hidden", "clip"].includes(getComputedStyle(each).overflowX))
    .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1);
  const scrolls = (each) => each !== document.body
    && (getComputedStyle(each).overflowX !== "visible" || scrolls(each.parentElement));
  const tooWide = root.scrollWidth <= innerWidth ? [] : shown("body *")
    .filter((each) => each.getBoundingClientRect().right > innerWidth + 1 && !scrolls(each.parentElement));
  const outline = (each) => each.outerHTML.replace(/\\s+/g, " ").slice(0, 120);
  return [...cutOff.map((each) => `cut off: ${outline(each)}`), ...tooWide.map((each) => `too wide: ${outline(each)}`)];
}"""
"""What does not fit: elements that cut off their text, and those that are wider than the screen."""
READERS = {
    "anonymous": pages.ANONYMOUS,
    "organizer": [*pages.STAFF, "e/{slug}/manage/finish", "e/{slug}/manage/webhooks"],
    "own": pages.PLAYER,
}


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("role", READERS)
def test_pages_fit_at(new_page: Callable[..., Page], live_server_url: str, look: str, role: str):
    size, font_size = LOOKS[look]
    world, page = World(), new_page(viewport=size, reduced_motion="reduce")
    world.names["replay"] = finished_replay()
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": font_size}})
    if role in world.people:
        sign_in(page, world.people[role], live_server_url)

    found = []
    for path in READERS[role]:
        page.goto("/" + world.fill_placeholders(path))
        found += [f"{path}: {fault}" for fault in page.locator(":root").evaluate(FAULTS)]

    assert not found, "\n".join(found)
