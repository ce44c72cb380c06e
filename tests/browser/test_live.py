"""Live parts: a newer number brings them anew, and what the reader had begun stays."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import Trial

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


def wait_for_number(page: "Page", number: int) -> None:
    page.locator(f"#pack[data-number='{number}']").wait_for(timeout=25_000)


def test_a_newer_number_fetches_the_part_and_keeps_what_was_begun(draft: Callable[..., "Page"], trial: Trial):
    page = draft()
    page.get_by_label("Note").fill("half a wo")
    page.locator("[value='1-4']").check(force=True)
    page.locator("[value='1-4']").focus()

    trial.number = 2
    wait_for_number(page, 2)

    assert page.locator("[value='1-4']").is_checked()
    assert page.get_by_label("Note").input_value() == "half a wo"
    page.wait_for_function("document.activeElement.value === '1-4'")
    assert page.get_by_role("button", name="Take this card").is_enabled()


def test_the_focus_is_not_lost_when_its_place_is_gone(draft: Callable[..., "Page"], trial: Trial):
    page = draft()
    page.locator("[value='1-4']").focus()

    trial.number, trial.pick = 2, 2
    wait_for_number(page, 2)

    page.wait_for_function("document.activeElement !== document.body")


def test_an_old_number_fetches_nothing(draft: Callable[..., "Page"], trial: Trial):
    trial.number = 5
    page = draft()
    page.locator("#live").get_by_text("Live").or_(page.locator("#live").get_by_text("Reconnecting")).wait_for()

    page.wait_for_timeout(300)

    assert trial.asked == ["draft"]


def test_blocked_streams_are_polled_for(draft: Callable[..., "Page"], trial: Trial, console: list[str]):
    trial.streaming = False
    page = draft()
    page.locator("#live").get_by_text("Reconnecting").wait_for()

    trial.number = 2
    wait_for_number(page, 2)
    page.close()  # it goes on trying to reach the stream

    assert all("503" in complaint for complaint in console)
    console.clear()


def test_being_offline_is_said(draft: Callable[..., "Page"], console: list[str]):
    page = draft()
    page.locator("#live").wait_for()

    page.context.set_offline(True)

    page.locator("#live").get_by_text("Offline, showing saved copy").wait_for()
    page.close()
    console.clear()


def test_the_theme_is_kept_for_the_next_page(draft: Callable[..., "Page"]):
    page = draft()

    page.get_by_role("button", name="Dark").click()

    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert [(c["name"], c["value"]) for c in page.context.cookies() if c["name"] == "theme"] == [("theme", "dark")]
