"""Building a deck in a browser: what is asked for stays in the address, every change is saved and undone, two tabs agree."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from drafting.models import Deck, Pick, Pod, Seat
from drafting.rules.format import DraftFormat
from drafting.selectors.tables import open_round
from drafting.services.pick import make_pick
from gameplay.models import Account
from gameplay.services.accounts import create_guest
from tests.browser.test_draft import PHONE, fits, seated, sign_in, tab_to
from tests.drafting.players import save_deck

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("tasks_at_once")]
QUICK = DraftFormat(packs=2, pack_size=6, deck_size=10)


@pytest.fixture
def alice(live_server_url: str) -> Account:
    return create_guest("Alice")


@pytest.fixture
def drafted(alice: Account) -> Pod:
    """A pod that Alice has drafted among bots, the first card of each pack."""
    pod = seated(alice, QUICK)
    seat = Seat.objects.get(pod=pod, player=alice)
    while not pod.drafted_at:
        for pack in open_round(pod).before(seat.number)[:1]:  # none while a bot thinks
            make_pick(alice, pod.pk, pack_id=pack.pk, number=pack.hops + 1, token=pack.contents[0][0])
        pod = Pod.objects.get(pk=pod.pk)
    return pod


def room(page: "Page", account: Account, pod: Pod, url: str, query: str = "") -> "Page":
    sign_in(page, account, url)
    page.goto(f"/pod/{pod.pk}/deck{query}")
    page.locator("#live[data-state=live]").wait_for()
    return page


def count(page: "Page", words: str) -> None:
    page.locator(".deck-count").get_by_text(words).wait_for()


def pool(account: Account) -> list[str]:
    return list(Pick.objects.filter(seat__player=account).order_by("ref").values_list("ref", flat=True))


def test_a_deck_is_built_by_keys_alone_on_a_phone(
    new_page: Callable[..., "Page"], live_server_url: str, alice: Account, drafted: Pod
):
    page = room(new_page(viewport=PHONE), alice, drafted, live_server_url)
    assert fits(page)

    tab_to(page, "Put all 12 in")
    page.keyboard.press("Enter")
    count(page, "2 cards too many")
    page.locator("[data-copies] summary").first.focus()
    page.keyboard.press("-")
    count(page, "1 card too many")
    page.wait_for_function("document.activeElement.tagName === 'SUMMARY'")
    page.keyboard.press("Control+z")
    count(page, "12/10")
    page.keyboard.press("Control+z")
    count(page, "11/10")
    page.locator(".deck-list button").last.focus()
    page.keyboard.press("Enter")
    count(page, "Legal")
    page.wait_for_function("document.activeElement.tagName === 'BUTTON'")
    assert page.locator("#announcer").inner_text() == "10/10, Legal"
    tab_to(page, "Submit deck")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Your deck is in").wait_for()

    assert len(Deck.objects.get(seat__player=alice).cards) == 10
    page.wait_for_function("document.activeElement !== document.body")
    assert fits(page)


def test_what_is_asked_for_stays_over_a_change_a_reload_and_the_way_back(
    new_page: Callable[..., "Page"], live_server_url: str, alice: Account, drafted: Pod
):
    page = room(new_page(viewport={"width": 1280, "height": 900}), alice, drafted, live_server_url)
    page.get_by_label("Sort by").select_option("name")
    page.wait_for_url("**sort=name**")
    page.get_by_label("Group by").select_option("none")
    page.wait_for_url("**group=none**")

    def names() -> list[str]:
        return page.locator("[data-copies] summary b").all_inner_texts()

    page.wait_for_function("() => document.querySelectorAll('.pile-of').length === 1")
    before = names()
    page.locator("[data-copies] button[name=add]").first.click()
    count(page, "1/10")
    after = names()
    page.reload()
    reloaded = names()
    page.goto("/cards/")
    page.go_back()

    assert before == after == reloaded == names() == sorted(before, key=str.casefold)
    assert page.get_by_label("Sort by").input_value() == "name"


def test_typing_looks_through_the_pool_and_keeps_its_place(
    new_page: Callable[..., "Page"], live_server_url: str, alice: Account, drafted: Pod
):
    page = room(new_page(viewport=PHONE), alice, drafted, live_server_url)

    page.get_by_role("searchbox", name="Name or text").press_sequentially(pool(alice)[0], delay=60)
    page.wait_for_function("() => document.querySelectorAll('[data-copies]').length === 1")

    assert page.get_by_role("searchbox").input_value() == pool(alice)[0]
    page.wait_for_function("document.activeElement.id === 'q'")


def test_two_tabs_agree(new_page: Callable[..., "Page"], live_server_url: str, alice: Account, drafted: Pod):
    page = room(new_page(), alice, drafted, live_server_url)
    other = page.context.new_page()
    other.goto(page.url)
    other.locator("#live[data-state=live]").wait_for()

    page.get_by_role("button", name="Put all 12 in").click()
    count(other, "12/10")
    save_deck(Seat.objects.get(player=alice), pool(alice)[:10])
    for tab in (page, other):
        count(tab, "Legal")
    other.get_by_role("button", name="Submit deck").click()
    page.get_by_role("heading", name="Your deck is in").wait_for()


def test_the_list_is_one_sheet_of_paper(
    new_page: Callable[..., "Page"], live_server_url: str, alice: Account, drafted: Pod
):
    save_deck(Seat.objects.get(player=alice), pool(alice))
    page = new_page()
    sign_in(page, alice, live_server_url)
    page.goto(f"/pod/{drafted.pk}/deck/print")

    assert [page.pdf(format=paper).count(b"/Type /Page\n") for paper in ("A4", "Letter")] == [1, 1]
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    assert fits(page)
