"""A whole draft by keyboard on a phone: forty-four picks against five bots, a deck, a receipt."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from django.conf import settings
from django.test import Client

from drafting.models import Deck, Pick, Pod
from drafting.rules.decks import checksum
from drafting.rules.format import DraftFormat
from drafting.selectors.tables import open_round
from drafting.services.pick import make_pick
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


def pick(page: "Page", turn: str, *, by_arrow: bool) -> None:
    """Take a card by its number, or by the arrow that follows it, once the pack has been there long enough to be read."""
    from playwright.sync_api import TimeoutError as Late

    page.locator(f"form[data-pick='{turn}']").wait_for()
    for _ in range(10):
        page.wait_for_timeout(GUARD)
        for key in ["1", "ArrowRight", "Enter"] if by_arrow else ["1", "Enter"]:
            page.keyboard.press(key)
        try:
            taken = "now => document.querySelector('form[data-pick]')?.dataset.pick !== now"
            page.wait_for_function(taken, arg=turn, timeout=3000)
        except Late:
            continue
        return


def build(page: "Page") -> None:
    """Put everything in, take nine cards out, submit."""
    tab_to(page, "Build your deck")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Build your deck").wait_for()
    tab_to(page, "Put all 44 in")
    page.keyboard.press("Enter")
    page.locator(".deck-count").get_by_text("44/35").wait_for()
    page.locator("[data-copies] summary").first.focus()
    for _ in range(9):
        page.keyboard.press("-")
        page.keyboard.press("ArrowDown")
    page.get_by_text("This deck is legal").wait_for()
    page.wait_for_function("document.activeElement.tagName === 'SUMMARY'")
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
        page.get_by_role("heading", level=1, name=f"Pack {pack_round} of 4, pick {number} of 11").wait_for()
        assert page.get_by_role("radio").count() == 12 - number
        assert fits(page)
        pick(page, f"{pack_round}.{number}", by_arrow=turn % 2 == 1)
        page.wait_for_function("document.activeElement !== document.body")
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


def test_packs_come_by_the_stream_and_nothing_is_asked_for(new_page: Callable[..., "Page"], live_server_url: str):
    alice, bob = create_guest("Alice"), create_guest("Bob")
    pod = seated_together(alice, bob)
    pages = [opened(new_page, live_server_url, account, pod) for account in (alice, bob)]
    asked: list[str] = []
    for page in pages:
        page.on("request", lambda request: asked.append(request.url.partition(live_server_url)[2]))

    for number in range(1, 5):
        for page in pages:
            pick(page, f"1.{number}", by_arrow=False)
        for page in pages:
            page.locator(f"form[data-pick='{'2.1' if number == 4 else f'1.{number + 1}'}']").wait_for()
            assert page.get_by_role("radio").count() == (4 - number or 4)
            page.wait_for_function("document.activeElement !== document.body")

    for page, to in zip(pages, ("Bob", "Alice"), strict=True):
        assert page.get_by_role("heading", level=1).inner_text() == "Pack 2 of 2, pick 1 of 4"
        assert page.locator(".pass").inner_text() == f"Pass right to {to}, from {to} the other way round now"
        assert page.get_by_text("4 cards, verified").is_visible()
    asked = [path for path in asked if ".svg" not in path]
    assert set(asked) == {f"/pod/{pod.pk}/select", f"/pod/{pod.pk}/pick"}
    assert len(asked) == 16


def test_what_the_stream_shows_is_what_the_server_would_show(new_page: Callable[..., "Page"], live_server_url: str):
    alice, bob = create_guest("Alice"), create_guest("Bob")
    pod = seated_together(alice, bob)
    page = opened(new_page, live_server_url, alice, pod)
    states = []
    for by_alice, turn in ((True, ""), (False, "1.2")):
        if by_alice:
            pick(page, "1.1", by_arrow=False)
        else:
            pick_first(bob, pod)
            page.locator(f"form[data-pick='{turn}']").wait_for()
        shown = seen(page)
        page.reload()
        states.append((shown, seen(page)))

    assert [shown for shown, _ in states] == [served for _, served in states]


def seated_together(*people: Account) -> Pod:
    pod = create_pod(
        label="A",
        players=people,
        seed=bytes(range(32)),
        chance="pod/A",
        terms=SHORT,
        boosters=[BOOSTER] * SHORT.packs,
        pick_clock="relaxed",
    )
    open_packs(publish_seating(pod))
    return pod


def opened(new_page: Callable[..., "Page"], url: str, account: Account, pod: Pod, *, before: str = "") -> "Page":
    """The page of a seat, its stream open and its set's choices fetched; the script ``before`` is run first of all."""
    page = new_page()
    page.add_init_script(before)
    sign_in(page, account, url)
    with page.expect_response("**/draft/choices/**"):
        page.goto(f"/pod/{pod.pk}/draft")
    page.locator("#live[data-state=live]").wait_for()
    return page


def pick_first(account: Account, pod: Pod) -> None:
    drafting = open_round(Pod.objects.get(pk=pod.pk))
    pack = drafting.before(pod.seats.get(player=account).number)[0]
    make_pick(account, pod.pk, pack_id=pack.pk, number=pack.hops + 1, token=pack.contents[0][0])


def seen(page: "Page") -> str:
    """The draft as somebody who cannot see has it: names, states, and what is hidden from the eyes alone."""
    page.locator("#draft .clock-time").first.evaluate_all("clocks => clocks.forEach((clock) => clock.remove())")
    return str(page.locator("#draft").aria_snapshot())
