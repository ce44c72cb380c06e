"""Games of HAGMI! and #rm2k_anime on the table of cards by keyboard alone, with the number of keys for each choice."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from gameplay.models import OnlineGame
from gameplay.selectors import games as selectors
from tests.browser.board import is_asked, play, reach
from tests.browser.steps import GUARD, send
from tests.browser.test_board import CHOICES, DESK, practice_game
from tests.browser.test_table import opened

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("transactional_db")]
MAX_CHOICES = 2 * CHOICES
"""The choices of each game in the suite; with BOARD_CHOICES=1000, whole games are played, of 80 to 150 choices."""
COUNT_KEYS = "addEventListener('keydown', () => (window.keys = (window.keys ?? 0) + 1), true)"
KEYS = "1234567890-"
MAX_KEYS = 2
"""The most keys for a choice on average: a digit for each of the first eleven options, and Tab to the others."""


def keys_of(page: Page) -> int:
    return int(page.locator(":root").evaluate("() => window.keys ?? 0"))


def choose_by_key(page: Page, game: OnlineGame) -> None:
    """Choose what the regular bot would, with the key of its option or, beyond the eleventh, with Tab and Enter."""
    state = selectors.current_state(game)
    assert state.ask is not None
    option = state.ask.options.index(state.ruleset.greedy_bot(state))
    number = page.locator(f"[name=number][value='{game.number}']")
    expect(number.first).to_be_attached()
    if option < len(KEYS):
        send(page, KEYS[option])
    else:
        page.clock.run_for(GUARD)
        if page.locator(":root").evaluate("() => document.querySelector('.answers.short') !== null"):
            reach(page, page.locator("button.more"))
            page.keyboard.press("Enter")
        reach(page, page.locator(f"[data-choose] button[name=option][value='{option}']"))
        page.keyboard.press("Enter")
    expect(number).to_have_count(0)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "variant"), [("hagmi", "simple"), ("rm2k", "standard")])
def test_a_game_is_played_with_digits(new_page: Callable[..., Page], name: str, variant: str):
    game, alice = practice_game(name, variant)
    page = new_page(viewport=DESK)
    page.add_init_script(COUNT_KEYS)
    opened(page, alice, game, look="table")
    made = 0

    while made < MAX_CHOICES and not game.ended_at:
        choose_by_key(page, game)
        expect(page.locator("#question")).to_be_focused()
        game.refresh_from_db()
        made += 1

    print(name, "over" if game.ended_at else f"question {game.number}", made, keys_of(page))
    assert keys_of(page) <= made * MAX_KEYS


@pytest.mark.parametrize(("name", "variant"), [("hagmi", "simple"), ("rm2k", "standard")])
def test_cards_are_reached_with_tab_and_arrow_keys(new_page: Callable[..., Page], name: str, variant: str):
    game, alice = practice_game(name, variant)
    page = new_page(viewport=DESK)
    page.add_init_script(COUNT_KEYS)
    opened(page, alice, game, look="table")
    made = 0

    while made < 5 and is_asked(page):
        play(page, "keyboard")
        expect(page.locator("#question")).to_be_focused()
        made += 1

    print(name, "with Tab", made, keys_of(page))
