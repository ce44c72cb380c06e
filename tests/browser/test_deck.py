"""Deck building in the browser: the view settings are in the URL, changes are saved and undone, two tabs agree."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from cards.printed import bundled_card_set
from drafting.models import Deck, Pick, Pod, Seat
from drafting.rules.format import DraftFormat
from gameplay.models import Account
from gameplay.services.accounts import create_guest
from tests.browser.pods import among_bots, draft_through
from tests.browser.steps import PHONE, fits, is_live, keeps_focus, sign_in, tab_to
from tests.drafting.players import save_deck

pytestmark = [pytest.mark.browser]
QUICK = DraftFormat(packs=2, pack_size=6, deck_size=10)


@pytest.fixture
def alice(live_server_url: str) -> Account:
    return create_guest("Alice")


@pytest.fixture
def drafted(alice: Account) -> Pod:
    """A pod that Alice has drafted with bots."""
    return draft_through(alice, among_bots(alice, QUICK))


def room(page: Page, account: Account, pod: Pod, url: str, query: str = "") -> Page:
    sign_in(page, account, url)
    page.goto(f"/pod/{pod.pk}/deck{query}")
    is_live(page)
    return page


def count(page: Page, words: str) -> None:
    expect(page.locator(".deck-count").get_by_text(words)).to_be_visible()


def pool(account: Account) -> list[str]:
    return list(Pick.objects.filter(seat__player=account).order_by("ref").values_list("ref", flat=True))


def test_a_deck_is_built_by_keyboard_on_a_phone(
    new_page: Callable[..., Page], live_server_url: str, alice: Account, drafted: Pod
):
    page = room(new_page(viewport=PHONE), alice, drafted, live_server_url, "?as=words")
    fits(page)

    tab_to(page, "Add all 12")
    page.keyboard.press("Enter")
    count(page, "2 cards too many")
    page.locator("[data-copies] summary").first.focus()
    page.keyboard.press("-")
    count(page, "1 card too many")
    expect(page.locator("summary:focus")).to_have_count(1)
    page.keyboard.press("Control+z")
    count(page, "12/10")
    page.keyboard.press("Control+z")
    count(page, "11/10")
    page.locator(".deck-list button").last.focus()
    page.keyboard.press("Enter")
    count(page, "Legal")
    expect(page.locator("button:focus")).to_have_count(1)
    expect(page.locator("#announcer")).to_have_text("10/10, Legal")
    tab_to(page, "Submit deck")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Your deck is in")).to_be_visible()

    assert len(Deck.objects.get(seat__player=alice).cards) == 10
    keeps_focus(page)
    fits(page)


def test_view_settings_survive_changes_reloads_and_going_back(
    new_page: Callable[..., Page], live_server_url: str, alice: Account, drafted: Pod
):
    names = sorted({bundled_card_set("enemy", "FL").card(ref[3:]).name.en for ref in pool(alice)}, key=str.casefold)
    page = room(new_page(viewport={"width": 1280, "height": 900}), alice, drafted, live_server_url, "?as=words")
    page.get_by_label("Sort by").select_option("name")
    page.wait_for_url("**sort=name**")
    page.get_by_label("Group by").select_option("none")
    page.wait_for_url("**group=none**")

    def by_name() -> None:
        expect(page.locator(".pile-of")).to_have_count(1)
        expect(page.locator("[data-copies] summary b")).to_have_text(names)
        expect(page.get_by_label("Sort by")).to_have_value("name")

    by_name()
    page.locator("[data-copies] button[name=add]").first.click()
    count(page, "1/10")
    by_name()
    page.reload()
    by_name()
    page.goto("/cards/")
    page.go_back()
    by_name()


def test_typing_filters_the_pool_and_keeps_the_focus(
    new_page: Callable[..., Page], live_server_url: str, alice: Account, drafted: Pod
):
    page = room(new_page(viewport=PHONE), alice, drafted, live_server_url)

    page.get_by_text("Search, sort, group").click()
    page.get_by_role("searchbox", name="Name or text").press_sequentially(pool(alice)[0], delay=60)

    expect(page.locator("[data-copies]")).to_have_count(1)
    expect(page.get_by_role("searchbox")).to_have_value(pool(alice)[0])
    expect(page.get_by_role("searchbox")).to_be_focused()


def test_two_tabs_agree(new_page: Callable[..., Page], live_server_url: str, alice: Account, drafted: Pod):
    page = room(new_page(), alice, drafted, live_server_url)
    other = page.context.new_page()
    other.goto(page.url)
    is_live(other)

    page.get_by_role("button", name="Add all 12").click()
    count(other, "12/10")
    save_deck(Seat.objects.get(player=alice), pool(alice)[:10])
    for tab in (page, other):
        count(tab, "Legal")
    other.get_by_role("button", name="Submit deck").click()
    expect(page.get_by_role("heading", name="Your deck is in")).to_be_visible()


def test_the_deck_list_is_one_printed_page(
    new_page: Callable[..., Page], live_server_url: str, alice: Account, drafted: Pod
):
    save_deck(Seat.objects.get(player=alice), pool(alice))
    page = new_page()
    sign_in(page, alice, live_server_url)
    page.goto(f"/pod/{drafted.pk}/deck/print")

    assert [page.pdf(format=paper).count(b"/Type /Page\n") for paper in ("A4", "Letter")] == [1, 1]
    page.set_viewport_size(PHONE)
    fits(page)
