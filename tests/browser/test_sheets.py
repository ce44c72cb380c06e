"""Sheets of paper fit their paper: one page each, on A4 and on Letter."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pods import new_day
from tests.browser.steps import PHONE, fits, sign_in

pytestmark = pytest.mark.browser
SHEETS = 1 + 1 + 4


@pytest.mark.django_db(transaction=True)
def test_every_sheet_of_the_kit_is_one_page(new_page: Callable[..., Page], live_server_url: str):
    day = new_day()
    day.enter(4)
    day.seat()
    page = new_page(viewport=PHONE)
    sign_in(page, day.alma, live_server_url)
    page.goto(f"/e/{day.event.slug}/print/kit")

    expect(page.locator(".sheet")).to_have_count(SHEETS)
    for paper in ("A4", "Letter"):
        assert len(re.findall(rb"/Type /Page\b", page.pdf(format=paper))) == SHEETS
    fits(page)
