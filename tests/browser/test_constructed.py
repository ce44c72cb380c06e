"""A constructed HAGMI! event from its creation to the standings, with deck lists entered by keyboard."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from drafting.rules.decks import deck_checksum
from gameplay.models import Account
from gameplay.services.accounts import create_guest, create_staff
from tests.browser.steps import PHONE, arrives, fits, sign_in
from tournaments.models import ConstructedDeck, Event
from tournaments.services.entry import register_player

pytestmark = [pytest.mark.browser]


def opened(page: Page, url: str, account: Account, path: str) -> Page:
    sign_in(page, account, url)
    page.goto(f"{url}/{path}")
    return page


def create_event(page: Page, url: str) -> Event:
    """Create an event as an organizer."""
    opened(page, url, create_staff("Hana"), "events/new")
    page.get_by_role("link", name="HAGMI! Tactics").click()
    arrives(page, page.get_by_role("heading", name="New event"))
    page.get_by_role("textbox", name="Name", exact=True).fill("Ironshore Night")
    page.get_by_role("button", name="Create event").click()
    arrives(page, page.get_by_role("heading", name="Desk"))
    return Event.objects.get()


def list_field(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Deck list")


def press_next(page: Page) -> None:
    """Press the button after the focused field."""
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")


def hand_in_by_keyboard(page: Page) -> None:
    """Use a ready-made deck, break it, see all errors, repair it, and hand it in."""
    page.get_by_role("combobox").focus()
    press_next(page)
    expect(page.get_by_role("heading", name="This deck is legal")).to_be_visible()
    list_field(page).press("Control+Home")
    page.keyboard.type("no such gunboat\n9 IS-S01\n")
    expect(page.locator("#list-state")).to_contain_text("Line 1: there is no card no such gunboat.")
    press_next(page)
    expect(page.locator("main .refused")).to_contain_text("HAG-1.5")
    expect(page.locator("main .refused")).to_contain_text("no such gunboat")
    fits(page)
    list_field(page).press("Control+Home")
    for key in ("Shift+ArrowDown", "Delete") * 2:
        page.keyboard.press(key)
    expect(page.get_by_role("heading", name="This deck is legal")).to_be_visible()
    press_next(page)
    arrives(page, page.get_by_role("heading", name="Your deck is in"))


def hand_in_ready_deck(page: Page) -> None:
    page.get_by_role("button", name="Use this deck").click()
    arrives(page, page.get_by_role("heading", name="This deck is legal"))
    page.evaluate_handle("scrollTo(0, 0)")
    expect(page.get_by_role("button", name="Submit deck")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Submit deck").click()
    arrives(page, page.get_by_role("heading", name="Your deck is in"))


def report(page: Page) -> None:
    """Report two games with their scores and endings."""
    page.get_by_role("link", name="Report result").click()
    expect(page.get_by_text("You win a game when your opponent takes damage")).to_be_visible()
    page.get_by_text("Game by game").click()
    for number in (1, 2):
        game = page.get_by_role("group", name=f"Game {number}")
        game.get_by_label("Won by").select_option("mine")
        game.get_by_label("Damage cards of Ken").fill("4")
        game.get_by_label("Ended by").select_option("Damage with no damage cards left")
    fits(page)
    page.get_by_role("button", name="Report result").click()
    expect(page.get_by_text("Waiting for Mio to confirm")).to_be_visible()


def press_all(page: Page, *names: str) -> None:
    for name in names:
        page.get_by_role("button", name=name).click()


def test_a_constructed_event_is_played_to_the_standings(
    new_page: Callable[..., Page], live_server_url: str, console: list[str]
):
    desk, phone, other = new_page(), new_page(viewport=PHONE), new_page()
    event = create_event(desk, live_server_url)
    ken, mio = (create_guest(name) for name in ("Ken", "Mio"))
    for account in (ken, mio):
        register_player(event, account)
    hand_in_by_keyboard(opened(phone, live_server_url, ken, f"e/{event.slug}/deck"))
    checksum = deck_checksum(ConstructedDeck.objects.get().cards)
    expect(phone.locator(".checksum")).to_have_text(checksum)

    expect(desk.get_by_text("1 of 2 decks are submitted.")).to_be_visible()
    press_all(desk, "Close registration")
    expect(desk.get_by_text("Decks are missing from: Mio.")).to_be_visible()
    hand_in_ready_deck(opened(other, live_server_url, mio, f"e/{event.slug}/deck"))
    expect(desk.get_by_text("2 of 2 decks are submitted.")).to_be_visible()
    press_all(desk, "Lock decks", "Pair round 1", "Publish and start clock")
    expect(desk.get_by_text("0 of 1 results are in")).to_be_visible()

    phone.goto(f"{live_server_url}/e/{event.slug}/")
    report(phone)
    other.goto(f"{live_server_url}/e/{event.slug}/")
    press_all(other, "Confirm")
    expect(desk.get_by_text("1 of 1 results are in")).to_be_visible()
    desk.goto(f"{live_server_url}/e/{event.slug}/standings")
    expect(desk.get_by_role("row", name="Ken")).to_contain_text("3")
    assert [complaint for complaint in console if "422" not in complaint] == []
    console.clear()  # the browser logs the 422 of the refused list
