"""Cards on the table that a player puts in order: by mouse, by touch, by keyboard, and without scripts."""

from collections.abc import Callable

import pytest
from playwright.sync_api import CDPSession, Locator, Page, ViewportSize, expect

from gameplay.models import Account, OnlineGame
from tests.browser.accessibility import Look, violations
from tests.browser.board import question_number, reach
from tests.browser.steps import GUARD, choose_look, fits, sign_in_by_link
from tests.browser.tables import play_on, sat_down
from tests.browser.test_board import ALL_VISIBLE
from tests.browser.test_table import opened, posted
from tests.gameplay.services.test_orders import (
    asked_seat,
    has_to_order,
    play_to_copies,
    refs_to_order,
    view_of,
    zone_of,
)

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("transactional_db")]
SMALL: ViewportSize = {"width": 360, "height": 640}
DESK: ViewportSize = {"width": 1280, "height": 720}
CENTRE = """element => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""
FOCUSED_CARD = "() => document.activeElement.closest('[data-order] > li')?.querySelector('[name=card]').value"
PRESS_TOO_EARLY = """body => body.addEventListener("htmx:afterSwap", ({ detail }) =>
  detail.target.id === "table" && document.querySelector("[data-choose] [value=order]")?.click())"""


@pytest.fixture
def three() -> tuple[OnlineGame, Account, list[str]]:
    """A game, the player who has to put three cards in order there, and their handles as they lie."""
    game, people = sat_down("hagmi", "tactics", 2)
    player = play_on(game, people, has_to_order(1, 1, 1))
    return game, player, list(refs_to_order(game, player))


Three = tuple[OnlineGame, Account, list[str]]


def row(page: Page, handle: str) -> Locator:
    return page.locator(f"[data-order] > li:has([value='{handle}'])")


def has_order(page: Page, *handles: str) -> None:
    """Wait until the list has the cards in this order."""
    for place, handle in enumerate(handles, 1):
        expect(page.locator(f"[data-order] > li:nth-child({place}) [name=card]")).to_have_value(handle)


def discard(page: Page) -> None:
    """Press the button below the list, and wait for the next question."""
    number = question_number(page)
    page.clock.run_for(GUARD)
    page.get_by_role("button", name="Discard in this order").click()
    expect(page.locator(f"[name=number][value='{number}']")).to_have_count(0)


def drag_by_touch(page: Page, start: Locator, *over: Locator, end: str = "touchEnd") -> None:
    """Put a finger on ``start`` and move it to each of ``over``; then lift it, or let the browser cancel the touch."""
    finger: CDPSession = page.context.new_cdp_session(page)

    def touch(kind: str, points: list[dict[str, float]]) -> None:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    x, y = start.evaluate(CENTRE)
    goals = [goal.evaluate(CENTRE)[1] for goal in over]
    touch("touchStart", [{"x": x, "y": y}])
    for goal in goals:
        for part in range(1, 9):
            touch("touchMove", [{"x": x, "y": y + (goal - y) * part / 8}])
        y = goal
    touch(end, [])


def pile(game: OnlineGame, player: Account, seat: int) -> list[str]:
    """Return the refs on the player's discard pile, from the bottom up."""
    return list(zone_of(view_of(game, player), f"discard{seat}").values())


def test_cards_are_dragged_with_the_mouse_and_sent_together(new_page: Callable[..., Page], three: Three):
    game, player, [first, second, third] = three
    seat, refs, before = asked_seat(game), refs_to_order(game, player), pile(game, player, asked_seat(game))
    page = new_page(viewport=DESK)
    opened(page, player, game, look="table")
    has_order(page, first, second, third)
    fits(page)
    assert page.locator("#table").evaluate(ALL_VISIBLE)
    sent = posted(page)

    row(page, first).drag_to(row(page, third), force=True, target_position={"x": 100, "y": 30})
    has_order(page, second, third, first)
    expect(page.locator("#announcer")).to_have_text("Codebreakers: number 3 of 3")
    row(page, first).drag_to(row(page, third), force=True, target_position={"x": 100, "y": 8})
    has_order(page, second, first, third)
    discard(page)

    assert len(sent) == 1
    assert pile(game, player, seat)[len(before) : len(before) + 3] == [refs[second], refs[first], refs[third]]


def test_a_drag_is_given_up_with_escape(new_page: Callable[..., Page], three: Three):
    game, player, [first, second, third] = three
    page = new_page(viewport=DESK)
    opened(page, player, game, look="table")

    row(page, first).hover()
    page.mouse.down()
    row(page, third).hover(force=True)
    expect(page.locator("[data-order] .moved")).to_have_count(1)
    page.keyboard.press("Escape")
    page.mouse.up()

    expect(page.locator("[data-order] .moved")).to_have_count(0)
    has_order(page, first, second, third)


def test_cards_are_dragged_by_touch_at_their_grips(new_page: Callable[..., Page], three: Three):
    game, player, [first, second, third] = three
    page = new_page(viewport=SMALL, has_touch=True, is_mobile=True)
    opened(page, player, game, look="table")
    fits(page)
    assert page.locator("#table").evaluate(ALL_VISIBLE)

    drag_by_touch(page, row(page, third).locator("[data-grip]"), row(page, second), row(page, first))
    has_order(page, third, first, second)
    drag_by_touch(page, row(page, third).locator("[data-grip]"), row(page, second), end="touchCancel")
    name = row(page, third).locator("[data-name]")
    drag_by_touch(page, name, row(page, second))  # scrolls
    name.dispatch_event("pointerdown", {"pointerType": "touch", "isPrimary": True, "bubbles": True})
    expect(page.locator("[data-order] .moved")).to_have_count(0)

    has_order(page, third, first, second)
    discard(page)
    game.refresh_from_db()
    assert [code for _, code in stored(game)[-2:]] == ["next", "next"]


def stored(game: OnlineGame) -> list[tuple[int, str]]:
    """Return the number and the code of each stored choice."""
    return [(choice.number, choice.option[0]) for choice in game.choices.order_by("number")]


@pytest.mark.parametrize("size", [SMALL, DESK])
def test_cards_are_moved_by_keyboard_and_keep_the_focus(
    new_page: Callable[..., Page], three: Three, size: ViewportSize
):
    game, player, [first, second, third] = three
    page = new_page(viewport=size)
    opened(page, player, game, look="table")

    reach(page, page.get_by_role("button", name="Move Codebreakers later"))
    page.keyboard.press("Enter")
    has_order(page, second, first, third)
    page.keyboard.press("Space")
    has_order(page, second, third, first)
    expect(page.locator("#announcer")).to_have_text("Codebreakers: number 3 of 3")
    assert page.locator(":root").evaluate(FOCUSED_CARD) == first
    page.keyboard.press("Enter")  # there is no later place
    expect(page.locator(":focus")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("ArrowUp")
    has_order(page, second, first, third)
    expect(page.locator("#announcer")).to_have_text("Codebreakers: number 2 of 3")
    assert page.locator(":root").evaluate(FOCUSED_CARD) == first

    number = question_number(page)
    page.clock.run_for(GUARD)
    reach(page, page.get_by_role("button", name="Discard in this order"))
    page.keyboard.press("Enter")
    expect(page.locator(f"[name=number][value='{number}']")).to_have_count(0)
    expect(page.locator("#question")).to_be_focused()


def test_each_of_two_equal_cards_has_a_row(new_page: Callable[..., Page]):
    game, player, _opponent = play_to_copies(1, 2)
    handles = list(refs_to_order(game, player))
    page = new_page(viewport=DESK)
    opened(page, player, game, look="table")

    has_order(page, *handles)
    row(page, handles[0]).get_by_role("button", name="later").click()

    has_order(page, handles[1], handles[0], handles[2])
    discard(page)


def test_the_order_as_the_cards_lie_is_one_click(new_page: Callable[..., Page], three: Three):
    game, player, [first, second, third] = three
    page = new_page(viewport=DESK)
    opened(page, player, game, look="table")
    row(page, first).get_by_role("button", name="later").click()
    has_order(page, second, first, third)
    number = question_number(page)

    page.clock.run_for(GUARD)
    page.get_by_role("button", name="As they lie on the table").click()

    expect(page.locator(f"[name=number][value='{number}']")).to_have_count(0)
    assert stored(game)[-1] == (game.number + 1, "as_they_lie")


def test_a_card_on_the_table_goes_next_and_is_taken_back(new_page: Callable[..., Page], three: Three):
    game, player, [_first, second, _third] = three
    page = new_page(viewport=DESK)
    opened(page, player, game, look="table")
    page.locator("body").evaluate(PRESS_TOO_EARLY)
    page.clock.run_for(GUARD)

    page.locator(f"button.bcard.can[id='{second}']").click()
    expect(page.locator("[data-order] > li")).to_have_count(2)
    page.clock.run_for(GUARD)
    page.get_by_role("button", name="Take back your last choice").click()
    expect(page.locator("[data-order] > li")).to_have_count(3)
    discard(page)
    assert [code for _, code in stored(game)[-4:]] == ["next", "take_back", "next", "next"]


def test_the_order_stays_when_the_same_question_is_shown_again(new_page: Callable[..., Page], three: Three):
    game, player, [first, second, third] = three
    page = new_page(viewport=DESK)
    opened(page, player, game, look="table")
    row(page, third).get_by_role("button", name="earlier").click()
    page.locator("#table").evaluate("table => (table.dataset.old = '')")

    page.locator("#table").dispatch_event("live")  # as without a stream, every few seconds

    expect(page.locator("#table[data-old]")).to_have_count(0)
    has_order(page, first, third, second)


def test_cards_are_chosen_one_by_one_without_scripts(new_page: Callable[..., Page], three: Three):
    game, player, [_first, second, _third] = three
    page = new_page(viewport=SMALL, java_script_enabled=False)
    choose_look(page, "table")
    sign_in_by_link(page, player, to=f"/game/{game.pk}")
    expect(page.get_by_role("button", name="Discard in this order")).to_have_count(0)

    page.locator(f".answers button[data-cards='{second}']").click()

    expect(page.get_by_role("heading", name="2 cards are discarded.")).to_be_visible()


def test_the_list_is_accessible_on_all_screens(new_page: Callable[..., Page], three: Three):
    game, player, _handles = three
    page = new_page(viewport=DESK)
    opened(page, player, game, look="table")

    looks = [Look(size, scheme) for size in (SMALL, DESK) for scheme in ("light", "dark")]
    assert violations(page, looks) == []
