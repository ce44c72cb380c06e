"""A whole draft by keyboard on a phone: forty-four picks against five bots, a deck, a receipt."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from django.conf import settings
from django.test import Client

from drafting.models import Deck, Pick, Pod
from drafting.rules.decks import checksum
from drafting.rules.format import DraftFormat
from drafting.services.pod import create_pod, open_packs, publish_seating
from gameplay.models import Account
from gameplay.services.accounts import create_bot, create_guest

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.usefixtures("tasks_at_once")]
PHONE = {"width": 360, "height": 740}
GUARD = 650  # milliseconds in which a new pack takes nothing
BOOSTER = {"game": "enemy", "set": "FL", "product": "booster"}
SHORT = DraftFormat(packs=2, pack_size=4, deck_size=6)


def seated(alice: Account, terms: DraftFormat) -> Pod:
    players = [alice, *(create_bot(f"Bot {number}") for number in range(1, 6))]
    pod = create_pod(
        label="A",
        players=players,
        seed=bytes(range(32)),
        chance="pod/A",
        terms=terms,
        boosters=[BOOSTER] * terms.packs,
    )
    open_packs(publish_seating(pod))
    return pod


def sign_in(page: "Page", account: Account, url: str) -> None:
    client = Client()
    client.force_login(account, backend="gameplay.sessions.AccountBackend")
    name = settings.SESSION_COOKIE_NAME
    page.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": url}])


def tab_to(page: "Page", words: str) -> None:
    """Press Tab until what has the focus is called ``words``."""
    for _ in range(200):
        page.keyboard.press("Tab")
        if words in page.evaluate("document.activeElement.textContent"):
            return
    pytest.fail(f"no way to {words}")


def fits(page: "Page") -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def focused(page: "Page") -> str:
    return str(page.evaluate("document.activeElement.tagName"))


def pick(page: "Page", turn: str, *, by_arrow: bool) -> None:
    """Take a card by its number, or by the arrow that follows it."""
    page.locator(f"form[data-pick='{turn}']").wait_for()
    page.wait_for_timeout(GUARD)
    page.keyboard.press("1")
    if by_arrow:
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_function("now => document.querySelector('form[data-pick]')?.dataset.pick !== now", arg=turn)


def build(page: "Page") -> None:
    """Put everything in, take nine cards out, submit."""
    tab_to(page, "Build your deck")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Build your deck").wait_for()
    tab_to(page, "Put all 44 in")
    page.keyboard.press("Enter")
    page.get_by_text("44/35").wait_for()
    page.locator("[data-copies] summary").first.focus()
    for _ in range(9):
        page.keyboard.press("-")
        page.keyboard.press("ArrowDown")
    page.get_by_text("This deck is legal").wait_for()
    assert focused(page) == "SUMMARY"
    assert fits(page)
    tab_to(page, "Submit deck")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Your deck is in").wait_for()


def test_a_person_drafts_and_builds_by_keyboard_on_a_phone(new_page: Callable[..., "Page"], live_server_url: str):
    alice = create_guest("Alice")
    pod = seated(alice, DraftFormat())
    page = new_page(viewport=PHONE)
    sign_in(page, alice, live_server_url)
    page.goto(f"/pod/{pod.pk}/draft")

    for turn in range(44):
        pack_round, number = turn // 11 + 1, turn % 11 + 1
        assert page.get_by_role("heading", level=1).inner_text() == f"Pack {pack_round} of 4, pick {number} of 11"
        assert page.get_by_role("radio").count() == 12 - number
        assert fits(page)
        pick(page, f"{pack_round}.{number}", by_arrow=turn % 2 == 1)
        assert focused(page) != "BODY"
    page.get_by_role("heading", name="The draft is over").wait_for()
    assert Pick.objects.filter(seat__player=alice, auto=False).count() == 44

    build(page)
    deck = Deck.objects.get(seat__player=alice)
    assert len(deck.cards) == 35
    assert page.get_by_text(checksum(deck.cards)).is_visible()
    assert fits(page)


def test_two_tabs_agree_and_a_bot_can_take_over(new_page: Callable[..., "Page"], live_server_url: str):
    alice = create_guest("Alice")
    pod = seated(alice, SHORT)
    page = new_page()
    sign_in(page, alice, live_server_url)
    other = page.context.new_page()
    for tab in (page, other):
        tab.goto(f"/pod/{pod.pk}/draft")

    pick(page, "1.1", by_arrow=False)
    other.locator("form[data-pick='1.2']").wait_for()
    page.get_by_text("I have to leave").click()
    page.get_by_role("button", name="Let a bot draft for me").click()
    other.get_by_role("heading", name="The draft is over").wait_for()

    assert Pick.objects.filter(seat__player=alice).count() == 8
