"""What a page is for is on the first screen of a small phone, in both languages."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.steps import sign_in
from tests.world import World

pytestmark = [pytest.mark.browser, pytest.mark.slow]
SMALL_PHONE: ViewportSize = {"width": 360, "height": 640}
FORM = "main form[method=post] .primary"
PLACES = [
    ("anonymous", "", FORM),
    ("anonymous", "play/hagmi/team/4", FORM),
    ("anonymous", "learn/enemy", FORM),
    ("guest", "my", FORM),  # with the notice that the user is in no event
    ("organizer", "events/new?preset=hagmi-tactics", FORM),
    ("organizer", "events/import", FORM),
    ("organizer", "e/{slug}/manage/finish", FORM),
    ("own", "e/{slug}/", ".now .primary"),
    ("operator", "my/password", FORM),
]
"""Who opens which page, and the button that has to be visible without scrolling."""
BOTTOM = "button => Math.ceil(button.getBoundingClientRect().bottom)"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_primary_action_is_on_the_first_screen(new_page: Callable[..., Page], live_server_url: str, language: str):
    world, low = World(), []
    pages: dict[str, Page] = {}
    for person, path, selector in PLACES:
        page = pages[person] = pages.get(person) or new_page(viewport=SMALL_PHONE, locale=language)
        if person in world.people:
            sign_in(page, world.people[person], live_server_url)
        page.goto("/" + world.fill_placeholders(path))
        button = page.locator(selector).first
        expect(button).to_be_visible()
        if (bottom := button.evaluate(BOTTOM)) > SMALL_PHONE["height"]:
            low.append(f"{person} {path}: {bottom}")

    assert not low
