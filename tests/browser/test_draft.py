"""Drafts in the browser, among them a whole draft by keyboard on a phone."""

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
MOVING = """root => [...root.querySelectorAll("*")]
    .flatMap(each => ["", "::before", "::after"].map(part => getComputedStyle(each, part)))
    .filter(style => style.animationName !== "none" || parseFloat(style.transitionDuration) > 0).length"""


def build(page: Page) -> None:
    """Add all cards, remove nine, submit."""
    tab_to(page, "Build your deck")
    page.keyboard.press("Enter")
    arrives(page, page.get_by_role("heading", name="Build your deck"))
    tab_to(page, "Add all 44")
    page.keyboard.press("Enter")
    expect(page.locator(".deck-count")).to_contain_text("44/35")
    page.locator("[data-copies] .move").first.focus()
    for _ in range(9):
        page.keyboard.press("-")
        page.keyboard.press("ArrowDown")
    expect(page.locator(".deck-count")).to_contain_text("Legal")
    expect(page.locator(".move:focus")).to_have_count(1)
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


def test_nothing_is_animated_with_reduced_motion(new_page: Callable[..., Page], live_server_url: str):
    alice, bob = create_guest("Alice"), create_guest("Bob")
    pod = seated(alice, bob, pick_clock="relaxed")
    animated = [
        opened_draft(new_page(reduced_motion=motion), live_server_url, account, pod).locator(":root").evaluate(MOVING)
        for account, motion in ((alice, "reduce"), (bob, "no-preference"))
    ]

    assert animated[0] == 0 < animated[1]


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


def test_packs_come_by_the_stream_without_other_requests(new_page: Callable[..., Page], live_server_url: str):
    alice, bob = create_guest("Alice"), create_guest("Bob")
    pod = seated(alice, bob, pick_clock="relaxed")
    pages = [opened_draft(new_page(), live_server_url, account, pod) for account in (alice, bob)]
    requested: list[str] = []
    for page in pages:
        freeze_time(page)
        page.on("request", lambda request: requested.append(request.url.partition(live_server_url)[2]))

    for number in range(1, 5):
        for page in pages:
            pick(page, f"1.{number}")
        for page in pages:
            expect(page.locator(f"form[data-pick='{'2.1' if number == 4 else f'1.{number + 1}'}']")).to_be_visible()
            expect(page.get_by_role("radio")).to_have_count(4 - number or 4)
            keeps_focus(page)

    for page, to in zip(pages, ("Bob", "Alice"), strict=True):
        expect(page.get_by_role("heading", level=1)).to_have_text("Pack 2 of 2, pick 1 of 4")
        expect(page.locator(".pass")).to_have_text(f"Pass right to {to}, from {to} direction reversed")
        expect(page.get_by_text("4 cards, verified")).to_be_visible()
        group = page.get_by_role("radiogroup", name=f"pack 2 of 2, pick 1 of 4. Pass right to {to}, from {to}")
        expect(group).to_be_visible()
    requested = [path for path in requested if ".svg" not in path]
    assert set(requested) == {f"/pod/{pod.pk}/select", f"/pod/{pod.pk}/pick"}
    assert len(requested) == 16


def test_the_stream_and_the_server_render_the_same_page(new_page: Callable[..., Page], live_server_url: str):
    alice, bob = create_guest("Alice"), create_guest("Bob")
    pod = seated(alice, bob, pick_clock="relaxed")
    page = opened_draft(new_page(), live_server_url, alice, pod)

    pick(page, "1.1")
    waiting = snapshot(page, pod)
    assert "Waiting for Bob" in waiting
    page.reload()
    assert snapshot(page, pod) == waiting

    pick_first(bob, pod)
    expect(page.locator("form[data-pick='1.2']")).to_be_visible()
    picking = snapshot(page, pod)
    page.reload()
    assert snapshot(page, pod) == picking


def freeze_time(page: Page) -> None:
    """Stop the clock of the page, so that it never polls because a stream is late."""
    page.clock.pause_at(page.locator(":root").evaluate("() => Date.now() + 10_000"))


def snapshot(page: Page, pod: Pod) -> str:
    """Return the draft as a screen reader reads it, without the time on the clock."""
    is_live(page, stream=pod.stream)
    return re.sub("timer: .*", "timer", page.locator("#draft").aria_snapshot())
