"""The page of all sets."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from cards.selectors import card_sets
from tests.browser.steps import fits

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("transactional_db")]
WIDTHS = "() => [...document.querySelectorAll('.fan')].map((fan) => Math.round(fan.getBoundingClientRect().width))"


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_every_set_has_a_fan_of_the_same_size(new_page: Callable[..., Page], width: int):
    """This includes a game with a single set."""
    assert len(card_sets("hagmi")) == 1
    page = new_page(viewport={"width": width, "height": 800})

    page.goto("/cards/")

    expect(page.locator(".fan").first).to_be_visible()
    fits(page)
    assert len(set(page.locator(":root").evaluate(WIDTHS))) == 1
