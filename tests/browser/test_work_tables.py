"""Tables to work with: filters, a search field, arrow keys and selected rows, on the desk and for judges."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pods import new_day
from tests.browser.steps import PHONE, fits, is_live, keeps_focus, sign_in
from tests.tournaments.conftest import Day
from tournaments.models import Match
from tournaments.selectors.results import match_agreement
from tournaments.services.entry import set_checked_in
from tournaments.services.match import add_report, confirm_report

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def playing(transactional_db: None) -> Day:
    """Round 1: table 1 reported by one player, table 2 disputed, table 3 open."""
    day = new_day()
    day.to_round(1)
    first, second, _third = day.matches(1)
    add_report(first, day.result("2-1"), by=first.a.account, last_seen_number=0)
    add_report(second, day.result("2-1"), by=second.a.account, last_seen_number=0)
    assert second.b
    add_report(second, day.result("0-2"), by=second.b.account, last_seen_number=1)
    return day


def open_page(page: Page, day: Day, url: str, name: str = "manage") -> None:
    sign_in(page, day.alma, url)
    page.goto(f"/e/{day.event.slug}/{name}")
    is_live(page)


def row_of(match: Match) -> str:
    return f'#round-tables tr[data-find^="{match.label} "]'


def test_tables_of_a_round_are_filtered(new_page: Callable[..., Page], live_server_url: str, playing: Day):
    page = new_page(viewport=PHONE)
    open_page(page, playing, live_server_url)
    rows = page.locator("tr[data-state]:visible")
    expect(rows).to_have_count(3)

    page.get_by_role("button", name="Disputed 1").click()
    expect(rows).to_have_count(1)
    page.get_by_role("button", name="To confirm 1").click()
    expect(rows).to_have_count(1)
    page.get_by_label("Table or player").fill(playing.matches(1)[2].a.name.lower())
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text(playing.matches(1)[2].a.name)
    page.get_by_role("button", name="All 3").click()
    expect(rows).to_have_count(3)
    fits(page)


def test_a_filter_stays_when_a_result_arrives(new_page: Callable[..., Page], live_server_url: str, playing: Day):
    page = new_page()
    open_page(page, playing, live_server_url)
    rows = page.locator("tr[data-state]:visible")
    page.get_by_role("button", name="Not in 3").click()

    match = playing.matches(1)[0]
    assert match.b
    confirm_report(match, by=match.b.account, last_seen_number=1)

    expect(page.get_by_text("1 of 3 results are in")).to_be_visible()
    expect(rows).to_have_count(2)
    expect(page.get_by_role("button", name="Not in 2")).to_have_attribute("aria-pressed", "true")


def test_arrow_keys_move_between_the_tables(new_page: Callable[..., Page], live_server_url: str, playing: Day):
    """From the search field to the first table, down to the next, and Enter opens its entry."""
    first, second, third = playing.matches(1)
    page = new_page()
    open_page(page, playing, live_server_url)
    page.get_by_label("Table or player").focus()

    page.keyboard.press("ArrowDown")
    expect(page.locator(f"{row_of(second)} summary")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator(f"{row_of(first)} summary")).to_be_focused()
    page.keyboard.press("End")
    expect(page.locator(f"{row_of(third)} summary")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("5")

    expect(page.get_by_text("1 of 3 results are in")).to_be_visible()
    assert str(match_agreement(third).result) == "0-2"


def test_a_result_is_entered_by_the_name_of_a_player(new_page: Callable[..., Page], live_server_url: str, playing: Day):
    match = playing.matches(1)[2]
    page = new_page()
    open_page(page, playing, live_server_url)
    page.get_by_label("Table or player").focus()

    page.keyboard.type(match.a.name.lower())
    page.keyboard.press("Enter")
    page.keyboard.press("1")

    expect(page.locator("#announcer")).to_have_text("Table 3: 2-0")
    expect(page.get_by_label("Table or player")).to_be_focused()


def test_without_javascript_a_name_opens_the_form(new_page: Callable[..., Page], live_server_url: str, playing: Day):
    page = new_page(java_script_enabled=False)
    sign_in(page, playing.alma, live_server_url)
    page.goto(f"/e/{playing.event.slug}/manage")
    page.get_by_label("Table or player").fill(playing.matches(1)[2].a.name)
    page.keyboard.press("Enter")

    expect(page.get_by_role("heading", name="Round 1, table 3")).to_be_visible()


def test_reports_of_one_player_are_confirmed_together(
    new_page: Callable[..., Page], live_server_url: str, playing: Day
):
    page = new_page(viewport=PHONE)
    open_page(page, playing, live_server_url)

    page.get_by_role("button", name="Confirm 1 report").click()

    expect(page.get_by_text("1 result was confirmed.")).to_be_visible()
    expect(page.get_by_text("1 of 3 results are in")).to_be_visible()


@pytest.mark.parametrize("name", ["manage", "judge"])
def test_selected_tables_get_extra_time(new_page: Callable[..., Page], live_server_url: str, playing: Day, name: str):
    first, second, third = playing.matches(1)
    page = new_page(viewport=PHONE)
    open_page(page, playing, live_server_url, name)
    button = page.get_by_role("button", name="Extend selected tables")
    expect(button).to_be_hidden()
    for match in (first, third):
        page.locator(row_of(match)).get_by_role("checkbox").check()
    fits(page)
    page.get_by_label("Extra minutes").fill("7")
    page.get_by_label("Reason for the extra time").fill("fire alarm")
    add_report(third, playing.result("2-1"), by=third.a.account, last_seen_number=0)  # the page is updated meanwhile
    expect(page.locator(row_of(third)).get_by_text("reported by")).to_be_visible()
    expect(page.locator(row_of(third)).get_by_role("checkbox")).to_be_checked()

    button.click()

    expect(page.get_by_text("2 tables have 7 more minutes.")).to_be_visible()
    assert [match.extra_minutes for match in playing.matches(1)] == [7, 0, 7]
    assert second.extra_minutes == 0


def test_several_players_are_checked_in(new_page: Callable[..., Page], live_server_url: str, transactional_db: None):
    day = new_day()
    entries = day.enter(5)
    for entry in entries[1:4]:
        set_checked_in(entry, present=False, by=day.by)
    page = new_page(viewport=PHONE)
    open_page(page, day, live_server_url)
    page.get_by_role("button", name="Not checked in 3").click()
    expect(page.locator("tr[data-state]:visible")).to_have_count(3)
    page.get_by_role("checkbox", name=f"Select {entries[1].name}").check()
    page.get_by_role("checkbox", name=f"Select {entries[2].name}").check()
    fits(page)

    page.get_by_role("button", name="Check in", exact=True).click()

    expect(page.get_by_text("2 players were checked in.")).to_be_visible()
    expect(page.locator("tr[data-state]:visible")).to_have_count(1)
    assert day.event.entries.filter(checked_in_at=None).get() == entries[3]


def test_a_player_is_found_and_checked_in_by_keyboard(
    new_page: Callable[..., Page], live_server_url: str, transactional_db: None
):
    day = new_day()
    entries = day.enter(5)
    set_checked_in(entries[3], present=False, by=day.by)
    page = new_page()
    open_page(page, day, live_server_url)

    page.get_by_label("Find a player").focus()
    page.keyboard.type(entries[3].name[:3])
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=f"Checked in {entries[3].name}")).to_be_focused()
    page.keyboard.press("Enter")

    expect(page.locator("[aria-pressed=true][id^=check-in]")).to_have_count(5)
    keeps_focus(page)


def test_visitors_find_their_table_in_the_pairings(new_page: Callable[..., Page], playing: Day):
    name = playing.matches(1)[1].a.name
    page = new_page(viewport=PHONE)
    page.goto(f"/e/{playing.event.slug}/pairings")
    page.get_by_label("Table or player").fill(name)

    expect(page.locator("tr[data-state]:visible")).to_have_count(1)
    expect(page.locator("tr[data-state]:visible")).to_contain_text(name)
