"""An event is run and judged by keyboard alone, at the width of a phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from gameplay.services.accounts import create_staff
from tests.browser.pods import new_day
from tests.browser.steps import PHONE, fill_in, fits, press, sign_in, tab_to
from tests.tournaments.days import NAMES
from tournaments.models import Call, Entry, PairingExclusion, Penalty
from tournaments.selectors.roles import HEAD_JUDGE, Actor
from tournaments.services.call import call_judge_to_table
from tournaments.services.event import appoint_official

pytestmark = [pytest.mark.browser]


def type_keys(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def is_shown(page: Page, words: str) -> None:
    expect(page.get_by_text(words).first).to_be_visible()
    fits(page)


def enter_results(page: Page, tables: int) -> None:
    tab_to(page, "Table")
    for table in range(1, tables + 1):
        type_keys(page, str(table), "Enter", "1")
    is_shown(page, f"{tables} of {tables} results are in")


def pair(page: Page, number: int) -> None:
    press(page, f"Pair round {number}")
    is_shown(page, f"Round {number}, not published yet")


def publish(page: Page) -> None:
    press(page, "Publish and start clock")
    is_shown(page, "0 of 3 results are in")


def exclude_pairing(page: Page, other: str) -> None:
    """Exclude the pairing of the first player with ``other``."""
    press(page, "How rounds are paired")
    fill_in(page, "is not paired with", other)
    fill_in(page, "Reason (officials only)", "siblings")
    page.keyboard.press("Enter")
    is_shown(page, "1 exclusion")


def swap(page: Page, other: str) -> None:
    """Swap the first player with ``other``."""
    press(page, "Change pairings")
    fill_in(page, "swaps places with", other)
    fill_in(page, "Reason", "the table is high")
    page.keyboard.press("Enter")
    is_shown(page, "paired by hand")


def enter_late(page: Page, name: str) -> None:
    press(page, "Add a late player")
    fill_in(page, "Name", name)
    fill_in(page, "Reason", "the train was late")
    page.keyboard.press("Enter")
    is_shown(page, f"{name} was added")


def drop(page: Page, name: str) -> None:
    """Drop a player in the roster, which stays open."""
    press(page, "8 players")
    press(page, f"More {name}")
    fill_in(page, "Reason", "felt ill")
    press(page, f"Drop {name}")
    is_shown(page, "dropped")


def test_an_organizer_creates_an_event_and_adds_players_from_the_first_page(
    new_page: Callable[..., Page], live_server_url: str
):
    page = new_page()
    sign_in(page, create_staff("Hana"), live_server_url)
    page.goto("/")

    press(page, "New event")
    is_shown(page, "What do you want to run?")
    press(page, ".hack//ENEMY booster draft")
    press(page, "Create event")
    expect(page.get_by_label("Add walk-in")).to_be_focused()
    for name in NAMES[:6]:
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    is_shown(page, "6 players")
    press(page, "Make pods")
    is_shown(page, "Pod A")

    assert list(Entry.objects.order_by("number").values_list("name", flat=True)) == list(NAMES[:6])


def test_an_organizer_runs_an_event_from_seating_to_standings(new_page: Callable[..., Page], live_server_url: str):
    day = new_day()
    day.enter(7)
    page = new_page(viewport=PHONE)
    sign_in(page, day.alma, live_server_url)
    page.goto(f"{live_server_url}/e/{day.event.slug}/manage")

    press(page, "Make pods")
    is_shown(page, "Publish seating")
    press(page, "Publish seating")
    is_shown(page, "Still drafting: pod A")
    day.draft()
    page.reload()
    exclude_pairing(page, "Charlie")
    pair(page, 1)
    swap(page, "Gustav")
    publish(page)
    enter_late(page, "Zoe")
    enter_results(page, 3)
    drop(page, "Alice")
    for number in (2, 3):
        pair(page, number)
        publish(page)
        enter_results(page, 3)
    press(page, "Finish")
    is_shown(page, "Finish the event?")
    press(page, "Finish event")
    is_shown(page, "The event is over")

    assert PairingExclusion.objects.get().b.name == "Charlie"


def test_a_judge_answers_a_call_and_gives_time_and_a_penalty(new_page: Callable[..., Page], live_server_url: str):
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
    is_shown(page, "Hana")
    press(page, "Resolve")
    is_shown(page, "No open calls.")
    assert Call.objects.get().resolved_at

    press(page, "Add time")
    fill_in(page, "Minutes", "3")
    fill_in(page, "Reason", "a judge was there")
    page.keyboard.press("Enter")
    is_shown(page, "+3")
    press(page, match.a.name)
    is_shown(page, match.a.name)
    press(page, "Lateness and slow play")
    tab_to(page, "game rule violation")
    page.keyboard.press("Space")
    type_keys(page, *["ArrowDown"] * 6)
    expect(page.get_by_role("radio", name="slow play")).to_be_checked()
    fill_in(page, "What happened", "a minute for one card")
    page.keyboard.press("Enter")
    is_shown(page, "a minute for one card")
    assert Penalty.objects.get().entry == match.a
