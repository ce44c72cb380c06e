"""The online table in a browser: answered by keys alone, on a phone, and never stuck behind the game."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from cards.printed import card_set
from gameplay.models import Account, OnlineGame
from gameplay.services import accounts, games

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("transactional_db", "tasks_at_once")]


def begun(alice: Account) -> OnlineGame:
    decks = [[ref for ref, n in deck.cards.items() for _ in range(n)] for deck in card_set("enemy", "SD").decks]
    players = [alice, accounts.create_bot("Bot")]
    game = games.start_game(
        ruleset="enemy", variant="sample", decks=decks, players=players, seed=bytes(32), chance="browser"
    )
    game.refresh_from_db()
    return game


def opened(page: "Page", alice: Account, game: OnlineGame) -> None:
    page.goto(f"/sign-in/{accounts.login_link(alice)}?next=/game/{game.pk}")
    page.locator("#question").wait_for()


def test_a_person_plays_a_game_by_keys_on_a_phone(new_page: Callable[..., "Page"]):
    alice = accounts.create_guest("Alice")
    game = begun(alice)
    page = new_page(viewport={"width": 360, "height": 780})
    opened(page, alice, game)
    assert page.evaluate("document.documentElement.scrollWidth") == 360

    for _ in range(300):
        number = page.locator("[name=number]").get_attribute("value")
        page.keyboard.press("1")
        page.locator(f"#table:not(:has([name=number][value='{number}']))").wait_for()
        if (
            page.get_by_text("wins this game")
            .or_(page.get_by_text("You win"))
            .or_(page.get_by_text("drawn game"))
            .count()
        ):
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

    page.keyboard.press("1")

    page.get_by_role("alert").get_by_text("The game has gone on").wait_for()
    page.locator(f"[name=number]:not([value='{asked}'])").wait_for(state="attached")
    console.clear()  # the browser tells of the 409 and of the blocked stream
