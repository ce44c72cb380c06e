"""Results entered by keyboard at the desk (table number, Enter, one key), and reports of players."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from gameplay.services.accounts import create_staff
from tests.browser.pods import new_day
from tests.browser.steps import fits, sign_in
from tests.parts.waiting import eventually
from tests.tournaments.conftest import Day
from tests.tournaments.teams import team_day
from tournaments.selectors.results import match_agreement
from tournaments.selectors.roles import SCOREKEEPER
from tournaments.services.event import appoint_official
from tournaments.services.match import add_report

pytestmark = [pytest.mark.browser]


@pytest.fixture
def playing(live_server_url: str) -> Day:
    """Six players in round 1."""
    day = new_day()
    day.enter()
    day.seat()
    day.draft()
    day.round(1)
    return day


def scores(day: Day) -> list[str]:
    return [str(match_agreement(match).result or "") for match in day.matches(1)]


def open_desk(page: Page, day: Day, url: str) -> Page:
    page.goto(f"{url}/e/{day.event.slug}/manage")
    expect(page.locator("#live[data-state=live]")).to_be_visible()
    page.get_by_role("textbox", name="Table").focus()
    return page


def type_keys(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def stop_updates(page: Page) -> None:
    """Cut a page off from live updates."""
    page.route("**/stream?*", lambda route: route.abort())
    for name in ("hx-get", "data-live"):
        page.locator("#part").evaluate("(part, name) => part.removeAttribute(name)", name)


def test_three_results_are_typed_without_pauses(new_page: Callable[..., Page], live_server_url: str, playing: Day):
    page = new_page()
    sign_in(page, playing.alma, live_server_url)
    open_desk(page, playing, live_server_url)

    for keys in (("3", "Enter", "2"), ("1", "Enter", "5"), ("2", "Enter", "1")):
        type_keys(page, *keys)

    expect(page.get_by_text("3 of 3 results are in")).to_be_visible()
    expect(page.locator("#announcer")).to_have_text("Table 2: 2-0")
    assert scores(playing) == ["0-2", "2-0", "2-1"]


def test_a_board_is_entered_by_table_and_letter(new_page: Callable[..., Page], live_server_url: str):
    day = team_day(new_day(team_size=2))
    day.start(4)
    day.round(1)
    page = new_page()
    sign_in(page, day.alma, live_server_url)
    open_desk(page, day, live_server_url)

    for keys in (("2", "b", "Enter", "5"), ("1", "A", "Enter", "1")):
        type_keys(page, *keys)

    expect(page.get_by_text("2 of 4 results are in")).to_be_visible()
    assert {label: str(match_agreement(match).result or "") for label, match in day.boards(1).items()} == {
        "1A": "2-0",
        "1B": "",
        "2A": "",
        "2B": "0-2",
    }


def test_escape_returns_to_the_table_field_without_an_entry(
    new_page: Callable[..., Page], live_server_url: str, playing: Day
):
    page = new_page()
    sign_in(page, playing.alma, live_server_url)
    open_desk(page, playing, live_server_url)

    type_keys(page, "2", "Enter", "Escape")

    expect(page.get_by_role("textbox", name="Table")).to_be_focused()
    expect(page.get_by_role("textbox", name="Table")).to_have_value("")
    assert scores(playing) == ["", "", ""]


def test_the_second_of_two_entries_is_decided_in_a_dialog_by_keyboard(
    new_page: Callable[..., Page], live_server_url: str, playing: Day, console: list[str]
):
    ines = create_staff("Ines")
    appoint_official(playing.event, ines, SCOREKEEPER, by=playing.by)
    pages = [new_page(), new_page()]
    for page, account in zip(pages, (playing.alma, ines), strict=True):
        sign_in(page, account, live_server_url)
        open_desk(page, playing, live_server_url)
    first, second = pages
    stop_updates(second)

    type_keys(first, "1", "Enter", "2")
    assert eventually(lambda: scores(playing)[0] == "2-1")
    type_keys(second, "1", "Enter", "1")

    dialog = second.get_by_role("dialog")
    expect(dialog.get_by_text("2-1 Alma")).to_be_visible()
    expect(dialog.get_by_text("2-0")).to_be_visible()
    expect(dialog.get_by_role("heading")).to_be_focused()
    type_keys(second, "Enter", "Tab")
    expect(dialog.get_by_role("button", name="Keep the existing result")).to_be_focused()
    second.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    expect(second.get_by_role("textbox", name="Table")).to_be_focused()
    assert scores(playing)[0] == "2-1"

    type_keys(second, "1", "Enter", "1")
    expect(dialog.get_by_role("heading")).to_be_focused()
    dialog.get_by_role("textbox", name="Reason").focus()
    second.keyboard.type("the slip says so")
    second.keyboard.press("Enter")
    expect(second.get_by_text("Table 1: 2-0")).to_be_visible()
    assert scores(playing)[0] == "2-0"
    second.close()
    console.clear()  # the browser logs each 409 and the aborted streams


def test_without_javascript_the_table_number_opens_the_form(
    new_page: Callable[..., Page], live_server_url: str, playing: Day
):
    page = new_page(java_script_enabled=False, viewport={"width": 360, "height": 740})
    sign_in(page, playing.alma, live_server_url)
    page.goto(f"{live_server_url}/e/{playing.event.slug}/manage")
    page.get_by_role("textbox", name="Table").fill("2")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Round 1, table 2")).to_be_visible()
    fits(page)
    page.get_by_role("button", name="2-1").click()

    expect(page.get_by_text("Table 2: 2-1")).to_be_visible()
    assert scores(playing)[1] == "2-1"


def test_a_disputed_table_is_decided_on_its_page(
    new_page: Callable[..., Page], live_server_url: str, playing: Day, console: list[str]
):
    match = playing.matches(1)[0]
    assert match.b
    add_report(match, playing.result("2-1"), by=match.a.account, last_seen_number=0)
    add_report(match, playing.result("0-2"), by=match.b.account, last_seen_number=1)
    page = new_page(viewport={"width": 360, "height": 740})
    sign_in(page, playing.alma, live_server_url)
    page.goto(f"{live_server_url}/match/{match.pk}")
    expect(page.get_by_text(f"{match.a.name} – {match.b.name} 0-2")).to_be_visible()
    fits(page)

    page.get_by_role("button", name="1-2", exact=True).click()

    expect(page.get_by_role("heading", name="Correct the result")).to_be_visible()
    expect(page).to_have_url(f"{live_server_url}/match/{match.pk}")
    assert scores(playing)[0] == "1-2"
    assert console == []


def test_a_player_confirms_on_the_event_page(new_page: Callable[..., Page], live_server_url: str, playing: Day):
    """The report appears on the open page, and the confirmation is sent without reloading it."""
    match = playing.matches(1)[0]
    assert match.b
    page = new_page(viewport={"width": 360, "height": 740})
    sign_in(page, match.b.account, live_server_url)
    page.goto(f"{live_server_url}/e/{playing.event.slug}/")
    expect(page.locator("#live[data-state=live]")).to_be_visible()

    add_report(match, playing.result("1-2"), by=match.a.account, last_seen_number=0)
    expect(page.get_by_role("heading", name=f"{match.a.name} reported 2-1")).to_be_visible()
    fits(page)
    page.get_by_role("button", name="Confirm").click()

    expect(page.get_by_text("This result counts.")).to_be_visible()
    assert match_agreement(match).is_final
