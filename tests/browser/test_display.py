"""The wall display: it needs no account, turns its pages, and keeps the time without a connection."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from gameplay.models import Account
from gameplay.services.accounts import create_guest
from tests.browser.pods import new_day
from tests.browser.steps import fits, own_time, sign_in
from tests.tournaments.conftest import Day
from tests.tournaments.crowd import crowd
from tournaments.models import Round
from tournaments.services.entry import register_player
from tournaments.services.match import extend_match

pytestmark = [pytest.mark.browser]
HALL = {"width": 1280, "height": 620}
TABLES = """list => [...list.rows].filter((row) => !row.hidden).map((row) => row.cells[0].textContent.trim())"""
SECONDS = """time => time.textContent.split(":").reduce((sum, part) => 60 * sum + Number(part), 0)"""


@pytest.fixture
def hall(live_server_url: str) -> Day:
    """Fourteen players at seven tables in round 1."""
    return hall_of(14)


def hall_of(players: int) -> Day:
    """Return an event of ``players`` in round 1."""
    day = new_day()
    day.enter(min(players, 8))
    for number in range(9, players + 1):
        register_player(day.event, create_guest(f"Player {number}"))
    day.seat()
    day.draft()
    day.round(1)
    return day


def is_right(page: Page, ends_at: datetime, *, within: int = 1) -> bool:
    """Return whether the clock shows the time left until ``ends_at``, within ``within`` seconds."""
    earliest = datetime.now(UTC)
    shown = timedelta(seconds=page.locator(".clock-time").evaluate(SECONDS))
    second = timedelta(seconds=within)
    return ends_at - datetime.now(UTC) - second <= shown <= ends_at - earliest + second


@pytest.mark.parametrize("ahead", [timedelta(hours=2), timedelta(hours=-2)])
def test_the_clock_is_right_after_ten_minutes_offline_on_a_device_with_a_wrong_clock(
    new_page: Callable[..., Page], hall: Day, console: list[str], ahead: timedelta
):
    page, opened = new_page(viewport=HALL), datetime.now(UTC)
    own_time(page, opened + ahead)
    page.goto(f"/e/{hall.event.slug}/display")
    ends_at = Round.objects.get().ends_at
    assert ends_at
    assert is_right(page, ends_at)
    as_of = page.locator("#as-of time").evaluate("time => time.dateTime")

    page.context.set_offline(True)
    page.clock.pause_at(opened + ahead + timedelta(minutes=10))

    left = (ends_at - opened).total_seconds() - 600
    assert abs(page.locator(".clock-time").evaluate(SECONDS) - left) <= 1
    expect(page.locator("#live")).to_have_text("Offline, showing saved copy")
    expect(page.locator("#as-of")).to_contain_text("as of")
    extend_match(hall.matches(1)[6], 4, reason="a spilled drink", by=hall.by)
    page.context.set_offline(False)
    page.clock.resume()
    expect(page.get_by_role("list", name="Tables with extra time").get_by_text("Table 7 +4:00")).to_be_visible()
    assert page.locator("#as-of time").evaluate("time => time.dateTime") != as_of
    page.close()
    console.clear()  # the browser logs failed requests


@pytest.mark.parametrize("players", [6, 24, 64])
@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720)])
def test_pairings_are_readable_from_ten_metres(
    new_page: Callable[..., Page], live_server_url: str, players: int, size: tuple[int, int]
):
    day = hall_of(players)
    page = new_page(viewport={"width": size[0], "height": size[1]})
    page.goto(f"/e/{day.event.slug}/display")
    rows = page.locator("tbody tr:visible")
    expect(rows.first).to_be_visible()

    expect(page.get_by_role("navigation")).to_have_count(0)
    height = "list => Math.min(...[...list.rows].filter((row) => !row.hidden).map((row) => row.offsetHeight))"
    text = "row => parseFloat(getComputedStyle(row).fontSize)"
    assert page.locator("tbody").evaluate(height) >= 0.06 * size[1]
    assert rows.first.locator("th").first.evaluate(text) >= 0.04 * size[1]
    assert page.locator(".clock-time").evaluate(text) >= 0.15 * size[1]
    expect(page.locator(":root")).to_have_js_property("scrollHeight", size[1])


def test_short_lists_are_larger(new_page: Callable[..., Page], live_server_url: str):
    text = "row => parseFloat(getComputedStyle(row).fontSize)"
    sizes = []
    for players in (6, 14):
        page = new_page(viewport={"width": 1920, "height": 1080})
        page.goto(f"/e/{hall_of(players).event.slug}/display")
        page.wait_for_function("() => document.querySelector('[data-pages]').className !== ''")
        sizes.append(page.locator("tbody th").first.evaluate(text))

    assert sizes[0] > sizes[1]


def test_pages_turn_every_eight_seconds_and_can_be_paused(new_page: Callable[..., Page], live_server_url: str):
    hall, page = hall_of(24), new_page(viewport=HALL)
    own_time(page, datetime.now(UTC))
    page.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))
    page.goto(f"/e/{hall.event.slug}/display")
    fits(page)
    shown = page.locator("tbody tr:visible td.n:first-child")
    expect(shown.first).to_have_text("1")
    last = shown.last.evaluate("cell => Number(cell.textContent)")
    assert 4 <= last < 12

    page.clock.run_for(8100)
    expect(shown.first).to_have_text(str(last + 1))
    page.get_by_role("button", name="Pause").focus()
    page.keyboard.press("Enter")
    page.clock.run_for(30_000)
    expect(shown.first).to_have_text(str(last + 1))
    page.get_by_role("button", name="Previous tables").click()
    expect(shown.first).to_have_text("1")
    expect(page.get_by_role("button", name="Pause", pressed=True)).to_be_visible()


def test_the_tables_of_a_large_event_are_fetched_as_the_pages_turn(
    new_page: Callable[..., Page], live_server_url: str, console: list[str]
):
    day, page = new_day(pairing="event"), new_page(viewport=HALL)
    tables = len(crowd(day, 130, rounds=1).matches)
    page.goto(f"/e/{day.event.slug}/display")
    expect(page.locator("#live[data-state=live]")).to_be_visible()
    shown = page.locator("tbody tr:visible td.n:first-child")
    page.get_by_role("button", name="Pause").click()
    forward = page.get_by_role("button", name="Next tables")
    seen = page.locator("tbody").evaluate(TABLES)
    sent = page.locator("tbody").evaluate("list => list.rows.length")
    assert sent < tables

    while len(seen) < tables:
        forward.click()
        expect(shown.first).to_have_text(str(int(seen[-1]) + 1))
        expect(forward).to_be_focused()
        seen += page.locator("tbody").evaluate(TABLES)

    assert seen == [str(table) for table in range(1, tables + 1)]
    forward.click()
    expect(shown.first).to_have_text("1")
    page.context.set_offline(True)
    page.get_by_role("button", name="Previous tables").click()
    expect(shown.last).to_have_text(str(sent))  # of the tables that the page has
    page.context.set_offline(False)
    expect(page.locator("#live[data-state=live]")).to_be_visible()
    forward.click()
    expect(shown.first).to_have_text(str(sent + 1))
    page.close()
    console.clear()  # the browser logs failed requests


def test_extra_time_is_shown_on_all_pages_of_the_table(new_page: Callable[..., Page], live_server_url: str, hall: Day):
    match = hall.matches(1)[6]
    assert match.b
    slug, extra_time = hall.event.slug, re.compile(r"\+4:00\s+\d\d:\d\d:\d\d")
    places: list[tuple[Account | None, str]] = [(None, f"/e/{slug}/display"), (None, f"/e/{slug}/pairings")]
    places += [(account, f"/match/{match.pk}") for account in (match.a.account, match.b.account)]
    places += [(hall.alma, f"/e/{slug}/{page}") for page in ("judge", "manage")]
    pages = []
    for account, place in places:
        page = new_page()
        if account:
            sign_in(page, account, live_server_url)
        page.goto(place)
        expect(page.locator("#live[data-state=live]")).to_be_visible()
        pages.append(page)
    before = Round.objects.get().ends_at

    extend_match(match, 4, reason="deck_check", by=hall.by)

    for page in pages:
        expect(page.get_by_text(extra_time).first).to_be_visible()
    expect(pages[4].get_by_text("table 7").first).to_contain_text("Projected end")
    assert Round.objects.get().ends_at == before


def test_a_table_whose_time_is_over_is_marked_without_a_reload(
    new_page: Callable[..., Page], live_server_url: str, hall: Day
):
    extend_match(hall.matches(1)[0], 9, reason="deck_check", by=hall.by)
    page = new_page()
    own_time(page, datetime.now(UTC))
    sign_in(page, hall.alma, live_server_url)
    page.goto(f"/e/{hall.event.slug}/judge")
    tables = page.locator("#round-tables tbody td.n")
    expect(tables.last).to_have_text("Table 1")

    page.clock.fast_forward("51:00")
    page.clock.run_for(1000)

    over = page.get_by_role("timer").filter(has_text="Time is up")
    expect(over.locator("svg").first).to_be_visible()
    expect(over).to_have_count(7)  # the clock of the round, and six of seven tables
