"""A whole draft by keyboard on a phone: forty-four picks against five bots, a deck, a receipt."""

import re
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, expect

from drafting.models import Deck, Pick, Pod
from drafting.rules.decks import deck_checksum
from drafting.rules.format import DraftFormat
from gameplay.services.accounts import create_guest
from tests.browser.pods import among_bots, pick_first, seated
from tests.browser.steps import (
    PHONE,
    arrives,
    fits,
    is_live,
    keeps_focus,
    opened_draft,
    own_time,
    pick,
    sign_in,
    tab_to,
)

pytestmark = [pytest.mark.browser, pytest.mark.slow]
MOVING = """root => [...root.querySelectorAll("*")].flatMap(each => ["", "::before", "::after"].map(part => getComputedStyle(each, part)))
    .filter(style => style.animationName !== "none" || parseFloat(style.transitionDuration) > 0).length"""


def build(page: Page) -> None:
    """Put everything in, take nine cards out, submit."""
    tab_to(page, "Build your deck")
    page.keyboard.press("Enter")
    arrives(page, page.get_by_role("heading", name="Build your deck"))
    tab_to(page, "Put all 44 in")
    page.keyboard.press("Enter")
    expect(page.locator(".deck-count")).to_contain_text("44/35")
    page.locator("[data-copies] summary").first.focus()
    for _ in range(9):
        page.keyboard.press("-")
        page.keyboard.press("ArrowDown")
    expect(page.get_by_text("This deck is legal")).to_be_visible()
    expect(page.locator("summary:focus")).to_have_count(1)
    fits(page)
    tab_to(page, "Submit deck")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Your deck is in")).to_be_visible()


def test_a_person_drafts_and_builds_by_keyboard_on_a_phone(new_page: Callable[..., Page], live_server_url: str):
    alice = create_guest("Alice")
    pod = among_bots(alice, DraftFormat())
    page = new_page(viewport=PHONE)
    sign_in(page, alice, live_server_url)
    own_time(page, datetime.now(UTC))
    page.goto(f"/pod/{pod.pk}/draft")

    for turn in range(44):
        pack_round, number = turn // 11 + 1, turn % 11 + 1
        expect(page.get_by_role("heading", level=1)).to_have_text(f"Pack {pack_round} of 4, pick {number} of 11")
        expect(page.get_by_role("radio")).to_have_count(12 - number)
        fits(page)
        pick(page, f"{pack_round}.{number}", by_arrow=turn % 2 == 1)
        keeps_focus(page)
    expect(page.get_by_role("heading", name="The draft is over")).to_be_visible()
    assert Pick.objects.filter(seat__player=alice, by="player").count() == 44

    build(page)
    deck = Deck.objects.get(seat__player=alice)
    assert len(deck.cards) == 35
    expect(page.get_by_text(deck_checksum(deck.cards))).to_be_visible()
    fits(page)


def test_nothing_moves_for_who_wants_less_motion(new_page: Callable[..., Page], live_server_url: str):
    alice, bob = create_guest("Alice"), create_guest("Bob")
    pod = seated(alice, bob, pick_clock="relaxed")
    moving = [
        opened_draft(new_page(reduced_motion=wish), live_server_url, account, pod).locator(":root").evaluate(MOVING)
        for account, wish in ((alice, "reduce"), (bob, "no-preference"))
    ]

    assert moving[0] == 0 < moving[1]


def test_two_tabs_agree_and_a_bot_can_take_over(new_page: Callable[..., Page], live_server_url: str):
    alice = create_guest("Alice")
    page = opened_draft(new_page(), live_server_url, alice, among_bots(alice))
    other = page.context.new_page()
    other.goto(page.url)

    pick(page, "1.1")
    for tab in (page, other):
        expect(tab.locator("form[data-pick='1.2']")).to_be_visible()
    page.get_by_text("I have to leave").click()
    page.get_by_role("button", name="Let a bot draft for me").click()
    expect(other.get_by_role("heading", name="The draft is over")).to_be_visible()

    assert Pick.objects.filter(seat__player=alice).count() == 8


def test_packs_come_by_the_stream_and_nothing_is_asked_for(new_page: Callable[..., Page], live_server_url: str):
    alice, bob = create_guest("Alice"), create_guest("Bob")
    pod = seated(alice, bob, pick_clock="relaxed")
    pages = [opened_draft(new_page(), live_server_url, account, pod) for account in (alice, bob)]
    asked: list[str] = []
    for page in pages:
        still(page)
        page.on("request", lambda request: asked.append(request.url.partition(live_server_url)[2]))

    for number in range(1, 5):
        for page in pages:
            pick(page, f"1.{number}")
        for page in pages:
            expect(page.locator(f"form[data-pick='{'2.1' if number == 4 else f'1.{number + 1}'}']")).to_be_visible()
            expect(page.get_by_role("radio")).to_have_count(4 - number or 4)
            keeps_focus(page)

    for page, to in zip(pages, ("Bob", "Alice"), strict=True):
        expect(page.get_by_role("heading", level=1)).to_have_text("Pack 2 of 2, pick 1 of 4")
        expect(page.locator(".pass")).to_have_text(f"Pass right to {to}, from {to} the other way round now")
        expect(page.get_by_text("4 cards, verified")).to_be_visible()
        group = page.get_by_role("radiogroup", name=f"pack 2 of 2, pick 1 of 4. Pass right to {to}, from {to}")
        expect(group).to_be_visible()
    asked = [path for path in asked if ".svg" not in path]
    assert set(asked) == {f"/pod/{pod.pk}/select", f"/pod/{pod.pk}/pick"}
    assert len(asked) == 16


def test_what_the_stream_shows_is_what_the_server_would_show(new_page: Callable[..., Page], live_server_url: str):
    alice, bob = create_guest("Alice"), create_guest("Bob")
    pod = seated(alice, bob, pick_clock="relaxed")
    page = opened_draft(new_page(), live_server_url, alice, pod)

    pick(page, "1.1")
    waiting = seen(page, pod)
    assert "Waiting for Bob" in waiting
    page.reload()
    assert seen(page, pod) == waiting

    pick_first(bob, pod)
    expect(page.locator("form[data-pick='1.2']")).to_be_visible()
    picking = seen(page, pod)
    page.reload()
    assert seen(page, pod) == picking


def still(page: Page) -> None:
    """Let no more time pass for the page than the test makes pass: it never comes to ask because a stream is late."""
    page.clock.pause_at(page.locator(":root").evaluate("() => Date.now() + 10_000"))


def seen(page: Page, pod: Pod) -> str:
    """The draft as somebody who cannot see has it: names, states, what is hidden from the eyes alone; but not how late it is."""
    is_live(page, stream=pod.stream)
    return re.sub("timer: .*", "timer", page.locator("#draft").aria_snapshot())
