"""What is written fits on a phone: no choice is cut off, no code runs out of the page."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pods import new_day
from tests.browser.steps import PHONE, fits, sign_in
from tests.tournaments.conftest import Day
from tournaments.services.event import finish_event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
CLIPPED = """main => [...main.querySelectorAll("select:not([multiple])")].filter((each) => {
  const style = getComputedStyle(each);
  const pen = Object.assign(document.createElement("canvas").getContext("2d"), { font: style.font });
  const room = each.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 16; // the arrow
  return each.checkVisibility() && [...each.options].some((option) => pen.measureText(option.text).width > room);
}).map((each) => each.name)"""
WIDE = """main => [...main.querySelectorAll("code")].filter((each) => !each.closest(".region"))
  .filter((each) => each.getBoundingClientRect().right > innerWidth).map((each) => each.textContent)"""
UNFOLD = "main => main.querySelectorAll('details').forEach((details) => details.open = true)"


@pytest.fixture
def day(transactional_db: None) -> Day:
    return new_day()


def test_no_choice_of_a_new_event_is_cut_off_on_a_phone(new_page: Callable[..., Page], live_server_url: str, day: Day):
    page = new_page(viewport=PHONE)
    sign_in(page, day.alma, live_server_url)
    page.goto("/events/new?preset=enemy-FL-booster")
    page.locator("main").evaluate(UNFOLD)

    expect(page.get_by_role("group", name="Packs are opened").get_by_role("radio")).to_have_count(3)
    fits(page)
    assert page.locator("main").evaluate(CLIPPED) == []


def test_how_chance_is_checked_fits_on_a_phone(new_page: Callable[..., Page], live_server_url: str, day: Day):
    day.to_round(3)
    day.settle(3)
    event = finish_event(day.event, by=day.by)
    page = new_page(viewport=PHONE)

    for path in ("/fairness", f"/e/{event.slug}/verify"):
        page.goto(path)
        fits(page)
        assert page.locator("main").evaluate(WIDE) == []
