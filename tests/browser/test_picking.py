"""Picking with the keyboard: selecting never commits, and nothing commits by accident."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import Trial

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
GUARD = 700  # milliseconds: the guard, and a frame or two


def selected(page: "Page") -> str | None:
    return page.evaluate("document.querySelector('[name=card]:checked')?.value ?? null")


def focused(page: "Page") -> str:
    return page.evaluate("document.activeElement.value || document.activeElement.tagName")


def settle(page: "Page", trial: Trial, pick: int) -> None:
    page.locator(f"[data-pick='1.{pick}']").wait_for()
    assert trial.pick == pick


def test_a_digit_an_arrow_and_enter_take_a_card(draft: Callable[..., "Page"], trial: Trial):
    page = draft()
    take = page.get_by_role("button", name="Take this card")

    assert take.is_disabled()
    page.keyboard.press("3")
    page.keyboard.press("ArrowRight")
    assert (selected(page), take.is_enabled(), trial.picks) == ("1-4", True, [])
    page.wait_for_timeout(GUARD)
    page.keyboard.press("Enter")
    settle(page, trial, 2)

    assert trial.picks == ["1-4"]
    assert (selected(page), focused(page)) == (None, "2-1")
    assert page.locator("#announcer").inner_text() == "Taken"


@pytest.mark.parametrize(("key", "card"), [("1", "1-1"), ("9", "1-9"), ("0", "1-10"), ("-", "1-11")])
def test_each_card_has_its_key(draft: Callable[..., "Page"], key: str, card: str):
    page = draft()

    page.keyboard.press(key)

    assert selected(page) == card


def test_pressing_twice_sends_once(draft: Callable[..., "Page"], trial: Trial):
    page = draft()
    page.keyboard.press("3")
    page.wait_for_timeout(GUARD)

    sent = page.evaluate(
        """() => {
            let sent = 0;
            document.addEventListener("submit", () => (sent += 1));
            for (const press of [1, 2]) document.querySelector("[data-take]").click();
            return sent;
        }"""
    )
    settle(page, trial, 2)

    assert (sent, trial.picks) == (1, ["1-3"])


def test_a_late_press_does_not_land_in_the_next_pack(draft: Callable[..., "Page"], trial: Trial):
    page = draft()
    page.keyboard.press("3")
    page.wait_for_timeout(GUARD)
    page.keyboard.press("Enter")
    settle(page, trial, 2)

    page.keyboard.press("1")
    page.keyboard.press("Enter")
    page.wait_for_timeout(200)
    assert trial.picks == ["1-3"]
    page.wait_for_timeout(GUARD)
    page.keyboard.press("Enter")
    settle(page, trial, 3)

    assert trial.picks == ["1-3", "2-1"]


def test_a_refused_pick_is_said_and_can_be_made_again(draft: Callable[..., "Page"], trial: Trial, console: list[str]):
    page = draft()
    trial.refuse = True
    page.keyboard.press("3")
    page.wait_for_timeout(GUARD)
    page.keyboard.press("Enter")

    page.get_by_text("Too late").wait_for()
    assert selected(page) == "1-3"
    page.get_by_role("button", name="Take this card").click()
    settle(page, trial, 2)

    assert trial.picks == ["1-3"]
    assert page.locator("#refusals").inner_text() == ""
    assert all("409" in complaint for complaint in console)
    console.clear()


def test_single_keys_can_be_switched_off_and_stay_off(draft: Callable[..., "Page"]):
    page = draft()

    page.keyboard.press("?")
    page.keyboard.press("5")
    assert selected(page) is None
    page.get_by_label("Use single keys on this device").uncheck()
    page.get_by_role("button", name="Close").click()
    page.reload()
    page.keyboard.press("5")
    page.keyboard.press("?")

    assert selected(page) is None
    assert not page.locator("#pick-help").is_visible()


def test_without_scripts_the_form_is_ready(draft: Callable[..., "Page"]):
    page = draft(java_script_enabled=False)

    assert page.get_by_role("button", name="Take this card").is_enabled()
