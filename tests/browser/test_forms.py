"""Forms and codes fit on a phone."""

import re
from collections.abc import Callable
from datetime import UTC

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pods import new_day
from tests.browser.steps import PHONE, fits, sign_in
from tests.tournaments.conftest import Day
from tournaments.models import Event
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


def test_the_options_of_a_new_event_fit_on_a_phone(new_page: Callable[..., Page], live_server_url: str, day: Day):
    page = new_page(viewport=PHONE)
    sign_in(page, day.alma, live_server_url)
    page.goto("/events/new?preset=enemy-FL-booster")
    page.locator("main").evaluate(UNFOLD)

    expect(page.get_by_role("group", name="Packs are opened").get_by_role("radio")).to_have_count(3)
    fits(page)
    assert page.locator("main").evaluate(CLIPPED) == []


def test_pages_on_seed_verification_fit_on_a_phone(new_page: Callable[..., Page], live_server_url: str, day: Day):
    day.to_round(3)
    day.settle(3)
    event = finish_event(day.event, by=day.by)
    page = new_page(viewport=PHONE)

    for path in ("/fairness", f"/e/{event.slug}/verify"):
        page.goto(path)
        fits(page)
        assert page.locator("main").evaluate(WIDE) == []


@pytest.mark.parametrize("script", [True, False], ids=["live", "plain"])
def test_packs_are_chosen_round_by_round_by_keyboard(
    new_page: Callable[..., Page], live_server_url: str, day: Day, script: bool, console: list[str]
):
    page = new_page(viewport=PHONE, java_script_enabled=script)
    sign_in(page, day.alma, live_server_url)
    page.goto("/events/new?preset=enemy-FL-booster")
    page.get_by_text("Change details").press("Enter")
    rounds = page.get_by_role("group", name="Round by round")
    expect(rounds).to_be_hidden()
    page.get_by_role("radio", name="chosen round by round").press("Space")
    expect(rounds.get_by_role("combobox")).to_have_count(4)
    page.get_by_label("Pack round 4").press("ArrowDown")  # to Harbour Below booster
    page.get_by_label("Packs per player").fill("5")

    if script:
        page.get_by_label("Packs per player").press("Tab")
    else:
        page.get_by_role("button", name="Create event").press("Enter")

    fifth = page.get_by_label("Pack round 5")
    expect(fifth).to_have_value("enemy-FL-booster")
    expect(page.get_by_label("Pack round 4")).to_have_value("enemy-HB-booster")
    if not script:
        expect(fifth).to_be_focused()
        expect(fifth).to_have_attribute("aria-invalid", "true")
        console.clear()  # the browser logs the 422
    fits(page)
    page.get_by_role("button", name="Create event").press("Enter")
    expect(page).to_have_url(re.compile("/manage$"))
    event = Event.objects.exclude(pk=day.event.pk).get()
    assert [booster["set"] for booster in event.boosters] == ["FL", "FL", "FL", "HB", "FL"]


def test_a_new_event_lists_what_was_changed_and_uses_the_time_zone_of_the_browser(
    new_page: Callable[..., Page], live_server_url: str, day: Day
):
    page = new_page(viewport=PHONE, timezone_id="Asia/Tokyo")
    sign_in(page, day.alma, live_server_url)
    page.goto("/events/new?preset=enemy-FL-booster")
    line = page.locator("#differences")
    expect(page.locator("form.new-event").get_by_role("textbox")).to_have_count(3)
    expect(page.locator("#id_starts_at_helptext").get_by_text("Asia/Tokyo")).to_be_visible()
    expect(line).to_be_hidden()
    page.get_by_text("Change details").click()
    page.get_by_label("Rounds", exact=True).fill("4")
    page.get_by_role("radio", name="Off: no time limit").check()
    page.get_by_label("Sealed").check()
    expect(line).to_have_text("Differs from the usual: Sealed, Pick clock: Off, Rounds: 4")
    page.get_by_label("Sealed").uncheck()
    expect(line).to_have_text("Differs from the usual: Pick clock: Off, Rounds: 4")
    page.get_by_label("Begins", exact=True).fill("2026-12-01T18:00")
    fits(page)

    page.get_by_role("button", name="Create event").click()

    expect(page).to_have_url(re.compile("/manage$"))
    event = Event.objects.exclude(pk=day.event.pk).get()
    assert event.starts_at
    assert event.starts_at.astimezone(UTC).hour == 9
    assert event.event_format.rounds == 4
