"""Sheets of paper fit their paper: one page each, on A4 and on Letter."""

import re
from typing import TYPE_CHECKING

import pytest

from tests.browser.test_draft import fits, sign_in
from tests.tournaments.conftest import SEED, Day
from tournaments.services.event import NewEvent, create_event

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


@pytest.mark.django_db(transaction=True)
def test_every_sheet_of_the_kit_is_one_page(page: "Page", live_server_url: str):
    from drafting.rules.format import DraftFormat
    from gameplay.services.accounts import create_staff
    from tests.tournaments.conftest import BOOSTERS

    alma = create_staff("Alma")
    day = Day(create_event(NewEvent("Shop draft", DraftFormat(), BOOSTERS), by=alma, seed=SEED), alma)
    day.enter(4)
    day.seat()
    sign_in(page, alma, live_server_url)
    page.goto(f"{live_server_url}/e/{day.event.slug}/print/kit")

    def pages(paper: str) -> int:
        return len(re.findall(rb"/Type /Page\b", page.pdf(format=paper)))

    sheets = page.locator(".sheet").count()
    assert sheets == 1 + 1 + 4
    assert (pages("A4"), pages("Letter")) == (sheets, sheets)
    page.set_viewport_size({"width": 360, "height": 740})
    assert fits(page)
