"""The header of an event's pages."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.pods import new_day
from tests.browser.steps import fits, sign_in
from tests.world import World
from tournaments.models import Event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SMALL_PHONE: ViewportSize = {"width": 360, "height": 640}


def test_all_tabs_of_an_official_are_shown_on_a_phone(new_page: Callable[..., Page], live_server_url: str):
    world = World()
    page = new_page(viewport=SMALL_PHONE)
    sign_in(page, world.people["organizer"], live_server_url)
    page.goto("/e/{slug}/judge".format(**world.names))

    expect(page.get_by_role("link", name="Judge", exact=True)).to_be_in_viewport(ratio=1)


def test_the_name_of_an_event_is_on_its_page_once(new_page: Callable[..., Page]):
    world = World()
    page = new_page()
    page.goto("/e/{slug}/".format(**world.names))

    name = Event.objects.get(slug=world.names["slug"]).name
    expect(page.locator("main").get_by_text(name, exact=True)).to_have_count(1)


@pytest.mark.parametrize(
    ("person", "paths"),
    [
        ("organizer", ["e/{slug}/manage", "e/{constructed}/manage", "e/{slug}/judge", "e/{slug}/judge/decks/1"]),
        ("own", ["e/{slug}/", "e/{slug}/pairings", "e/{slug}/standings", "match/{match}", "pod/{pod}/draft"]),
    ],
)
def test_japanese_pages_fit_a_phone_below_a_short_header(
    new_page: Callable[..., Page], live_server_url: str, person: str, paths: list[str]
):
    """Tabs, buttons and labels are wider in Japanese than in English, and lines are higher."""
    world = World()
    page = new_page(viewport=SMALL_PHONE, locale="ja-JP")
    sign_in(page, world.people[person], live_server_url)
    for path in paths:
        page.goto("/" + world.fill_placeholders(path))
        header = page.locator(".event-bar, .draft-head")
        expect(header).to_be_visible()
        expect(page.locator("html")).to_have_attribute("lang", "ja")
        fits(page)

        assert header.evaluate("header => header.getBoundingClientRect().bottom") <= 120, path


@pytest.mark.parametrize("path", ["e/{slug}/", "e/{slug}/standings", "e/{slug}/manage"])
def test_the_header_fits_a_phone_while_the_connection_is_lost(
    new_page: Callable[..., Page], live_server_url: str, console: list[str], path: str
):
    world = World()
    page = new_page(viewport=SMALL_PHONE)
    page.route("**/stream?*", lambda route: route.fulfill(status=503))
    sign_in(page, world.people["organizer"], live_server_url)
    page.goto("/" + world.fill_placeholders(path))

    expect(page.locator("#live")).to_have_text("Reconnecting")
    fits(page)
    page.close()
    console.clear()  # the page keeps trying to reach the stream


def test_a_newcomer_sees_the_button_to_join_at_the_top_of_an_event(new_page: Callable[..., Page]):
    page = new_page(viewport=SMALL_PHONE)
    page.goto(f"/e/{new_day().event.slug}/")

    expect(page.get_by_role("link", name="Join event")).to_be_in_viewport(ratio=1)
