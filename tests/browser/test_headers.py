"""The header of an event's pages."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.steps import sign_in
from tests.world import World
from tournaments.models import Event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_all_tabs_of_an_official_are_shown_on_a_phone(new_page: Callable[..., Page], live_server_url: str):
    world = World()
    page = new_page(viewport={"width": 360, "height": 640})
    sign_in(page, world.people["organizer"], live_server_url)
    page.goto("/e/{slug}/judge".format(**world.names))

    expect(page.get_by_role("link", name="Judge", exact=True)).to_be_in_viewport(ratio=1)


def test_the_name_of_an_event_is_on_its_page_once(new_page: Callable[..., Page]):
    world = World()
    page = new_page()
    page.goto("/e/{slug}/".format(**world.names))

    name = Event.objects.get(slug=world.names["slug"]).name
    expect(page.locator("main").get_by_text(name, exact=True)).to_have_count(1)
