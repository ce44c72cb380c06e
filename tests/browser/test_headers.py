"""Header, tabs and steps take little of the screen, on every page of an event and in practice events."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests import pages
from tests.browser.steps import fits, sign_in
from tests.world import World
from tournaments.models import Event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIZES: list[tuple[ViewportSize, int]] = [
    ({"width": 360, "height": 640}, 120),
    ({"width": 1280, "height": 720}, 160),
]
EVENT_PAGES = [
    (role, path)
    for role, paths in (("", pages.ANONYMOUS), ("organizer", pages.STAFF), ("own", pages.PLAYER))
    for path in paths
    if re.match(r"e/{slug}/(?!print|display)", path)
]
CHROME = "bar => Math.ceil(bar.getBoundingClientRect().bottom + scrollY)"


@pytest.mark.parametrize("practice", [False, True], ids=["counts", "practice"])
def test_the_content_of_event_pages_begins_near_the_top(
    new_page: Callable[..., Page], live_server_url: str, practice: bool
):
    world = World()
    Event.objects.update(rehearsal=practice)
    page = new_page()
    found: dict[str, int] = {}
    for role, path in EVENT_PAGES:
        page.context.clear_cookies()
        if role:
            sign_in(page, world.people[role], live_server_url)
        for size, limit in SIZES:
            page.set_viewport_size(size)
            page.goto("/" + path.format(**world.names))
            bar = page.locator(".event-bar")
            expect(bar).to_be_visible()
            if practice:
                expect(page.get_by_role("complementary", name="Practice event")).to_be_visible()
            height = bar.evaluate(CHROME)
            if height > limit:
                found[f"{role or 'anonymous'} {path} {size['width']}"] = height
            fits(page)

    assert found == {}


def test_all_tabs_of_an_official_are_shown_on_a_phone(new_page: Callable[..., Page], live_server_url: str):
    world = World()
    page = new_page(viewport=SIZES[0][0])
    sign_in(page, world.people["organizer"], live_server_url)
    page.goto("/e/{slug}/judge".format(**world.names))

    expect(page.get_by_role("link", name="Judge", exact=True)).to_be_in_viewport(ratio=1)


def test_the_name_of_an_event_is_on_its_page_once(new_page: Callable[..., Page]):
    world = World()
    page = new_page()
    page.goto("/e/{slug}/".format(**world.names))

    name = Event.objects.get(slug=world.names["slug"]).name
    expect(page.locator("main").get_by_text(name, exact=True)).to_have_count(1)
