"""Two tabs and a wrong clock: one move each, and a page whose clock runs asks for nothing."""

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone

from drafting.models import Pack, Pick
from drafting.services.sweep import sweep
from gameplay.models import LogEntry
from gameplay.services.accounts import create_guest
from tests.browser.test_draft import GUARD, opened, pick, pick_first, seated_together

if TYPE_CHECKING:
    from playwright.sync_api import Page, Request

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.usefixtures("tasks_at_once")]
HOUR = 3_600_000
AHEAD = """(() => {{
  const [ahead, now, Right] = [{}, Date.now, Date];
  Date = class extends Right {{ constructor(...given) {{ super(...(given.length ? given : [now() + ahead])); }} }};
  Date.now = () => now() + ahead;
  Object.defineProperty(performance, "timeOrigin", {{ value: performance.timeOrigin + ahead }});
}})()"""
"""Makes a device wrong by so many milliseconds."""
SPEED = 20
FAST = f"""(() => {{
  const [start, now, after, every] = [Date.now(), Date.now, setTimeout, setInterval];
  Date.now = () => start + (now() - start) * {SPEED};
  window.setTimeout = (act, time = 0, ...given) => after(act, time / {SPEED}, ...given);
  window.setInterval = (act, time = 0, ...given) => every(act, time / {SPEED}, ...given);
}})()"""
"""Lets time pass faster for a page, but not for its server."""


def test_of_two_tabs_at_once_one_takes_a_card_and_both_show_what_is_next(
    new_page: Callable[..., "Page"], live_server_url: str, console: list[str]
):
    alice, bob = create_guest("Alice"), create_guest("Bob")
    pod = seated_together(alice, bob)
    first = opened(new_page, live_server_url, alice, pod)
    second = first.context.new_page()
    second.goto(f"/pod/{pod.pk}/draft")
    for tab, key in ((first, "1"), (second, "2")):
        tab.bring_to_front()
        tab.wait_for_timeout(GUARD)
        tab.keyboard.press(key)

    for tab in (first, second):  # by the form itself, so that the second does not hear of the first before
        tab.evaluate("setTimeout(() => document.querySelector('form[data-pick]').requestSubmit(), 50)")
    for tab in (first, second):
        tab.get_by_role("heading", name="Waiting for Bob").wait_for()

    assert Pick.objects.filter(seat__player=alice).count() == 1
    pick(opened(new_page, live_server_url, bob, pod), "1.1", by_arrow=False)
    for tab in (first, second):
        tab.bring_to_front()
        tab.locator("form[data-pick='1.2']").wait_for()
    assert all("409" in complaint for complaint in console)
    console.clear()


@pytest.mark.parametrize("wrong", [HOUR, -HOUR])
def test_a_device_an_hour_off_counts_and_picks_like_any_other(
    new_page: Callable[..., "Page"], live_server_url: str, wrong: int
):
    alice, bob = create_guest("Alice"), create_guest("Bob")
    pod = seated_together(alice, bob)
    page = opened(new_page, live_server_url, alice, pod, before=AHEAD.format(wrong))

    shown = page.get_by_role("timer").locator(".clock-time").inner_text()
    due = Pack.objects.get(pod=pod, pack_round=1, opener=0).due_at
    assert due is not None
    left = (due - timezone.now()).total_seconds()
    assert abs(int(shown.partition(":")[2]) - left) <= 2
    pick(page, "1.1", by_arrow=False)

    made = Pick.objects.get()
    assert (made.seat.player, made.auto) == (alice, False)
    assert abs(made.at - timezone.now()) < timedelta(minutes=1)


def test_too_late_by_the_server_is_refused_whatever_the_device_says(
    new_page: Callable[..., "Page"], live_server_url: str, console: list[str]
):
    alice, bob = create_guest("Alice"), create_guest("Bob")
    pod = seated_together(alice, bob)
    page = opened(new_page, live_server_url, alice, pod, before=AHEAD.format(-HOUR))
    page.keyboard.press("1")
    page.wait_for_timeout(GUARD)

    sweep(timezone.now() + timedelta(minutes=2))

    page.locator("form[data-pick='1.2']").wait_for()
    assert Pick.objects.filter(seat__player=alice, auto=True).count() == 1
    pick(page, "1.2", by_arrow=False)
    assert Pick.objects.filter(seat__player=alice).count() == 2
    console.clear()


def test_a_page_whose_clock_runs_asks_at_most_twice_a_minute(new_page: Callable[..., "Page"], live_server_url: str):
    alice, bob = create_guest("Alice"), create_guest("Bob")
    pod = seated_together(alice, bob)
    page = opened(new_page, live_server_url, alice, pod, before=FAST)
    asked: list[str] = []

    def note(request: "Request") -> None:
        asked.append(request.url.partition(live_server_url)[2])

    page.on("request", note)
    page.wait_for_timeout(60_000 / SPEED)

    page.locator(".clock[data-state=over]").wait_for()
    assert len(asked) <= 2


def test_a_lost_connection_changes_a_badge_only(
    new_page: Callable[..., "Page"], live_server_url: str, console: list[str]
):
    alice, bob = create_guest("Alice"), create_guest("Bob")
    pod = seated_together(alice, bob)
    page = opened(new_page, live_server_url, alice, pod)
    before = LogEntry.objects.filter(stream=pod.stream).count()
    pack = page.locator("form[data-pick] input[name=pack]").input_value()

    page.context.set_offline(True)
    page.locator("#live[data-state=offline]").wait_for()
    pick_first(bob, pod)
    page.context.set_offline(False)
    page.locator("#live[data-state=live]").wait_for()

    assert LogEntry.objects.filter(stream=pod.stream).count() == before + 1  # Bob's pick
    assert page.locator("form[data-pick] input[name=pack]").input_value() == pack
    page.get_by_text("2 packs wait for you").first.wait_for()
    pick(page, "1.1", by_arrow=False)
    assert Pick.objects.filter(seat__player=alice).count() == 1
    console.clear()
