"""An event is run, and judged, by keyboard alone, on a phone's width."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from gameplay.services.accounts import create_staff
from tests.browser.pods import new_day
from tests.browser.steps import PHONE, fill_in, fits, press, sign_in, tab_to
from tournaments.models import Call, PairingExclusion, Penalty
from tournaments.selectors.roles import HEAD_JUDGE, Actor
from tournaments.services.call import call_judge_to_table
from tournaments.services.event import appoint_official

pytestmark = [pytest.mark.browser]


def types(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def is_told(page: Page, words: str) -> None:
    expect(page.get_by_text(words).first).to_be_visible()
    fits(page)


def enter_results(page: Page, tables: int) -> None:
    tab_to(page, "Table")
    for table in range(1, tables + 1):
        types(page, str(table), "Enter", "1")
    is_told(page, f"{tables} of {tables} results are in")


def pair(page: Page, number: int) -> None:
    press(page, f"Pair round {number}")
    is_told(page, f"Round {number}, not published yet")


def publish(page: Page) -> None:
    press(page, "Publish and start clock")
    is_told(page, "0 of 3 results are in")


def keep_apart(page: Page, other: str) -> None:
    """Keep the first of the players and the ``other`` apart."""
    press(page, "How rounds are paired")
    fill_in(page, "does not meet", other)
    fill_in(page, "Reason, for officials alone", "siblings")
    page.keyboard.press("Enter")
    is_told(page, "1 pair kept apart")


def change(page: Page, other: str) -> None:
    """Let the first of the players change places with the ``other``."""
    press(page, "Change the pairing")
    fill_in(page, "changes places with", other)
    fill_in(page, "Reason", "the table is high")
    page.keyboard.press("Enter")
    is_told(page, "by hand")


def enter_late(page: Page, name: str) -> None:
    press(page, "Somebody comes late")
    fill_in(page, "Name", name)
    fill_in(page, "Reason", "the train was late")
    page.keyboard.press("Enter")
    is_told(page, f"{name} is in")


def drop(page: Page, name: str) -> None:
    """Take somebody out whom the roster lists; it stays unfolded."""
    press(page, "8 players")
    press(page, f"More {name}")
    fill_in(page, "Reason", "felt ill")
    press(page, f"Drop {name}")
    is_told(page, "dropped")


def test_an_organizer_runs_an_event_from_seating_to_standings(new_page: Callable[..., Page], live_server_url: str):
    day = new_day()
    day.enter(7)
    page = new_page(viewport=PHONE)
    sign_in(page, day.alma, live_server_url)
    page.goto(f"{live_server_url}/e/{day.event.slug}/manage")

    press(page, "Make pods")
    is_told(page, "Publish seating")
    press(page, "Publish seating")
    is_told(page, "Still drafting: pod A")
    day.draft()
    page.reload()
    keep_apart(page, "Charlie")
    pair(page, 1)
    change(page, "Gustav")
    publish(page)
    enter_late(page, "Zoe")
    enter_results(page, 3)
    drop(page, "Alice")
    for number in (2, 3):
        pair(page, number)
        publish(page)
        enter_results(page, 3)
    press(page, "Finish")
    is_told(page, "Finish the event?")
    press(page, "Finish event")
    is_told(page, "The event is over")

    assert PairingExclusion.objects.get().b.name == "Charlie"


def test_a_judge_comes_to_a_call_gives_time_and_a_penalty(new_page: Callable[..., Page], live_server_url: str):
    day = new_day()
    day.to_round(1)
    judge = create_staff("Hana")
    appoint_official(day.event, judge, HEAD_JUDGE, by=day.by)
    match = day.matches(1)[0]
    call_judge_to_table(match, by=Actor(match.a.account, "player"), category="rules", text="does it stack?")
    page = new_page(viewport=PHONE)
    sign_in(page, judge, live_server_url)
    page.goto(f"{live_server_url}/e/{day.event.slug}/judge")

    press(page, "Claim")
    is_told(page, "Hana")
    press(page, "Resolve")
    is_told(page, "Nobody calls.")
    assert Call.objects.get().resolved_at

    press(page, "More time")
    fill_in(page, "Minutes", "3")
    fill_in(page, "Reason", "a judge was there")
    page.keyboard.press("Enter")
    is_told(page, "+3")
    press(page, match.a.name)
    is_told(page, match.a.name)
    press(page, "Time")
    tab_to(page, "a rule was broken")
    page.keyboard.press("Space")
    types(page, *["ArrowDown"] * 6)
    expect(page.get_by_role("radio", name="plays slowly")).to_be_checked()
    fill_in(page, "What happened", "a minute for one card")
    page.keyboard.press("Enter")
    is_told(page, "a minute for one card")
    assert Penalty.objects.get().entry == match.a
