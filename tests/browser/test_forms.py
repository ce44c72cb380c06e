"""What is written fits on a phone: no choice is cut off, no code runs out of the page."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from drafting.rules.format import DraftFormat
from gameplay.services.accounts import create_staff
from tests.browser.test_draft import PHONE, fits, sign_in
from tests.tournaments.conftest import BOOSTERS, SEED, Day
from tournaments.services.event import NewEvent, create_event, finish_event

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
CLIPPED = """() => [...document.querySelectorAll("main select:not([multiple])")].filter((each) => {
  const style = getComputedStyle(each);
  const pen = Object.assign(document.createElement("canvas").getContext("2d"), { font: style.font });
  const room = each.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 16; // the arrow
  return each.checkVisibility() && [...each.options].some((option) => pen.measureText(option.text).width > room);
}).map((each) => each.name)"""


@pytest.fixture
def day(transactional_db: None) -> Day:
    alma = create_staff("Alma")
    return Day(create_event(NewEvent("Hall", DraftFormat(), BOOSTERS), by=alma, seed=SEED), alma)


def test_no_choice_of_a_new_event_is_cut_off_on_a_phone(
    new_page: Callable[..., "Page"], live_server_url: str, day: Day
):
    page = new_page(viewport=PHONE)
    sign_in(page, day.alma, live_server_url)
    page.goto(f"{live_server_url}/events/new?preset=enemy-FL-booster")
    while closed := page.locator("main details:not([open]) > summary").all():
        closed[0].click()

    assert page.get_by_role("group", name="Packs are opened").get_by_role("radio").count() == 3
    assert (fits(page), page.evaluate(CLIPPED)) == (True, [])


def test_how_chance_is_checked_fits_on_a_phone(new_page: Callable[..., "Page"], live_server_url: str, day: Day):
    day.to_round(3)
    day.settle(3)
    event = finish_event(day.event, by=day.by)
    page = new_page(viewport=PHONE)

    for path in ("/fairness", f"/e/{event.slug}/verify"):
        page.goto(live_server_url + path)
        wide = "[...document.querySelectorAll('main code')].filter((each) => each.getBoundingClientRect().right > innerWidth)"
        assert (fits(page), page.evaluate(f"{wide}.filter((each) => !each.closest('.region')).length")) == (True, 0)
