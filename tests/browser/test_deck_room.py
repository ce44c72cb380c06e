"""The deck page shows the pool and the deck as pictures, which are moved by tap, click, drag or key."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from drafting.models import Deck, Pod, Seat
from drafting.rules.format import DraftFormat
from gameplay.models import Account
from gameplay.services.accounts import create_guest
from tests.browser.pods import among_bots, draft_through
from tests.browser.steps import SMALLEST_TEXT, await_whole, fits, is_live, sign_in
from tests.drafting.players import save_deck

pytestmark = pytest.mark.browser
DESKTOP, SMALL_PHONE = {"width": 1280, "height": 720}, {"width": 360, "height": 640}
TARGET_SIZES = """root => [...root.querySelectorAll(".move")].map(each => {
    const { width, height } = each.getBoundingClientRect();
    return Math.min(width, height);
})"""
BOTTOM = "element => element.getBoundingClientRect().bottom"


@pytest.fixture
def alice() -> Account:
    return create_guest("Alice")


@pytest.fixture
def opened(new_page: Callable[..., Page], live_server_url: str, alice: Account) -> Callable[..., Page]:
    """Open the deck page of Alice, who has drafted the usual 44 cards with a bot."""

    def open_deck(viewport: dict[str, int], in_deck: int = 0, query: str = "", **options: Any) -> Page:
        pod = draft_through(alice, among_bots(alice, DraftFormat(), bots=1))
        if in_deck:
            save_deck(Seat.objects.get(player=alice), pool(pod, alice)[:in_deck])
        page = new_page(viewport=viewport, **options)
        sign_in(page, alice, live_server_url)
        page.goto(f"/pod/{pod.pk}/deck{query}")
        is_live(page)
        return page

    return open_deck


def pool(pod: Pod, account: Account) -> list[str]:
    return sorted(pick.ref for pick in pod.seats.get(player=account).picks.all())


def strips(page: Page, zone: str) -> Locator:
    return page.locator(f"[data-zone={zone}] .move")


def has_count(page: Page, words: str) -> None:
    expect(page.locator(".deck-count")).to_contain_text(words)


def test_pool_and_deck_fit_a_laptop_screen(opened: Callable[..., Page]):
    page = opened(DESKTOP)

    await_whole(page, "[data-zone=pool] .move", 12)
    await_whole(page, "#deck-heading", 1)
    assert page.locator(".deck-head").evaluate(BOTTOM) <= 160
    assert page.locator(".zones").evaluate(SMALLEST_TEXT) >= 14
    assert min(page.locator(".zones").evaluate(TARGET_SIZES)) >= 24
    fits(page)


def test_six_cards_fit_a_small_phone_below_a_short_header(opened: Callable[..., Page]):
    page = opened(SMALL_PHONE, has_touch=True)

    await_whole(page, "[data-zone=pool] .move", 6)
    assert page.locator(".deck-head").evaluate(BOTTOM) <= 120
    assert page.locator(".zones").evaluate(SMALLEST_TEXT) >= 14
    assert min(page.locator(".zones").evaluate(TARGET_SIZES)) >= 44
    fits(page)


def test_a_deck_of_35_cards_is_seen_whole_beside_the_rest(opened: Callable[..., Page]):
    page = opened(DESKTOP, in_deck=35)

    has_count(page, "35/35")
    expect(page.locator("[data-zone=pool] h2")).to_contain_text("9")
    expect(page.get_by_role("button", name="Add all 9")).to_be_visible()
    await_whole(page, "[data-zone=deck] .move", 12)
    expect(page.locator(".deck-count")).to_contain_text("Legal")
    fits(page)


def test_a_tap_enlarges_a_card_and_a_second_tap_moves_it(opened: Callable[..., Page], alice: Account):
    page = opened(SMALL_PHONE, has_touch=True)
    strips(page, "pool").nth(2).tap()
    dialog = page.get_by_role("dialog")

    expect(dialog.locator(".tile-name")).to_have_text(name_of(page, 2))
    assert dialog.locator(".tile").evaluate(SMALLEST_TEXT) >= 14
    has_count(page, "0/35")
    dialog.get_by_role("button", name="Next card").click()
    expect(dialog.locator(".tile-name")).to_have_text(name_of(page, 3))
    moved = page.locator("[data-zone=pool] .strip").nth(3).evaluate("strip => strip.dataset.copies")
    dialog.get_by_role("button", name="Add to deck").click()
    expect(dialog).to_be_hidden()
    has_count(page, "1/35")
    strips(page, "deck").first.tap()
    expect(dialog.get_by_role("button", name="Remove from deck")).to_be_visible()

    assert Deck.objects.get(seat__player=alice).cards == [moved]


def test_a_click_moves_a_card_and_undo_brings_it_back(opened: Callable[..., Page]):
    page = opened(DESKTOP)
    strips(page, "pool").first.click()
    has_count(page, "1/35")
    expect(strips(page, "deck")).to_have_count(1)
    expect(page.locator("#announcer")).to_have_text("1/35, 34 cards short")
    page.get_by_role("button", name="Undo").click()
    has_count(page, "0/35")
    expect(strips(page, "deck")).to_have_count(0)


def test_clicks_during_a_request_are_not_lost(opened: Callable[..., Page]):
    page = opened(DESKTOP)
    page.locator("[data-zone=pool]").evaluate(
        "zone => [...zone.querySelectorAll('.move')].slice(0, 5).forEach(button => button.click())"
    )

    has_count(page, "5/35")


def test_a_card_is_dragged_to_the_other_zone(opened: Callable[..., Page]):
    page = opened(DESKTOP)
    drag(page, strips(page, "pool").nth(1), page.locator("[data-zone=deck] .zone-cards"))
    has_count(page, "1/35")
    drag(page, strips(page, "pool").nth(1), strips(page, "pool").nth(2))
    expect(page.locator(".ghost")).to_have_count(0)
    drag(page, strips(page, "deck").first, page.locator("[data-zone=pool] .zone-cards"))
    has_count(page, "0/35")


def test_cards_are_moved_by_keyboard(opened: Callable[..., Page]):
    page = opened(DESKTOP, in_deck=2)
    strips(page, "pool").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(strips(page, "pool").nth(2)).to_be_focused()
    page.keyboard.press("Enter")
    has_count(page, "3/35")
    expect(page.locator("[data-zone=pool] .move:focus")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("+")
    has_count(page, "4/35")
    strips(page, "deck").first.focus()
    page.keyboard.press("-")
    has_count(page, "3/35")
    expect(page.locator("[data-zone=deck] .move:focus")).to_have_count(1)
    page.keyboard.press("Control+z")
    has_count(page, "4/35")


def test_the_card_under_the_pointer_is_shown_with_what_it_goes_with(opened: Callable[..., Page]):
    page = opened(DESKTOP)
    related = page.locator("[data-zone=pool] .strip", has=page.locator("template:not([data-keywords])")).first
    related.locator(".move").hover()
    reader = page.locator("#reader")

    expect(reader.get_by_text("Goes with, in your pool")).to_be_visible()
    expect(reader.get_by_text("Left out:").first).to_be_visible()
    has_count(page, "0/35")


def test_the_views_and_zones_are_in_the_address(opened: Callable[..., Page]):
    page = opened(DESKTOP, in_deck=3, query="?group=element")
    page.get_by_role("link", name="Deck 3").click()
    page.wait_for_url("**show=deck**")
    expect(page.locator("[data-zone=pool]")).to_have_count(0)
    page.get_by_role("link", name="Text", exact=True).click()
    page.wait_for_url("**as=words**")
    expect(page.get_by_label("Group by")).to_have_value("element")
    expect(page.locator("[data-copies] summary")).to_have_count(2)  # two of the cards are copies
    page.get_by_role("link", name="Pictures").click()
    expect(strips(page, "deck")).to_have_count(2)


def name_of(page: Page, index: int) -> str:
    name = page.locator("[data-zone=pool] .tile-name").nth(index)
    return str(name.evaluate("name => name.textContent"))


def drag(page: Page, card: Locator, target: Locator) -> None:
    """Press the mouse on ``card``, move it over ``target`` and release it."""
    card.hover()
    page.mouse.down()
    x, y = target.evaluate("it => [it.getBoundingClientRect().left + 40, it.getBoundingClientRect().top + 90]")
    page.mouse.move(x - 30, y - 30, steps=4)
    page.mouse.move(x, y, steps=4)
    page.mouse.up()
