"""The draft page shows the whole pack, and each card in large print."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from cards.printed import bundled_card_sets
from drafting.models import Pick
from drafting.rules.format import DraftFormat
from gameplay.services.accounts import create_guest
from tests.browser.pods import among_bots, pick_first
from tests.browser.steps import GUARD, SMALLEST_TEXT, await_whole, fits, opened_draft, sign_in
from tests.world import World

pytestmark = pytest.mark.browser
DESKTOP, SMALL_PHONE = {"width": 1280, "height": 720}, {"width": 360, "height": 640}
CARDS = "form[data-pick] .card"
OFF_CENTER = """pod => {
    const [ring, arrow] = [".ring", ".pod-direction .sign"]
      .map(each => pod.querySelector(each).getBoundingClientRect());
    return Math.abs(ring.left + ring.width / 2 - arrow.left - arrow.width / 2);
}"""
CUT_NAMES = """(tile, names) => names.filter(name => {
    tile.textContent = name;
    return tile.scrollHeight > tile.clientHeight + 1 || tile.scrollWidth > tile.clientWidth + 1;
})"""
CLIPPED = "pack => [...pack.querySelectorAll('.tile-text')].filter(it => it.scrollHeight > it.clientHeight).length"


@pytest.fixture
def opened(new_page: Callable[..., Page], live_server_url: str) -> Callable[..., Page]:
    def open_draft(viewport: dict[str, int], **options: Any) -> Page:
        alice = create_guest("Alice")
        page = new_page(viewport=viewport, **options)
        opened_draft(page, live_server_url, alice, among_bots(alice, DraftFormat()))
        expect(cards(page)).to_have_count(11)
        return page

    return open_draft


def cards(page: Page) -> Locator:
    return page.locator(CARDS)


def name_of(page: Page, index: int) -> str:
    return str(page.locator(".pack .tile-name").nth(index).evaluate("name => name.textContent"))


def test_a_whole_pack_fits_a_laptop_screen(opened: Callable[..., Page]):
    page = opened(DESKTOP)

    await_whole(page, CARDS, 11)
    assert page.locator(".pack").evaluate(SMALLEST_TEXT) >= 14
    assert page.locator(".pack").evaluate(CLIPPED) <= 1  # one in twenty cards has more text
    bottom = "root => root.querySelector('.draft-head').getBoundingClientRect().bottom"
    assert page.locator(":root").evaluate(bottom) <= 160
    fits(page)


def test_the_last_cards_of_a_pack_are_large_enough_for_their_whole_text(
    new_page: Callable[..., Page], live_server_url: str
):
    alice = create_guest("Alice")
    pod = among_bots(alice, DraftFormat())
    for _ in range(8):
        pick_first(alice, pod)
    page = new_page(viewport=DESKTOP)
    opened_draft(page, live_server_url, alice, pod)

    expect(cards(page)).to_have_count(3)
    await_whole(page, CARDS, 3)
    assert page.locator(".pack").evaluate(CLIPPED) == 0
    fits(page)


def test_six_cards_fit_a_small_phone_and_the_pack_one_screen_and_a_half(opened: Callable[..., Page]):
    page = opened(SMALL_PHONE)

    await_whole(page, CARDS, 6)
    assert page.locator(".pack").evaluate(SMALLEST_TEXT) >= 14
    pack = page.locator(".pack").evaluate("pack => pack.getBoundingClientRect().bottom + scrollY")
    assert pack <= 1.5 * SMALL_PHONE["height"]
    fits(page)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_all_card_names_fit_the_smallest_phones(opened: Callable[..., Page], language: str):
    names = [
        card.name.in_language(language)
        for game in ("enemy", "hagmi", "rm2k")
        for card_set in bundled_card_sets(game)
        for card in card_set.cards
    ]
    page = opened({"width": 320, "height": 640}, locale=language)

    assert page.locator(".pack .tile-name").first.evaluate(CUT_NAMES, names) == []
    fits(page)


def test_a_tap_enlarges_a_card_swipes_turn_pages_and_a_second_tap_takes_it(opened: Callable[..., Page]):
    page = opened(SMALL_PHONE, has_touch=True)
    cards(page).nth(1).tap()
    dialog = page.get_by_role("dialog")

    expect(dialog).to_contain_text(name_of(page, 1))
    expect(page.locator("[name=card]:checked")).to_have_count(1)
    assert dialog.locator(".tile").evaluate(SMALLEST_TEXT) >= 14
    swipe(page, from_x=300, to_x=80)
    expect(dialog.locator(".tile-name")).to_have_text(name_of(page, 2))
    expect(page.locator("[name=card]").nth(2)).to_be_checked()
    dialog.get_by_role("button", name="Previous card").click()
    expect(dialog.locator(".tile-name")).to_have_text(name_of(page, 1))
    page.clock.run_for(GUARD)
    dialog.get_by_role("button", name="Take this card").click()
    expect(dialog).to_be_hidden()
    expect(page.locator("form[data-pick='1.2']")).to_be_visible()

    assert Pick.objects.filter(by="player").count() == 1


def test_the_key_i_opens_a_card_and_explains_its_keywords(opened: Callable[..., Page]):
    page = opened(DESKTOP)
    page.keyboard.press("3")
    page.keyboard.press("i")
    dialog = page.get_by_role("dialog")

    expect(dialog.locator(".tile-name")).to_have_text(name_of(page, 2))
    expect(dialog.get_by_text("adds this number to its total")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[name=card]").nth(3)).to_be_checked()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.locator("[name=card]").nth(3)).to_be_focused()


def test_the_card_under_the_pointer_is_shown_beside_the_pack(opened: Callable[..., Page]):
    page = opened(DESKTOP)
    cards(page).nth(4).hover()
    page.clock.run_for(GUARD)

    expect(page.locator("#reader .tile-name")).to_have_text(name_of(page, 4))
    expect(page.locator("[name=card]:checked")).to_have_count(0)


def swipe(page: Page, *, from_x: int, to_x: int) -> None:
    """Move a finger over the dialog."""
    page.get_by_role("dialog").evaluate(
        """(dialog, [from, to]) => {
            const send = (type, x) => dialog.dispatchEvent(
                new PointerEvent(type, { clientX: x, clientY: 300, bubbles: true, pointerType: "touch" }));
            send("pointerdown", from);
            send("pointerup", to);
        }""",
        [from_x, to_x],
    )


def test_an_official_sees_the_seats_beside_the_map_on_a_laptop_screen(
    new_page: Callable[..., Page], live_server_url: str
):
    world = World()
    page = new_page(viewport=DESKTOP)
    sign_in(page, world.people["organizer"], live_server_url)
    page.goto(f"/pod/{world.names['pod']}/draft")

    await_whole(page, ".watching .list > li", 4)
    await_whole(page, ".ring", 1)
    assert page.locator(".pod").evaluate(OFF_CENTER) < 2
    fits(page)
