"""Live updates for one player: a judge on the way, a penalty, the next table."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from drafting.models import Seat
from tests.browser.pods import new_day
from tests.browser.steps import PHONE, fits, is_live, sign_in
from tests.tournaments.conftest import Day
from tournaments.models import Call
from tournaments.selectors.roles import Actor
from tournaments.services.call import call_judge_to_seat, claim_call, resolve_call
from tournaments.services.penalty import give_penalty

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("transactional_db")]


@pytest.fixture
def day() -> Day:
    day = new_day()
    day.enter(4)
    day.seat()
    return day


def test_the_caller_sees_the_state_of_a_judge_call_without_a_reload(
    new_page: Callable[..., Page], live_server_url: str, day: Day
):
    alice = day.players[0]
    page = new_page(viewport=PHONE)
    sign_in(page, alice, live_server_url)
    page.goto(f"/pod/{Seat.objects.get(player=alice).pod_id}/draft")
    is_live(page)
    page.locator("#call summary").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Call judge").click()
    expect(page.get_by_text("A judge has been called to your seat.").last).to_be_visible()
    is_live(page)

    requested: list[str] = []
    page.on("request", lambda request: requested.append(request.url))
    call = Call.objects.get()
    claim_call(call, by=day.by)
    expect(page.get_by_text("A judge is on the way to your seat.")).to_be_visible()
    fits(page)
    resolve_call(call, by=day.by)

    expect(page.get_by_text("A judge is on the way to your seat.")).to_have_count(0)
    expect(page.locator("#call summary")).to_be_visible()
    assert not [url for url in requested if url.endswith("/draft")], "only the call is reloaded, not the draft"


def test_a_late_response_does_not_restore_a_resolved_call(
    new_page: Callable[..., Page], live_server_url: str, day: Day
):
    alice = day.players[0]
    seat = Seat.objects.get(player=alice)
    call = call_judge_to_seat(seat, by=Actor(alice, "player"), category=Call.Category.RULES)
    claim_call(call, by=day.by)
    page = new_page(viewport=PHONE)
    sign_in(page, alice, live_server_url)
    here = f"{live_server_url}/pod/{seat.pod_id}/draft"
    page.goto(here)
    is_live(page)
    late = page.request.get(here, headers={"HX-Request": "true"})
    resolve_call(call, by=day.by)
    expect(page.get_by_text("A judge is on the way to your seat.")).to_have_count(0)

    page.route(here, lambda route: route.fulfill(response=late), times=1)
    with page.expect_response(here):
        page.locator("#draft").evaluate("part => { part.dataset.before = ''; part.dispatchEvent(new Event('live')); }")

    expect(page.locator("#draft[data-before]")).to_have_count(0)
    expect(page.get_by_text("A judge is on the way to your seat.")).to_have_count(0)


def test_a_penalty_only_appears_on_the_page_of_its_player(
    new_page: Callable[..., Page], live_server_url: str, day: Day
):
    pages = []
    for account in day.players[:2]:
        page = new_page(viewport=PHONE)
        sign_in(page, account, live_server_url)
        page.goto(f"/e/{day.event.slug}/")
        is_live(page)
        pages.append(page)

    give_penalty(day.event.entries.get(account=day.players[0]), "notes", reason="a pencil", by=day.by)

    expect(pages[0].get_by_text("a pencil")).to_be_visible()
    expect(pages[1].get_by_text("a pencil")).to_have_count(0)


@pytest.mark.clause("DRF-4.1")
def test_the_new_table_is_announced_and_shown_in_the_tab(new_page: Callable[..., Page], live_server_url: str, day: Day):
    day.draft()
    page = new_page(viewport=PHONE)
    sign_in(page, day.players[0], live_server_url)
    page.goto(f"/e/{day.event.slug}/")
    is_live(page)
    sound = page.get_by_role("button", name="Play a sound when this changes")
    expect(sound).to_have_attribute("aria-pressed", "false")
    sound.focus()
    page.keyboard.press("Enter")
    expect(sound).to_have_attribute("aria-pressed", "true")

    day.round(1)

    table = page.locator("[data-place] strong")
    expect(table).to_have_text(re.compile(r"Table \d"))
    expect(page.locator("#announcer")).to_have_text(re.compile(r"^Table \d\. Round 1, against \w+$"))
    expect(page).to_have_title(re.compile(r"^Table \d · "))
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", re.compile("icon-news"))
    expect(sound).to_have_attribute("aria-pressed", "true")
    fits(page)
