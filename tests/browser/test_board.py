"""The table as cards: played by mouse, by touch and by keyboard, read, and shown in motion."""

import os
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from gameplay.engine.core.game import Game
from gameplay.models import OnlineGame
from gameplay.services import accounts, practice
from tests.browser import board
from tests.browser.board import Hands, Played, is_asked, play
from tests.browser.steps import GUARD, PHONE, fits, sign_in, sign_in_by_link
from tests.browser.tables import asked, play_on, sat_down
from tests.browser.test_table import opened

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("transactional_db")]
CHOICES = int(os.environ.get("BOARD_CHOICES", "4"))
"""The choices of each game in the suite; with BOARD_CHOICES=1000, whole games are played."""
DESK = {"width": 1280, "height": 720}
GAMES = [("enemy", "full"), ("hagmi", "tactics"), ("rm2k", "standard")]
ALL_VISIBLE = """table => [...table.querySelectorAll(".ask, .bhand, .bside")].every((each) => {
  const { top, bottom } = each.getBoundingClientRect();
  return top >= -1 && bottom <= innerHeight + 1;
})"""

TOO_WIDE_NAMES = """side => [...side.querySelectorAll(".bpile-name")]
  .filter((name) => name.getBoundingClientRect().width > name.parentElement.clientWidth)
  .map((name) => name.textContent)"""


def practice_game(game: str, variant: str, seats: int = 2) -> tuple[OnlineGame, accounts.Account]:
    alice = accounts.create_guest("Alice")
    others = [practice.OtherPlayer("regular")] * (seats - 1)
    started = practice.start_practice_game(alice, practice.get_mode(game, variant, seats), others).game
    started.refresh_from_db()
    return started, alice


@pytest.mark.parametrize("hands", ["mouse", "touch", "keyboard"])
@pytest.mark.parametrize(("name", "variant"), GAMES)
def test_a_game_is_played(new_page: Callable[..., Page], name: str, variant: str, hands: Hands):
    game, alice = practice_game(name, variant)
    size = PHONE if hands == "touch" else DESK
    page = new_page(viewport=size, has_touch=hands == "touch")
    opened(page, alice, game, look="table")
    made: list[Played] = []
    choices = CHOICES if hands != "keyboard" else (CHOICES + 1) // 2

    while len(made) < choices and is_asked(page):
        made.append(play(page, hands))
        fits(page)
        expect(page.locator("#table")).to_have_js_property("isConnected", True)
        assert page.locator("#table").evaluate(ALL_VISIBLE)

    assert any(each.on_card for each in made)
    assert sum(each.presses for each in made) <= len(made) * 2
    print(name, hands, len(made), sum(each.presses for each in made), sum(each.on_card for each in made))


def can_sync(state: Game) -> bool:
    """Return whether a card can be put on a User."""
    return any(option[0] == "sync" for option in state.ask.options) if state.ask else False


def test_a_card_is_dragged_onto_its_target(new_page: Callable[..., Page]):
    game, people = sat_down("rm2k", "standard", 2)
    alice = play_on(game, people, lambda state: asked("main_phase", turn=3)(state) and can_sync(state))
    page = new_page(viewport=DESK)
    opened(page, alice, game, look="table")
    page.clock.run_for(GUARD)
    card, user = page.locator("[data-choose] [data-cards^=hand]").first.evaluate(
        "button => button.dataset.cards.split(' ')"
    )

    page.locator(f"[id='{card}']").drag_to(page.locator(f"[id='{user}']"))

    page.get_by_role("menuitem", name="Pay in one go").click()
    expect(page.get_by_role("heading", name="Your payment")).to_be_visible()
    page.clock.run_for(GUARD)
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator(f".bside.own li:has(> [id='{user}']) .under .covered")).to_be_visible()


def test_a_card_without_options_says_why_with_its_clause(new_page: Callable[..., Page]):
    game, people = sat_down("enemy", "full", 2)
    alice = play_on(game, people, asked("defend"))
    page = new_page(viewport=DESK)
    opened(page, alice, game, look="table")

    page.locator(".bhand .bcard").first.click()

    reading = page.get_by_role("dialog")
    expect(reading.locator(".refusal")).to_contain_text(re.compile("only on your own turn|only in the Play Step"))
    expect(reading.locator(".refusal .clause")).to_contain_text("ENE-")
    expect(reading.locator(".tile-text")).to_be_visible()
    page.keyboard.press("Escape")
    expect(reading).to_have_count(0)


def test_a_card_is_read_under_the_pointer_by_a_key_and_by_a_long_press(new_page: Callable[..., Page]):
    game, people = sat_down("enemy", "full", 2)
    alice = play_on(game, people, asked("play"))
    page = new_page(viewport=DESK, has_touch=True)
    opened(page, alice, game, look="table")
    card = page.locator(".bhand .bcard").first

    card.hover()
    page.clock.run_for(GUARD)
    expect(page.locator("#reader .tile-text")).to_be_visible()
    card.focus()
    page.keyboard.press("i")
    expect(page.locator("#reading .tile-text")).to_be_visible()
    size = page.locator("#reading .tile-text").evaluate("text => parseFloat(getComputedStyle(text).fontSize)")
    assert size >= 14
    page.keyboard.press("Escape")
    expect(page.locator("#reading")).to_be_hidden()

    card.dispatch_event("pointerdown", {"pointerType": "touch", "isPrimary": True, "bubbles": True})
    page.clock.run_for(GUARD)
    expect(page.locator("#reading .tile-text")).to_be_visible()


def test_the_look_is_remembered(new_page: Callable[..., Page]):
    game, alice = practice_game("enemy", "sample")
    page = new_page(viewport=DESK)
    sign_in_by_link(page, alice, to=f"/game/{game.pk}")
    expect(page.locator(".felt")).to_be_visible()

    page.get_by_role("button", name="Words").click()
    expect(page.locator(".table-board")).to_be_visible()
    page.reload()
    expect(page.locator(".table-board")).to_be_visible()
    page.get_by_role("button", name="Table", exact=True).click()
    expect(page.locator(".felt")).to_be_visible()


def test_options_are_forms_without_scripts(new_page: Callable[..., Page]):
    game, alice = practice_game("enemy", "sample")
    page = new_page(viewport=DESK, java_script_enabled=False)
    sign_in_by_link(page, alice, to=f"/game/{game.pk}")

    page.locator(".answers button").first.click()

    expect(page.locator("[data-log]")).to_contain_text(re.compile("Alice (plays|attacks|hides)"))
    game.refresh_from_db()
    assert game.number > 0


RECORD = """addEventListener("DOMContentLoaded", () => {
  window.moved = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    moved.push([this.className, timing.duration, timing.delay ?? 0]);
    return animate.call(this, frames, timing);
  };
});"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_events_move_cards_in_order_unless_motion_is_reduced(new_page: Callable[..., Page], motion: str):
    game, alice = practice_game("enemy", "sample")
    page = new_page(viewport=DESK, reduced_motion=motion)
    page.add_init_script(RECORD)
    opened(page, alice, game, look="table")

    play(page, "mouse")

    moved = page.locator(":root").evaluate("() => moved")
    if motion == "reduce":
        assert moved == []
        return
    captions = [delay for name, _duration, delay in moved if "caption" in name]
    assert captions == sorted(captions)
    assert any("bcard" in name for name, *_ in moved)
    assert all(duration <= 400 for _name, duration, _delay in moved)
    page.keyboard.press("Escape")
    running = "() => document.getAnimations().filter((each) => each.effect.target.matches('.caption, .ghost')).length"
    assert page.locator(":root").evaluate(running) == 0


def test_lines_of_the_log_mark_their_cards_and_show_their_clause(new_page: Callable[..., Page]):
    game, people = sat_down("enemy", "full", 2)
    alice = play_on(game, people, asked("order", "window", turn=6))
    page = new_page(viewport=DESK)
    opened(page, alice, game, look="table")

    page.locator("[data-log] [data-refs][data-clause]").last.hover()

    expect(page.locator("[data-log] .clause")).to_have_count(1)
    page.get_by_role("link", name="The whole game").click()
    expect(page.get_by_role("dialog").locator("[data-e='0']")).to_be_visible()


def test_piles_open(new_page: Callable[..., Page]):
    game, people = sat_down("enemy", "full", 2)
    alice = play_on(game, people, asked("play", turn=12))
    page = new_page(viewport=DESK)
    opened(page, alice, game, look="table")

    page.locator("[data-open-pile]").first.click()

    expect(page.get_by_role("dialog").locator(".bcard").first).to_be_visible()
    assert board.is_asked(page)


def test_names_of_piles_stay_below_their_piles(new_page: Callable[..., Page], live_server_url: str):
    game, [alice, _bob] = sat_down("hagmi", "tactics", 2)
    page = new_page(viewport=DESK, locale="ja")
    sign_in(page, alice, live_server_url)
    page.goto(f"/game/{game.pk}")

    expect(page.locator(".own .bpile-name")).to_have_count(4)
    assert page.locator(".bside.own").evaluate(TOO_WIDE_NAMES) == []


def test_the_size_of_a_hand_stays_beside_its_cards_on_a_phone(new_page: Callable[..., Page]):
    game, [alice, _bob] = sat_down("enemy", "full", 2)
    page = new_page(viewport=PHONE)
    opened(page, alice, game, look="table")

    ends = (
        "held => [held.querySelector('i:last-child').getBoundingClientRect().right, "
        "held.querySelector('.n').getBoundingClientRect().left]"
    )
    card, number = page.locator(".others .held").evaluate(ends)
    assert card <= number


@pytest.mark.parametrize(("size", "name", "variant", "seats"), [(DESK, "rm2k", "open", 4), (PHONE, "enemy", "full", 2)])
def test_the_numbers_of_piles_stay_beside_the_edges_of_their_cards(
    new_page: Callable[..., Page], size: dict[str, int], name: str, variant: str, seats: int
):
    game, [alice, *_others] = sat_down(name, variant, seats)
    page = new_page(viewport=size)
    opened(page, alice, game, look="table")

    gaps = """pile => {
      const card = pile.querySelector(".bcard"), edge = parseFloat(getComputedStyle(card).getPropertyValue("--deck"));
      return pile.querySelector(".n").getBoundingClientRect().left - card.getBoundingClientRect().right - 1.2 * edge;
    }"""
    deck = page.locator(".others .bpile.thick-5, .others .bpile.thick-6").first
    assert deck.evaluate(gaps) >= 0


def test_a_team_game_on_a_phone_shows_the_turn_and_the_way_to_the_log(new_page: Callable[..., Page]):
    game, people = sat_down("hagmi", "team", 4)
    asked_player = play_on(game, people, asked("main", turn=5))
    page = new_page(viewport=PHONE)
    opened(page, asked_player, game, look="table")

    expect(page.locator(".arena-head .n")).to_be_in_viewport(ratio=0.9)
    expect(page.locator(".arena-head .page-link")).to_be_in_viewport(ratio=0.9)
    assert page.locator(".arena-head").evaluate("head => head.scrollWidth <= head.clientWidth")
