"""Online games in the browser: played by keyboard on a phone, and always up to date."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Request, expect

from cards.printed import bundled_card_set
from gameplay.models import Account, OnlineGame
from gameplay.selectors.game_views import view_for_account
from gameplay.services import accounts, games
from tests.browser.steps import GUARD, PHONE, choose_look, fits, is_live, own_time, send, sign_in_by_link
from tests.gameplay.test_take_back import start_and_play_a_card
from tests.gameplay.test_time import play_to_a_last_pass
from tests.parts.waiting import eventually

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("transactional_db")]


def begun(alice: Account, other: Account | None = None) -> OnlineGame:
    decks = [[ref for ref, n in deck.cards.items() for _ in range(n)] for deck in bundled_card_set("enemy", "SD").decks]
    players = [alice, other or accounts.create_bot("Bot")]
    game = games.start_game(
        ruleset="enemy", variant="sample", decks=decks, players=players, seed=bytes(32), chance="browser"
    )
    game.refresh_from_db()
    return game


def opened(page: Page, alice: Account, game: OnlineGame, *, look: str = "words") -> None:
    """Open the game as Alice in words or as a table, with a clock that the test advances."""
    own_time(page, timezone.now())
    choose_look(page, look)
    sign_in_by_link(page, alice, to=f"/game/{game.pk}")
    expect(page.locator("#question")).to_be_visible()


def seen_by(account: Account, game: OnlineGame) -> dict[str, Any]:
    view = view_for_account(OnlineGame.objects.get(pk=game.pk), account, language="en")
    assert view is not None
    return view


def answer(page: Page, key: str) -> None:
    """Press ``key`` until it submits the choice, and wait for the next question."""
    asked = page.locator("[name=number]").first.evaluate("field => field.value")
    send(page, key)
    expect(page.locator(f"[name=number][value='{asked}']")).to_have_count(0)


def wait_for_bots(game: OnlineGame) -> None:
    """Refresh ``game`` once its bots have moved: the live server does it, while it holds their lease."""
    assert eventually(lambda: not games.has_bots_to_move(game.pk))
    game.refresh_from_db()


def posted(page: Page) -> list[Request]:
    """Return a list that collects the POST requests from now on."""
    sent: list[Request] = []
    page.on("request", lambda request: sent.append(request) if request.method == "POST" else None)
    return sent


def test_a_game_is_played_by_keyboard_on_a_phone(new_page: Callable[..., Page]):
    """Ten choices by keyboard; then the rest of the game reaches the page from elsewhere."""
    alice = accounts.create_guest("Alice")
    game = begun(alice)
    page = new_page(viewport=PHONE)
    opened(page, alice, game)
    fits(page)

    for _ in range(10):
        answer(page, "1")
    expect(page.locator("[name=number]").first).to_be_attached()  # the bot has answered
    wait_for_bots(game)
    while not game.ended_at:
        games.choose(alice, game, number=game.number, option=0)
        wait_for_bots(game)

    expect(page.get_by_role("link", name="Play another game")).to_be_visible()


def test_an_outdated_page_shows_a_refusal_and_catches_up(new_page: Callable[..., Page], console: list[str]):
    alice = accounts.create_guest("Alice")
    game = begun(alice)
    page = new_page()
    page.route("**/stream*", lambda route: route.abort())  # it gets no live updates
    opened(page, alice, game)
    asked = game.number
    games.choose(alice, game, number=asked, option=0)

    send(page, "1")

    expect(page.get_by_role("alert").get_by_text("The game is already at question")).to_be_visible()
    expect(page.locator("[name=number]").first).not_to_have_value(str(asked))
    page.close()  # it keeps trying to reach the stream
    console.clear()  # the browser logs the 409 and the blocked stream


def test_after_a_choice_the_next_question_has_the_focus_and_events_are_announced(
    new_page: Callable[..., Page],
):
    alice = accounts.create_guest("Alice")
    page = new_page()
    opened(page, alice, begun(alice))

    answer(page, "1")

    expect(page.locator("#question")).to_be_focused()
    expect(page.locator("#announcer")).to_have_text(re.compile(r"^Alice plays .*Turn 3: Bot\."))
    expect(page.locator("#announcer")).not_to_contain_text("ENE-")


def test_after_taking_back_a_choice_its_question_has_the_focus(new_page: Callable[..., Page]):
    game, player, _view = start_and_play_a_card([accounts.create_guest("Alice"), accounts.create_guest("Bob")])
    page = new_page()
    opened(page, player, game)

    page.clock.run_for(GUARD)
    page.get_by_role("button", name="Take back your last choice").click()

    expect(page.get_by_role("heading", name="Make a play")).to_be_visible()
    expect(page.locator("#question")).to_be_focused()


def test_the_opponents_move_is_announced_with_the_next_question(new_page: Callable[..., Page]):
    alice, bob = accounts.create_guest("Alice"), accounts.create_guest("Bob")
    game = begun(alice, bob)
    asked, other = (alice, bob) if seen_by(alice, game)["ask"].get("options") else (bob, alice)
    page = new_page()
    opened(page, other, game)
    is_live(page)
    expect(page.get_by_role("heading", name=f"Waiting for {asked.handle}")).to_be_visible()

    while not seen_by(other, game)["ask"].get("options"):
        game.refresh_from_db()
        games.choose(asked, game, number=game.number, option=0)
        is_live(page, stream=game.stream)

    expect(page.get_by_role("heading", name="Make a play")).to_be_visible()
    expect(page.locator("#announcer")).to_contain_text("Make a play. Plays left: 1.")
    expect(page.locator("#announcer")).to_contain_text(f"Turn 2: {other.handle}.")


def test_a_double_click_does_not_answer_the_next_question(new_page: Callable[..., Page]):
    alice = accounts.create_guest("Alice")
    game = begun(alice)
    page = new_page()
    opened(page, alice, game)
    click = "document.querySelector('[data-choose] button').click()"
    page.locator("body").evaluate(f"body => body.addEventListener('htmx:afterSwap', () => {click})")
    sent = posted(page)

    answer(page, "1")

    expect(page.locator("#announcer")).to_contain_text("Alice plays ")
    assert len(sent) == 1
    assert game.choices.filter(author=alice).count() == 1


def test_single_keys_can_be_switched_off(new_page: Callable[..., Page]):
    alice = accounts.create_guest("Alice")
    game = begun(alice)
    page = new_page()
    opened(page, alice, game)
    sent = posted(page)

    page.keyboard.press("?")
    page.get_by_role("checkbox", name="on this device").uncheck()
    page.get_by_role("button", name="Close").click()
    page.clock.run_for(GUARD)
    page.keyboard.press("1")
    page.locator("[data-choose] button").first.click()

    expect(page.locator("#announcer")).to_contain_text("Alice plays ")
    assert len(sent) == 1
    assert game.choices.filter(author=alice).count() == 1


def test_when_time_is_called_both_pages_stay_in_the_same_turn(new_page: Callable[..., Page]):
    alice, bob = accounts.create_guest("Alice"), accounts.create_guest("Bob")
    game, asked = play_to_a_last_pass(begun(alice, bob), alice, bob)
    turn = seen_by(alice, game)["turn"]
    pages = {player: new_page() for player in (alice, bob)}
    for player, page in pages.items():
        opened(page, player, game)
        is_live(page)

    games.call_time(game)

    for page in pages.values():
        expect(page.get_by_text("The game ends after this turn.")).to_be_visible()
        expect(page.get_by_role("group", name="Score")).to_contain_text(f"Turn {turn} ")
    answer(pages[asked], "1")
    for page in pages.values():
        expect(page.get_by_text("It ended because time was called")).to_be_visible()
