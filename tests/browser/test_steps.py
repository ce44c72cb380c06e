"""Tests of the steps: calls that do not wait are refused."""

import pytest
from playwright import sync_api
from playwright.sync_api import Browser, Page, expect

from tests.browser.steps import CALLS_WITHOUT_WAITING, PATIENCE, fits

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("kind", CALLS_WITHOUT_WAITING)
def test_calls_that_do_not_wait_are_refused(browser: Browser, kind: str):
    for name in CALLS_WITHOUT_WAITING[kind].split():
        with pytest.raises(pytest.fail.Exception, match="waits for nothing"):
            getattr(getattr(sync_api, kind), name)(None)


def test_a_page_that_is_too_wide_is_found(page: Page):
    page.goto("/sign-in")
    fits(page)
    page.locator("main").evaluate("main => main.style.minWidth = '5000px'")

    expect.set_options(timeout=100)
    with pytest.raises(AssertionError, match="5000"):
        fits(page)
    expect.set_options(timeout=PATIENCE)
