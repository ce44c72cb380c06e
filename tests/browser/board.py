"""Steps at the table as cards: choices by mouse, by touch and by keyboard, as a player makes them."""

from typing import Literal, NamedTuple

from playwright.sync_api import Locator, Page, Position, expect

from tests.browser.steps import GUARD

Hands = Literal["mouse", "touch", "keyboard"]

FIND = """root => {
  const isReached = (element) => {
    element.scrollIntoView({ block: "nearest", inline: "nearest" });
    const { left, top, height } = element.getBoundingClientRect();
    const there = document.elementFromPoint(left + 9, top + Math.min(height / 2, 18));
    return element === there || element.contains(there);
  };
  const cards = [...document.querySelectorAll("#table .can")].filter(isReached);
  const options = [...document.querySelectorAll("[data-choose] button[name=option]")];
  const buttons = options.filter((each) => each.checkVisibility());
  const isCard = cards.length && (!buttons.length || root.dataset.turns % 3 !== 2);
  root.dataset.turns = Number(root.dataset.turns ?? 0) + 1;
  const found = isCard ? cards[root.dataset.turns % cards.length] : buttons.at(-1);
  document.querySelector("[data-found]")?.removeAttribute("data-found");
  found?.setAttribute("data-found", "");
  return [Boolean(isCard), cards.length, buttons.length];
}"""
"""Mark what to press next with data-found: mostly a card with options, sometimes the last button."""


class Played(NamedTuple):
    """How a choice was made: on a card or with a button, and with how many clicks or keys that choose."""

    on_card: bool
    presses: int


def question_number(page: Page) -> str:
    """Return the number of the question that the page shows."""
    return str(page.locator("[name=number]").first.evaluate("field => field.value"))


def is_asked(page: Page) -> bool:
    return bool(page.locator(":root").evaluate("() => document.querySelector('[data-choose]') !== null"))


def play(page: Page, hands: Hands) -> Played:
    """Make one choice, and wait until the page shows the next question. The page has a clock that the test advances."""
    asked = question_number(page)
    page.clock.run_for(GUARD)
    on_card, _cards, _buttons = page.locator(":root").evaluate(FIND)
    presses = 1
    press(page, page.locator("[data-found]"), hands)
    if page.locator("#options").evaluate("menu => !menu.hidden"):
        presses += 1
        press(page, page.locator("#options [role=menuitem]").first, hands)
    expect(page.locator(f"[name=number][value='{asked}']")).to_have_count(0)
    return Played(on_card, presses)


def press(page: Page, element: Locator, hands: Hands) -> None:
    """Click or tap ``element``, or move the focus to it by keys and press Enter."""
    corner: Position = {"x": 9.0, "y": 9.0}
    if hands == "mouse":
        element.click(position=corner, force=True)
    elif hands == "touch":
        element.tap(position=corner, force=True)
    else:
        reach(page, element)
        page.keyboard.press("Enter")


def reach(page: Page, element: Locator) -> None:
    """Move the focus to ``element`` with Tab and, within an area of the table, with the arrow keys."""
    for key in ["Tab"] * 100:
        if element.evaluate("element => element === document.activeElement"):
            return
        if element.evaluate(SAME_AREA):
            page.keyboard.press("ArrowDown" if element.evaluate(IS_IN_MENU) else "ArrowRight")
        else:
            page.keyboard.press(key)
    focused = page.locator(":root").evaluate("() => document.activeElement.outerHTML.slice(0, 200)")
    raise AssertionError(f"{element.evaluate('element => element.outerHTML')[:200]} is not reached from {focused}")


SAME_AREA = """element => {
  const area = ".bside, .between, .bhand, .tray, .bmenu";
  const isCard = document.activeElement.matches(".bcard, .who, .bmenu button");
  return isCard && element.closest(area) !== null && element.closest(area) === document.activeElement.closest?.(area);
}"""
IS_IN_MENU = "element => element.closest('.bmenu') !== null"
