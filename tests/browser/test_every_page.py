"""Every page, opened once by each kind of reader.

It is accessible (axe-core, WCAG 2.2 AA), its content begins near the top, and it fits a phone, a laptop at 200 and
400 % zoom, and large text (WCAG 1.4.4, 1.4.10).
"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from drafting.models import Pod, Seat
from drafting.services.pause import pause_seat
from tests import pages
from tests.browser.accessibility import violations
from tests.browser.steps import PHONE, fits, sign_in
from tests.browser.tables import finished_replay
from tests.world import World
from tournaments.models import Event

pytestmark = [pytest.mark.browser, pytest.mark.slow]
STAFF = [
    *pages.STAFF,
    "e/{slug}/manage/finish",
    "e/{slug}/manage/cancel",
    "e/{slug}/manage/roster",
    "e/{slug}/manage/webhooks",
    "e/{night}/manage",
    "e/{night}/judge",
]
READERS = {
    "anonymous": pages.ANONYMOUS,
    "organizer": STAFF,
    "head_judge": STAFF[-1:],
    "own": pages.PLAYER,
    "operator": pages.OPERATOR,
    "player": ["pod/{pod}/draft"],
}
ZOOMED: dict[str, tuple[ViewportSize, int]] = {
    "a laptop at 200 %": ({"width": 640, "height": 360}, 16),
    "a laptop at 400 %": ({"width": 320, "height": 256}, 16),
    "a laptop with text of 200 %": ({"width": 1280, "height": 720}, 32),
    "a phone with text of 200 %": ({"width": 360, "height": 740}, 32),
}
CUT_OFF = """root => {
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
HEADER_LIMITS: list[tuple[ViewportSize, int]] = [
    ({"width": 360, "height": 640}, 120),
    ({"width": 1280, "height": 720}, 160),
]
"""Screens, and the height in pixels that header, tabs and steps may take of them."""
EVENT_PAGE = re.compile(r"e/{slug}/(?!print|display)")
BOTTOM = "bar => Math.ceil(bar.getBoundingClientRect().bottom + scrollY)"


@pytest.fixture
def world(live_server_url: str) -> World:
    """A round with a call, a penalty and a deck check, and the draft of another event with a paused seat."""
    world = World()
    pod = Pod.objects.get(pk=world.names["pod"])
    pause_seat(Seat.objects.get(pod=pod, player=world.people["player"]), author=None, role="head_judge", reason="ill")
    world.names |= {"night": pod.event_pod.event.slug, "replay": finished_replay()}
    return world


@pytest.mark.parametrize("reader", READERS)
def test_pages_are_accessible_and_fit_every_screen(
    new_page: Callable[..., Page], live_server_url: str, world: World, reader: str
):
    page = new_page(viewport=PHONE)
    if reader in world.people:
        sign_in(page, world.people[reader], live_server_url)

    found = []
    for path in READERS[reader]:
        page.set_viewport_size(PHONE)
        page.goto("/" + world.fill_placeholders(path))
        fits(page)
        found += violations(page)
        if EVENT_PAGE.match(path):
            found += high_headers(page)
        found += zoom_faults(page)

    assert not found, "\n".join(found)


def high_headers(page: Page) -> list[str]:
    """Return the screens on which the content begins too far down."""
    found = []
    bar = page.locator(".event-bar")
    expect(bar).to_be_visible()
    for size, limit in HEADER_LIMITS:
        page.set_viewport_size(size)
        if (height := bar.evaluate(BOTTOM)) > limit:
            found.append(f"{page.url} {size['width']}: the content begins after {height} px")
        fits(page)
    return found


def zoom_faults(page: Page) -> list[str]:
    """Return what does not fit a zoomed screen or large text."""
    found = []
    session = page.context.new_cdp_session(page)
    for name, (size, font_size) in ZOOMED.items():
        page.set_viewport_size(size)
        session.send("Page.setFontSizes", {"fontSizes": {"standard": font_size}})
        found += [f"{page.url} on {name}: {fault}" for fault in page.locator(":root").evaluate(CUT_OFF)]
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 16}})
    session.detach()
    return found


def test_the_content_of_a_practice_event_begins_near_the_top(
    new_page: Callable[..., Page], live_server_url: str, world: World
):
    Event.objects.update(rehearsal=True)
    page = new_page()
    sign_in(page, world.people["organizer"], live_server_url)
    for path in ("", "pairings", "standings", "manage", "judge"):
        page.goto("/e/{slug}/".format(**world.names) + path)
        expect(page.get_by_role("complementary", name="Practice event")).to_be_visible()

        assert not high_headers(page)
