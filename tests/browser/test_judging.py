"""Corrections by a judge and replays, by keyboard, on a phone, without JavaScript."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from gameplay import ports
from gameplay.models import OnlineGame
from gameplay.services import accounts, games
from tests.browser.steps import PHONE, arrives, fits, sign_in_by_link
from tests.gameplay.test_corrections import HanaJudges, play_on
from tests.gameplay.test_games import begun

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("transactional_db")]


@pytest.fixture
def hana_judges() -> Iterator[None]:
    with ports.game_host.overridden(HanaJudges()):
        yield


@pytest.mark.usefixtures("hana_judges")
def test_a_judge_rewinds_a_game_by_keyboard_and_the_player_sees_it(new_page: Callable[..., Page]):
    alice, bob, hana = accounts.create_guest("Alice"), accounts.create_guest("Bob"), accounts.create_staff("Hana")
    game = play_on(begun(alice, bob), alice, bob, steps=4)
    player = new_page(viewport=PHONE)
    sign_in_by_link(player, alice, to=f"/game/{game.pk}")
    expect(player.locator("#table")).to_be_visible()
    judge = new_page(viewport=PHONE, java_script_enabled=False)
    sign_in_by_link(judge, hana, to=f"/game/{game.pk}/judge")
    fits(judge)

    judge.get_by_label("Rewind to before").focus()
    judge.keyboard.press("End")
    judge.get_by_label("Reason").focus()
    judge.keyboard.type("the wrong card")
    judge.keyboard.press("Enter")

    entry = "The judge Hana corrects the game: the wrong card"
    expect(judge.get_by_text(entry)).to_be_visible()
    expect(player.get_by_text(entry).first).to_be_visible()


@pytest.mark.usefixtures("hana_judges")
def test_a_judge_opens_a_moment_writes_a_note_and_goes_on_to_rewind(new_page: Callable[..., Page]):
    alice, bob, hana = accounts.create_guest("Alice"), accounts.create_guest("Bob"), accounts.create_staff("Hana")
    game = play_on(begun(alice, bob), alice, bob, steps=6)
    judge = new_page(viewport=PHONE)
    sign_in_by_link(judge, hana, to=f"/game/{game.pk}/judge")
    judge.get_by_role("link", name="Open the time line of this game").click()
    arrives(judge, judge.get_by_role("slider", name="Time line"))

    back = judge.get_by_role("link", name="Rewind to this moment")
    expect(back).to_be_hidden()  # nothing follows the last step
    entries = str(judge.locator("[data-replay]").evaluate("part => part.dataset.entries")).split()
    for _ in range(3):
        judge.keyboard.press("ArrowLeft")
    expect(judge.locator("#table")).to_have_attribute("data-entry", entries[-4])
    judge.get_by_label("Note on this moment").fill("Alice asked about this fight")
    judge.get_by_role("button", name="Add the note").click()
    expect(judge.get_by_text("Note by the judge Hana: Alice asked about this fight")).to_be_visible()
    back.click()

    expect(judge.get_by_label("Rewind to before")).to_have_value(entries[-4])


def test_a_replay_works_without_javascript(new_page: Callable[..., Page]):
    alice, bob = accounts.create_guest("Alice"), accounts.create_guest("Bob")
    games.concede(bob, play_on(begun(alice, bob), alice, bob, steps=4))
    page = new_page(viewport=PHONE, java_script_enabled=False)

    page.goto(f"/replay/{OnlineGame.objects.get().replay}")
    page.get_by_role("link", name="Next", exact=True).click()
    expect(page.get_by_text("Step 2 of")).to_be_visible()
    page.get_by_role("link", name="Last").click()

    expect(page.get_by_role("heading", name="Alice wins this game")).to_be_visible()


def test_arrow_keys_step_through_a_replay(new_page: Callable[..., Page]):
    alice, bob = accounts.create_guest("Alice"), accounts.create_guest("Bob")
    games.concede(bob, play_on(begun(alice, bob), alice, bob, steps=4))
    page = new_page(viewport=PHONE)
    page.goto(f"/replay/{OnlineGame.objects.get().replay}")

    last = page.get_by_text("Step 1 of").evaluate("element => Number(element.textContent.trim().split(' ').at(-1))")
    assert last > 2

    for key, step in (("ArrowRight", 2), ("End", last), ("ArrowLeft", last - 1), ("Home", 1)):
        page.keyboard.press(key)
        arrives(page, page.get_by_text(f"Step {step} of"))
        assert re.search(r"\?e=(\d+)$", page.url)  # the URL to share
        page.reload()
        expect(page.get_by_text(f"Step {step} of")).to_be_visible()
