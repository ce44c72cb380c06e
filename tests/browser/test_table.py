"""The online table in a browser: answered by keys alone, on a phone, and never stuck behind the game."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from cards.printed import card_set
from gameplay.models import Account, OnlineGame
from gameplay.selectors.game_views import seen
from gameplay.services import accounts, games
from tests.gameplay.test_take_back import placing

if TYPE_CHECKING:
    from playwright.sync_api import Page

GUARD = 450  # milliseconds, a little more than choose.js waits after a question is painted
pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("transactional_db", "tasks_at_once")]


def begun(alice: Account, other: Account | None = None) -> OnlineGame:
    decks = [[ref for ref, n in deck.cards.items() for _ in range(n)] for deck in card_set("enemy", "SD").decks]
    players = [alice, other or accounts.create_bot("Bot")]
    game = games.start_game(
        ruleset="enemy", variant="sample", decks=decks, players=players, seed=bytes(32), chance="browser"
    )
    game.refresh_from_db()
    return game


def opened(page: "Page", alice: Account, game: OnlineGame) -> None:
    page.goto(f"/sign-in/{accounts.login_link(alice)}?next=/game/{game.pk}")
    page.locator("#question").wait_for()


def seen_by(account: Account, game: OnlineGame) -> dict[str, Any]:
    told = seen(OnlineGame.objects.get(pk=game.pk), account, language="en")
    assert told is not None
    return told


def answer(page: "Page", key: str) -> None:
    """Press ``key`` until it counts, which is once the question has been there long enough to be read."""
    from playwright.sync_api import TimeoutError as Late

    number = page.locator("[name=number]").first.get_attribute("value")
    for _ in range(10):
        page.wait_for_timeout(GUARD)
        page.keyboard.press(key)
        try:
            page.locator(f"#table:not(:has([name=number][value='{number}']))").wait_for(timeout=3000)
        except Late:
            continue
        return


def test_a_person_plays_a_game_by_keys_on_a_phone(new_page: Callable[..., "Page"]):
    alice = accounts.create_guest("Alice")
    game = begun(alice)
    page = new_page(viewport={"width": 360, "height": 780})
    opened(page, alice, game)
    assert page.evaluate("document.documentElement.scrollWidth") == 360

    for _ in range(300):
        answer(page, "1")
        if page.get_by_role("link", name="Play another game").count():
            break

    game.refresh_from_db()
    assert game.ended_at is not None


def test_a_page_that_is_behind_says_so_and_catches_up(new_page: Callable[..., "Page"], console: list[str]):
    alice = accounts.create_guest("Alice")
    game = begun(alice)
    page = new_page()
    page.route("**/stream*", lambda route: route.abort())  # it does not hear of what happens elsewhere
    opened(page, alice, game)
    asked = game.number
    games.choose(alice, game, number=asked, option=0)

    page.wait_for_timeout(GUARD)
    page.keyboard.press("1")

    page.get_by_role("alert").get_by_text("The game has gone on").wait_for()
    page.locator(f"[name=number]:not([value='{asked}'])").wait_for(state="attached")
    page.close()  # it goes on trying to reach the stream
    console.clear()  # the browser tells of the 409 and of the blocked stream


def test_after_an_answer_the_focus_is_on_the_next_question_and_what_happened_is_announced(
    new_page: Callable[..., "Page"],
):
    alice = accounts.create_guest("Alice")
    page = new_page()
    opened(page, alice, begun(alice))

    answer(page, "1")

    page.wait_for_function("document.activeElement.id === 'question'")
    page.locator("#announcer", has_text="Alice plays ").wait_for()
    announced = page.locator("#announcer").inner_text()
    assert announced.startswith("Alice plays ")
    assert "Turn 3: Bot." in announced
    assert "ENE-" not in announced


def test_after_a_choice_is_taken_back_the_focus_is_on_its_question(new_page: Callable[..., "Page"]):
    game, player, _told = placing([accounts.create_guest("Alice"), accounts.create_guest("Bob")])
    page = new_page()
    opened(page, player, game)

    page.wait_for_timeout(GUARD)
    page.get_by_role("button", name="Take back your last choice").click()

    page.get_by_role("heading", name="Your play").wait_for()
    page.wait_for_function("document.activeElement.id === 'question'")


def test_the_other_sides_move_is_announced_with_the_question_it_leads_to(new_page: Callable[..., "Page"]):
    alice, bob = accounts.create_guest("Alice"), accounts.create_guest("Bob")
    game = begun(alice, bob)
    asked, other = (alice, bob) if seen_by(alice, game)["ask"].get("options") else (bob, alice)
    page = new_page()
    opened(page, other, game)
    page.get_by_role("heading", name=f"Waiting for {asked.handle}").wait_for()

    while not seen_by(other, game)["ask"].get("options"):
        game.refresh_from_db()
        games.choose(asked, game, number=game.number, option=0)
    page.get_by_role("heading", name="Your play").wait_for()

    page.locator("#announcer", has_text="Your play. Plays left: 1.").wait_for()
    assert f"Turn 2: {other.handle}." in page.locator("#announcer").inner_text()


def test_a_second_click_never_answers_a_question_that_was_not_seen(new_page: Callable[..., "Page"]):
    alice = accounts.create_guest("Alice")
    game = begun(alice)
    page = new_page()
    opened(page, alice, game)
    click = "document.querySelector('[data-choose] button').click()"
    page.evaluate(f"document.body.addEventListener('htmx:afterSwap', () => {click})")

    answer(page, "1")
    page.wait_for_timeout(GUARD)

    assert game.choices.filter(author=alice).count() == 1


def test_single_keys_can_be_switched_off(new_page: Callable[..., "Page"]):
    alice = accounts.create_guest("Alice")
    game = begun(alice)
    page = new_page()
    opened(page, alice, game)

    page.keyboard.press("?")
    page.get_by_label("Use single keys on this device").uncheck()
    page.get_by_role("button", name="Close").click()
    page.wait_for_timeout(GUARD)
    page.keyboard.press("1")
    page.wait_for_timeout(GUARD)

    assert not game.choices.filter(author=alice).exists()
