"""Deck checks on a phone, by touch and by keyboard, and without JavaScript."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pods import new_day
from tests.browser.steps import PHONE, fits, sign_in
from tests.parts.waiting import eventually
from tests.tournaments.conftest import Day
from tests.tournaments.decks import drafted
from tournaments.models import DeckCheck, Match

pytestmark = [pytest.mark.browser]


@pytest.fixture
def judged(live_server_url: str) -> Day:
    """Six players in round 1 with submitted decks."""
    day = new_day()
    day.enter()
    day.seat()
    drafted(day)
    day.round(1)
    return day


def open_deck_checks(page: Page, day: Day, url: str) -> None:
    sign_in(page, day.alma, url)
    page.goto(f"/e/{day.event.slug}/judge/decks")


def test_a_deck_is_checked_by_touch_and_its_table_gets_extra_time(
    new_page: Callable[..., Page], live_server_url: str, judged: Day
):
    page = new_page(viewport=PHONE)
    open_deck_checks(page, judged, live_server_url)
    fits(page)
    page.get_by_role("button", name="Check a deck at random").click()
    fits(page)
    boxes = page.locator("form.check-deck ol").first.get_by_role("checkbox")
    expect(boxes).to_have_count(35)
    for place in range(35):
        assert page.locator(".ticks label").nth(place).evaluate("label => label.offsetHeight") >= 44

    for place in range(35):
        boxes.nth(place).check()
    expect(page.locator("[data-found]")).to_have_text("35/35")
    assert eventually(lambda: len(DeckCheck.objects.get().found) == 35)
    page.reload()
    expect(page.locator("form.check-deck [name=found]:checked")).to_have_count(35)
    page.get_by_role("button", name="Finish check").click()
    expect(page.get_by_role("heading", name="As registered")).to_be_visible()
    page.get_by_role("button", name="Give table").click()
    expect(page.get_by_text("got 4 more minutes")).to_be_visible()

    check = DeckCheck.objects.get()
    assert (check.result, check.extra_minutes) == ("ok", 4)
    assert check.match is not None
    assert Match.objects.get(pk=check.match.pk).extra_minutes == 4
    fits(page)


def test_a_deck_is_checked_by_keyboard_without_javascript(
    new_page: Callable[..., Page], live_server_url: str, judged: Day
):
    page = new_page(java_script_enabled=False)
    open_deck_checks(page, judged, live_server_url)
    page.get_by_role("button", name="Check a deck at random").focus()
    page.keyboard.press("Enter")
    boxes = page.locator("form.check-deck ol").first.get_by_role("checkbox")
    boxes.first.focus()
    for _ in range(34):
        page.keyboard.press("Space")
        page.keyboard.press("Tab")
    page.get_by_role("button", name="Save").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-found]")).to_have_text("34/35")
    page.get_by_role("radio", name="Corrected").focus()
    page.keyboard.press("Space")
    page.get_by_role("textbox", name="Reason").focus()
    page.keyboard.type("one card lay in the box")
    page.get_by_role("button", name="Finish check").focus()
    page.keyboard.press("Enter")

    expect(page.get_by_role("heading", name="Corrected")).to_be_visible()
    expect(page.get_by_text("On the list, not found:")).to_be_visible()


@pytest.mark.parametrize("script", [True, False])
def test_enter_in_a_field_saves_the_whole_form(
    new_page: Callable[..., Page], live_server_url: str, judged: Day, script: bool
):
    page = new_page(viewport=PHONE, java_script_enabled=script)
    open_deck_checks(page, judged, live_server_url)
    page.get_by_role("button", name="Check a deck at random").click()
    page.locator("form.check-deck ol").first.get_by_role("checkbox").first.check()
    page.get_by_role("radio", name="Corrected").check()
    page.get_by_role("textbox", name="Reason").fill("34 cards lay")
    with page.expect_navigation():
        page.keyboard.press("Enter")

    expect(page.get_by_role("radio", name="Corrected")).to_be_checked()
    expect(page.get_by_role("textbox", name="Reason")).to_have_value("34 cards lay")
    expect(page.locator("[data-found]")).to_have_text("1/35")
    assert DeckCheck.objects.get().ended_at is None
    page.get_by_role("button", name="Finish check").click()
    expect(page.get_by_role("heading", name="Corrected")).to_be_visible()
    assert DeckCheck.objects.get().reason == "34 cards lay"
