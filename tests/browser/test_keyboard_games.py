"""Games of HAGMI! and #rm2k_anime on the table of cards by keyboard alone, with the number of keys for each choice."""

import os
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.board import is_asked, play
from tests.browser.test_board import DESK, practice_game
from tests.browser.test_table import opened

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("transactional_db")]
CHOICES = int(os.environ.get("KEYBOARD_CHOICES", "12"))
"""The choices of each game in the suite; with KEYBOARD_CHOICES=1000, whole games are played."""
COUNT_KEYS = "addEventListener('keydown', () => (window.keys = (window.keys ?? 0) + 1), true)"
MAX_KEYS = 20
"""The most keys for a choice on average, with Tab, arrow keys and Enter; a digit needs one."""


@pytest.mark.parametrize(("name", "variant"), [("hagmi", "simple"), ("rm2k", "standard")])
def test_a_game_is_played_by_keyboard_alone(new_page: Callable[..., Page], name: str, variant: str):
    game, alice = practice_game(name, variant)
    page = new_page(viewport=DESK, reduced_motion="reduce")
    page.add_init_script(COUNT_KEYS)
    opened(page, alice, game, look="table")
    made = 0

    while made < CHOICES and is_asked(page):
        play(page, "keyboard")
        expect(page.locator("#question")).to_be_focused()
        made += 1

    keys = int(page.locator(":root").evaluate("() => window.keys"))
    game.refresh_from_db()
    print(name, "over" if game.ended_at else f"question {game.number}", made, keys, round(keys / made, 1))
    assert keys / made <= MAX_KEYS
