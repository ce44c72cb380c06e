"""The steps themselves: a test that does not wait fails, however fast the machine is."""

import pytest
from playwright import sync_api
from playwright.sync_api import Browser, Page, expect

from tests.browser.steps import AT_ONCE, PATIENCE, fits

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("kind", AT_ONCE)
def test_what_answers_at_once_is_refused(browser: Browser, kind: str):
    for name in AT_ONCE[kind].split():
        with pytest.raises(pytest.fail.Exception, match="waits for nothing"):
            getattr(getattr(sync_api, kind), name)(None)


def test_what_is_too_wide_is_found(page: Page):
    page.goto("/sign-in")
    fits(page)
    page.locator("main").evaluate("main => main.style.minWidth = '5000px'")

    expect.set_options(timeout=100)
    with pytest.raises(AssertionError, match="5000"):
        fits(page)
    expect.set_options(timeout=PATIENCE)
