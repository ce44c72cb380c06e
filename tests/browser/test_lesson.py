"""The lesson of a game in the browser, played by keyboard alone."""

import re
from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from gameplay.selectors.lessons import lesson_of
from tests.browser.steps import own_time, press, send

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("transactional_db")]


def key_of(page: Page, option: str) -> str:
    """Return the key of the first ``option``."""
    return str(page.locator(f"{option} kbd").first.evaluate("key => key.textContent"))


def test_a_lesson_is_played_by_keyboard_alone(new_page: Callable[..., Page]):
    steps = len(lesson_of("enemy").own_steps)
    page = new_page()
    own_time(page, timezone.now())
    page.goto("/learn/enemy")
    press(page, "Start the first game")

    expect(page.locator("[data-choose] button.guided")).to_have_count(1)
    send(page, key_of(page, "[data-choose] button[name=option]:not(.guided)"))
    expect(page.locator("[data-guide-text]")).to_contain_text("Not now.")

    for step in range(1, steps + 1):
        expect(page.locator(".guide-step")).to_contain_text(f"Step {step} of {steps}")
        expect(page.locator("[data-choose] button.guided").first).to_contain_text("The lesson asks for this.")
        send(page, key_of(page, "[data-choose] button.guided"))

    expect(page.get_by_role("button", name="Play a game with hints")).to_be_visible()
    expect(page.locator("#question")).to_have_text("You win this game")
    expect(page.locator("#announcer")).to_have_text(re.compile("You have seen the whole game"))
