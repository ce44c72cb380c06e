"""Clocks follow the server's time, send no requests, and are announced at 30, 10 and 5 seconds."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Trial

pytestmark = pytest.mark.browser
LOOK = "time => [getComputedStyle(time).color, getComputedStyle(time).fontWeight]"


@pytest.mark.parametrize("ahead", [0, 7200, -7200])
def test_the_clock_of_the_device_may_be_wrong_by_hours(draft: Callable[..., Page], trial: Trial, ahead: float):
    trial.seconds, trial.device_ahead = 75, ahead

    page = draft()

    expect(page.locator(".clock-time")).to_have_text("1:15")
    page.clock.run_for(20_000)
    expect(page.locator(".clock-time")).to_have_text("0:55")


def test_the_last_seconds_look_and_read_differently(draft: Callable[..., Page], trial: Trial):
    trial.seconds = 11
    page = draft()
    time = page.get_by_role("timer").locator(".clock-time")
    before = time.evaluate(LOOK)

    page.clock.run_for(1500)

    expect(page.locator(".clock")).to_have_attribute("data-state", "last")
    expect(page.get_by_role("timer").locator(".clock-label")).to_have_text("Last seconds")
    expect(page.locator("#announcer")).to_have_text("10 seconds left")
    assert all(old != new for old, new in zip(before, time.evaluate(LOOK), strict=True))


def test_a_clock_stops_at_zero(draft: Callable[..., Page], trial: Trial):
    trial.seconds = 3
    page = draft()

    page.clock.run_for(5000)

    expect(page.locator(".clock")).to_have_attribute("data-state", "over")
    expect(page.locator(".clock-time")).to_have_text("0:00")
    expect(page.locator("#announcer")).to_have_text("Time is up")
