"""Printable sheets take one page each, on A4 and Letter."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from gameplay.services.accounts import create_guest
from tests.browser.pods import new_day
from tests.browser.steps import PHONE, fits, sign_in
from tournaments.services.entry import register_player

pytestmark = pytest.mark.browser
SHEETS = 1 + 1 + 4
MILLIMETRE = 96 / 25.4  # in pixels of a printed page
A4: ViewportSize = {"width": 718, "height": 1047}  # inside its margins
MEASURED = """sheet => ({
  qr: Math.min(...[...sheet.querySelectorAll(".qr path:last-child")].map(each => each.getBoundingClientRect().width)),
  cut: [...sheet.querySelectorAll(".slip")].filter(each => each.scrollHeight > each.clientHeight + 1).length,
})"""
"""The width of the narrowest QR code without its margin, and the number of slips whose content is cut off."""


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


@pytest.mark.django_db(transaction=True)
def test_slips_fill_their_sheets_and_none_is_split(new_page: Callable[..., Page], live_server_url: str):
    day = new_day()
    for number in range(10):
        register_player(day.event, create_guest(f"{number} " + "Bartholomew Montgomery of York, 3rd"))
    day.seat()
    day.draft()
    day.round(1)
    page = new_page(viewport=PHONE)
    sign_in(page, day.alma, live_server_url)
    page.goto(f"/e/{day.event.slug}/print/slips")

    expect(page.locator(".slip h2")).to_have_count(5)
    expect(page.locator(".sheet").first.locator(".slip h2")).to_have_text(
        ["Round 1, table 1", "Round 1, table 3", "Round 1, table 5"]
    )
    for paper in ("A4", "Letter"):
        assert len(re.findall(rb"/Type /Page\b", page.pdf(format=paper))) == 2
    fits(page)
    page.emulate_media(media="print")
    page.set_viewport_size(A4)
    sizes = page.locator(".sheet").first.evaluate(MEASURED)
    assert sizes["qr"] >= 20 * MILLIMETRE
    assert not sizes["cut"]
