"""Clocks count by the server's time, ask for nothing, and are told at 30, 10 and 5 seconds."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import Trial

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


def seconds(page: "Page") -> int:
    minutes, rest = page.locator(".clock-time").inner_text().split(":")
    return int(minutes) * 60 + int(rest)


@pytest.mark.parametrize("ahead", [0, 7200, -7200])
def test_the_device_may_be_wrong_by_hours(draft: Callable[..., "Page"], trial: Trial, ahead: float):
    trial.seconds, trial.device_ahead = 75, ahead

    page = draft()

    assert 73 <= seconds(page) <= 75


def test_the_last_seconds_look_and_read_differently(draft: Callable[..., "Page"], trial: Trial):
    trial.seconds = 11.5
    page = draft()
    clock = page.get_by_role("timer")
    before = clock.locator(".clock-time").evaluate("e => [getComputedStyle(e).color, getComputedStyle(e).fontWeight]")

    page.locator(".clock[data-state=last]").wait_for()
    after = clock.locator(".clock-time").evaluate("e => [getComputedStyle(e).color, getComputedStyle(e).fontWeight]")

    assert clock.locator(".clock-label").inner_text() == "Last seconds"
    assert all(old != new for old, new in zip(before, after, strict=True))
    assert page.locator("#announcer").inner_text() == "10 seconds left"


def test_a_clock_stops_at_zero(draft: Callable[..., "Page"], trial: Trial):
    trial.seconds = 1.2
    page = draft()

    page.locator(".clock[data-state=over]").wait_for()

    assert seconds(page) == 0
    assert page.locator("#announcer").inner_text() == "Time is up"
