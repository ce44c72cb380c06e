"""A judge's table and a replay in a browser: by keys alone, on a phone, without a script."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from gameplay.models import OnlineGame
from gameplay.services import accounts, games
from tests.gameplay.test_corrections import JUDGE, play_on
from tests.gameplay.test_games import begun

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("transactional_db", "tasks_at_once")]
PHONE = {"width": 360, "height": 780}


def test_a_judge_takes_a_game_back_by_keys_and_the_player_sees_it(new_page: Callable[..., "Page"], settings: Any):
    settings.MAY_JUDGE_GAME = [JUDGE]
    alice, bob, hana = accounts.create_guest("Alice"), accounts.create_guest("Bob"), accounts.create_staff("Hana")
    game = play_on(begun(alice, bob), alice, bob, steps=4)
    player = new_page(viewport=PHONE)
    player.goto(f"/sign-in/{accounts.login_link(alice)}?next=/game/{game.pk}")
    player.locator("#table").wait_for()
    judge = new_page(viewport=PHONE, java_script_enabled=False)
    judge.goto(f"/sign-in/{accounts.login_link(hana)}?next=/game/{game.pk}/judge")
    assert judge.locator("body").bounding_box()["width"] == PHONE["width"]  # type: ignore[index]

    judge.get_by_label("Go back to before").focus()
    judge.keyboard.press("End")
    judge.get_by_label("Reason").focus()
    judge.keyboard.type("the wrong card")
    judge.keyboard.press("Enter")

    told = "The judge Hana corrects the game: the wrong card"
    judge.get_by_text(told).wait_for()
    player.get_by_text(told).first.wait_for()


def test_a_replay_is_read_without_a_script(new_page: Callable[..., "Page"]):
    alice, bob = accounts.create_guest("Alice"), accounts.create_guest("Bob")
    games.concede(bob, play_on(begun(alice, bob), alice, bob, steps=4))
    page = new_page(viewport=PHONE, java_script_enabled=False)

    page.goto(f"/replay/{OnlineGame.objects.get().replay}")
    page.get_by_role("link", name="Next").click()
    page.get_by_text("Step 2 of").wait_for()
    page.get_by_role("link", name="Last").click()

    page.get_by_role("heading", name="Alice wins this game").wait_for()


def test_the_arrows_step_through_a_replay(new_page: Callable[..., "Page"]):
    alice, bob = accounts.create_guest("Alice"), accounts.create_guest("Bob")
    games.concede(bob, play_on(begun(alice, bob), alice, bob, steps=4))
    page = new_page(viewport=PHONE)
    page.goto(f"/replay/{OnlineGame.objects.get().replay}")

    last = int(page.get_by_text("Step 1 of").inner_text().split()[-1])
    assert last > 2

    for key, step in (("ArrowRight", 2), ("End", last), ("ArrowLeft", last - 1), ("Home", 1)):
        page.keyboard.press(key)
        page.get_by_text(f"Step {step} of").wait_for()
