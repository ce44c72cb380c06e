"""Two players and two devices at a table: phrases, connections, rematches, a second device, and the last turn again."""

from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from gameplay.models import Account, OnlineGame
from gameplay.models.game import CASUAL_CHANCE
from gameplay.selectors import games as selectors
from gameplay.services import games
from tests.browser.steps import GUARD, PHONE, fits, is_live, own_time, press, send, sign_in
from tests.browser.tables import asked, play_on, sat_down

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("transactional_db")]
DESK = {"width": 1280, "height": 720}
LOOKS = ["table", "words"]
Open = Callable[..., Page]


@pytest.fixture
def open_page(new_page: Callable[..., Page], live_server_url: str) -> Open:
    """Return a function that opens a game for an account, on a device of its own."""

    def open_for(account: Account, game: OnlineGame, look: str = "table", **options: Any) -> Page:
        page = new_page(**({"viewport": DESK} | options))
        own_time(page, timezone.now())
        page.context.add_cookies([{"name": "look", "value": look, "url": live_server_url}])
        sign_in(page, account, live_server_url)  # a sign-in link would sign out a guest's other device
        page.goto(f"/game/{game.pk}")
        expect(page.locator("#question")).to_be_visible()
        expect(page.locator("#people[data-live]")).to_be_visible()
        is_live(page)
        return page

    return open_for


def beside_name(page: Page, seat: int, look: str, mark: str) -> Any:
    place = f"#seat{seat}" if look == "table" else f"[data-side='{seat}']"
    return page.locator(f"{place} .{mark}")


@pytest.mark.parametrize("look", LOOKS)
def test_a_phrase_is_said_by_keyboard_and_shown_beside_the_name_for_some_seconds(open_page: Open, look: str):
    game, (alice, bob) = sat_down("enemy", "full", 2)
    page, other = open_page(alice, game, look), open_page(bob, game, look, viewport=PHONE)

    press(page, "Say something")
    press(page, "Thanks!")

    expect(beside_name(other, 0, look, "said")).to_have_text("Thanks!")
    expect(other.locator("#announcer")).to_have_text("Alice: Thanks!")
    expect(beside_name(page, 0, look, "said")).to_have_text("Thanks!")
    fits(other)
    other.clock.run_for(13_000)
    expect(beside_name(other, 0, look, "said")).to_have_count(0)


def test_what_others_say_can_be_hidden(open_page: Open):
    game, (alice, bob) = sat_down("enemy", "full", 2)
    page, other = open_page(alice, game), open_page(bob, game)
    press(other, "Say something")
    press(other, "Hide what others say")
    expect(other.locator("#people [value='unmute']")).to_be_attached()
    expect(other.locator("#phrases summary")).to_be_focused()

    press(page, "Say something")
    press(page, "Oops!")

    expect(beside_name(page, 0, "table", "said")).to_have_text("Oops!")
    expect(other.locator("#people .says")).to_have_count(0)


@pytest.mark.parametrize("look", LOOKS)
def test_the_connection_of_the_opponent_is_shown(open_page: Open, look: str):
    game, (alice, bob) = sat_down("enemy", "full", 2)
    page, other = open_page(alice, game, look), open_page(bob, game, look)
    connection = page.locator("#people [data-seat='1'] [data-connection]")
    expect(connection).to_have_text("connected")
    expect(beside_name(page, 1, look, "away")).to_have_count(0)

    other.close()

    expect(page.locator("#people [data-seat='1'][data-away]")).to_be_attached()
    page.clock.run_for(10_000)
    expect(beside_name(page, 1, look, "away")).to_contain_text("away for 0:")
    expect(page.locator("#people [data-seat='0'] [data-connection]")).to_have_count(0)
    open_page(bob, game, look)
    expect(connection).to_have_text("connected")
    page.clock.run_for(1_000)
    expect(beside_name(page, 1, look, "away")).to_have_count(0)


@pytest.mark.parametrize("look", LOOKS)
def test_a_second_device_follows_and_closes_a_question_that_is_answered(open_page: Open, look: str):
    game, people = sat_down("enemy", "full", 2)
    alice = play_on(game, people, asked("play", turn=3))
    first, second = open_page(alice, game, look), open_page(alice, game, look, viewport=PHONE)
    number = str(game.number)
    for page in (first, second):
        expect(page.locator("[data-choose] [name=number]").first).to_have_value(number)

    send(first, "1")

    for page in (first, second):
        expect(page.locator(f"[name=number][value='{number}']")).to_have_count(0)
        expect(page.locator("#refusals")).to_be_empty()
    game.refresh_from_db()
    is_live(second, stream=game.stream)
    shown = [page.locator("#question").evaluate("heading => heading.textContent.trim()") for page in (first, second)]
    assert shown[0] == shown[1]


@pytest.mark.parametrize("look", LOOKS)
def test_conceding_asks_first_and_is_possible_by_keyboard(open_page: Open, look: str):
    game, people = sat_down("enemy", "full", 2)
    page, other = open_page(people[0], game, look), open_page(people[1], game, look)

    if look == "table":
        press(page, "Game")
    press(page, "Concede this game")
    game.refresh_from_db()
    assert game.ended_at is None  # it asks first
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")

    expect(page.get_by_role("heading", name="Bob wins this game")).to_be_visible()
    expect(other.get_by_role("heading", name="You win this game")).to_be_visible()


@pytest.mark.parametrize("look", LOOKS)
def test_both_pages_move_to_the_rematch(open_page: Open, look: str):
    game, (alice, bob) = sat_down("enemy", "full", 2)
    OnlineGame.objects.update(chance=CASUAL_CHANCE)
    games.concede(bob, OnlineGame.objects.get(pk=game.pk))
    page, other = open_page(alice, game, look), open_page(bob, game, look)

    page.get_by_role("button", name="Rematch").click()
    expect(other.get_by_text("Alice wants a rematch")).to_be_visible()
    other.get_by_role("button", name="Decline").click()
    expect(page.get_by_text("Waiting for Bob")).to_have_count(0)
    page.get_by_role("button", name="Rematch").click()
    other.reload()
    other.get_by_role("button", name="Rematch").click()

    rematch = OnlineGame.objects.exclude(pk=game.pk)
    for each in (page, other):
        each.wait_for_url(lambda url: str(game.pk) not in url)
        expect(each.locator("#question")).to_be_visible()
        assert each.url.endswith(f"/game/{rematch.get().pk}")


RECORD = """() => {
  window.moved = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...parts) {
    moved += this.className.includes("bcard") || this.className.includes("caption");
    return animate.apply(this, parts);
  };
}"""


def before_own_turn(people: list[Account], game: OnlineGame) -> Account:
    return play_on(game, people, asked("play", turn=6))


def test_the_last_turn_is_played_again_and_any_key_ends_it(open_page: Open):
    game, people = sat_down("enemy", "full", 2)
    alice = before_own_turn(people, game)
    page = open_page(alice, game, reduced_motion="no-preference")
    page.locator(":root").evaluate(RECORD)
    cards = "felt => [...felt.querySelectorAll('.bcard[id]')].map((card) => card.id).join(' ')"
    present = page.locator("#felt").evaluate(cards)

    page.keyboard.press("r")
    expect(page.locator(".earlier")).to_be_attached()
    expect(page.locator("#felt .bcard[id]")).to_have_count(0)  # nothing there can be chosen
    page.clock.run_for(1_000)
    page.wait_for_function("() => window.moved > 0")
    page.keyboard.press("Escape")

    expect(page.locator(".earlier")).to_have_count(0)
    assert page.locator("#felt").evaluate(cards) == present
    number = game.number
    game.refresh_from_db()
    assert game.number == number
    send(page, "1")  # the question is still open
    expect(page.locator(f"[name=number][value='{number}']")).to_have_count(0)


def test_a_change_of_the_game_ends_the_repetition(open_page: Open):
    game, people = sat_down("enemy", "full", 2)
    alice = before_own_turn(people, game)
    bob = people[1 - people.index(alice)]
    page = open_page(bob, game, reduced_motion="no-preference")
    page.get_by_role("link", name="Watch the last turn again").click()
    expect(page.locator(".earlier")).to_be_attached()

    state = selectors.current_state(game)
    assert state.ask is not None
    games.choose(alice, game, number=game.number, option=len(state.ask.options) - 1)

    is_live(page, stream=game.stream)
    expect(page.locator(".earlier")).to_have_count(0)


def test_with_reduced_motion_the_events_are_listed_and_marked_one_by_one(open_page: Open):
    game, people = sat_down("enemy", "full", 2)
    page = open_page(before_own_turn(people, game), game, viewport=PHONE)

    page.get_by_role("link", name="Watch the last turn again").press("Enter")

    lines = page.locator("#pile [data-again-events] > li")
    expect(lines.nth(0)).to_have_class("now")
    page.clock.run_for(1_600)
    expect(lines.nth(1)).to_have_class("now")
    expect(lines.nth(0)).not_to_have_class("now")
    fits(page)
    page.keyboard.press("Escape")
    expect(page.locator("#pile")).to_be_hidden()
    page.clock.run_for(GUARD)
