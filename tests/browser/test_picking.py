"""Picking by keyboard: selecting a card does not pick it, and accidental key presses do nothing."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Trial
from tests.browser.steps import GUARD

pytestmark = pytest.mark.browser
FRAMES = 50  # milliseconds until new content is painted


def take_button(page: Page) -> Locator:
    return page.get_by_role("button", name="Take this card")


def selected(page: Page) -> Locator:
    return page.locator("[name=card]:checked")


def wait_for_pick(page: Page, pick: int) -> None:
    """Wait for the pack of ``pick``."""
    expect(page.locator(f"[data-pick='1.{pick}']")).to_be_visible()


def test_a_card_is_picked_by_digit_arrow_and_enter(draft: Callable[..., Page], trial: Trial):
    page = draft()

    expect(take_button(page)).to_be_disabled()
    page.keyboard.press("3")
    page.keyboard.press("ArrowRight")
    expect(selected(page)).to_have_value("1-4")
    expect(take_button(page)).to_be_enabled()
    page.clock.run_for(GUARD)
    assert trial.picks == []
    page.keyboard.press("Enter")
    wait_for_pick(page, 2)

    assert trial.picks == ["1-4"]
    expect(selected(page)).to_have_count(0)
    expect(page.locator("[value='2-1']")).to_be_focused()
    expect(page.locator("#announcer")).to_have_text("Taken")


@pytest.mark.parametrize(("key", "card"), [("1", "1-1"), ("9", "1-9"), ("0", "1-10"), ("-", "1-11")])
def test_each_card_has_its_key(draft: Callable[..., Page], key: str, card: str):
    page = draft()

    page.keyboard.press(key)

    expect(selected(page)).to_have_value(card)


def test_a_double_click_sends_one_pick(draft: Callable[..., Page], trial: Trial):
    page = draft()
    page.keyboard.press("3")
    page.clock.run_for(GUARD)

    sent = take_button(page).evaluate(
        """button => {
            let sent = 0;
            document.addEventListener("submit", () => (sent += 1));
            for (const press of [1, 2]) button.click();
            return sent;
        }"""
    )
    wait_for_pick(page, 2)

    assert (sent, trial.picks) == (1, ["1-3"])


def test_a_late_key_press_does_not_pick_from_the_next_pack(draft: Callable[..., Page], trial: Trial):
    page = draft()
    page.keyboard.press("3")
    page.clock.run_for(GUARD)
    page.keyboard.press("Enter")
    wait_for_pick(page, 2)

    page.keyboard.press("1")
    for time in (FRAMES, 500):
        page.clock.run_for(time)
        page.keyboard.press("Enter")
        expect(take_button(page)).to_be_enabled()  # it is disabled while a pick is sent
    page.clock.run_for(GUARD - 500)
    page.keyboard.press("Enter")
    wait_for_pick(page, 3)

    assert trial.picks == ["1-3", "2-1"]


def test_a_refused_pick_is_shown_and_can_be_repeated(draft: Callable[..., Page], trial: Trial, console: list[str]):
    page = draft()
    trial.refuse = True
    page.keyboard.press("3")
    page.clock.run_for(GUARD)
    page.keyboard.press("Enter")

    expect(page.get_by_text("Too late")).to_be_visible()
    expect(selected(page)).to_have_value("1-3")
    take_button(page).click()
    wait_for_pick(page, 2)

    assert trial.picks == ["1-3"]
    expect(page.locator("#refusals")).to_be_empty()
    assert [complaint for complaint in console if "409" not in complaint] == []
    console.clear()


def test_single_keys_can_be_switched_off_and_stay_off(draft: Callable[..., Page]):
    page = draft()

    page.keyboard.press("?")
    page.keyboard.press("5")
    expect(page.locator("#pick-help")).to_be_visible()
    expect(selected(page)).to_have_count(0)
    page.get_by_role("checkbox", name="on this device").uncheck()
    page.get_by_role("button", name="Close").click()
    page.reload()
    page.keyboard.press("5")
    page.keyboard.press("?")

    page.get_by_label("Note").press_sequentially("read")  # when this is shown, the earlier keys have been handled
    expect(page.get_by_label("Note")).to_have_value("read")
    expect(selected(page)).to_have_count(0)
    expect(page.locator("#pick-help")).to_be_hidden()


def test_without_javascript_the_form_is_enabled(draft: Callable[..., Page]):
    page = draft(java_script_enabled=False)

    expect(take_button(page)).to_be_enabled()
