"""The rules text of a card is at least 14 px wherever a card is to be read, on the smallest phone, too."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from drafting.models import Seat
from drafting.rules.format import DraftFormat
from drafting.services.seat import give_seat_to_bot
from gameplay.services.accounts import create_guest
from tests.browser.pods import among_bots
from tests.browser.steps import fits, opened_draft, sign_in

pytestmark = [pytest.mark.browser]
SMALLEST_PHONE = {"width": 320, "height": 568}
SMALLEST = """root => Math.min(...[root, ...root.querySelectorAll("*")]
    .filter(each => [...each.childNodes].some(node => node.nodeType === 3 && node.textContent.trim()))
    .filter(each => each.checkVisibility() && !each.closest(".sr, .clause"))
    .map(each => parseFloat(getComputedStyle(each).fontSize)))"""


def smallest_text(shown: Locator) -> float:
    expect(shown).to_be_visible()
    return float(shown.evaluate(SMALLEST))


@pytest.mark.parametrize("path", ["cards/enemy/FL/R01", "cards/enemy/FL/?as=words", "cards/hagmi/IS/?as=words"])
def test_cards_as_text(new_page: Callable[..., Page], transactional_db: None, path: str):
    page = new_page(viewport=SMALLEST_PHONE)
    page.goto(f"/{path}")

    fits(page)
    assert smallest_text(page.locator(".card-text, .card-row").first) >= 14


def test_a_card_of_a_pack_in_large_print(new_page: Callable[..., Page], live_server_url: str):
    alice = create_guest("Alice")
    page = new_page(viewport=SMALLEST_PHONE, has_touch=True)
    opened_draft(page, live_server_url, alice, among_bots(alice, DraftFormat()))
    fits(page)

    page.locator("form[data-pick] .card").first.tap()

    assert smallest_text(page.locator("#zoom .tile-text")) >= 14


@pytest.mark.parametrize("width", [320, 1280])
def test_the_cards_of_a_draft_log(new_page: Callable[..., Page], live_server_url: str, width: int):
    alice = create_guest("Alice")
    pod = among_bots(alice)
    give_seat_to_bot(Seat.objects.get(player=alice), author=alice, role="player")
    page = new_page(viewport={"width": width, "height": 568})
    sign_in(page, alice, live_server_url)
    page.goto(f"/pod/{pod.pk}/log")

    fits(page)
    assert smallest_text(page.locator(".looked-at .tile-text").first) >= 14
