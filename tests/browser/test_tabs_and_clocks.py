"""Two tabs, devices with a wrong clock, and lost connections during a draft."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, Request, Route, expect

from drafting.models import Pick
from drafting.services.sweep import sweep_drafts
from gameplay.models import LogEntry
from gameplay.services.accounts import create_guest
from tests.browser.pods import pick_first, seated
from tests.browser.steps import is_live, opened_draft, pick, send

pytestmark = [pytest.mark.browser, pytest.mark.slow]
HOUR = timedelta(hours=1)


def test_one_of_two_simultaneous_picks_counts_and_both_tabs_update(
    new_page: Callable[..., Page], live_server_url: str, console: list[str]
):
    alice, bob = create_guest("Alice"), create_guest("Bob")
    pod = seated(alice, bob, pick_clock="relaxed")
    first = opened_draft(new_page(), live_server_url, alice, pod)
    second = first.context.new_page()
    second.goto(first.url)
    is_live(second)
    held: list[Route] = []

    def hold_until_both_are_sent(route: Route) -> None:
        held.append(route)
        if len(held) == 2:
            for each in held:
                each.continue_()

    first.context.route("**/pick", hold_until_both_are_sent)
    for tab, key in ((first, "1"), (second, "2")):
        tab.bring_to_front()
        send(tab, key, "Enter")
    for tab in (first, second):
        expect(tab.get_by_role("heading", name="Waiting for Bob")).to_be_visible()

    assert Pick.objects.filter(seat__player=alice).count() == 1
    pick(opened_draft(new_page(), live_server_url, bob, pod), "1.1")
    for tab in (first, second):
        tab.bring_to_front()
        expect(tab.locator("form[data-pick='1.2']")).to_be_visible()
    assert [complaint for complaint in console if "409" not in complaint] == []
    console.clear()


@pytest.mark.parametrize("wrong", [HOUR, -HOUR])
def test_a_device_with_a_wrong_clock_picks_normally(
    new_page: Callable[..., Page], live_server_url: str, wrong: timedelta
):
    alice, bob = create_guest("Alice"), create_guest("Bob")
    pod = seated(alice, bob, pick_clock="relaxed")
    page = opened_draft(new_page(), live_server_url, alice, pod, ahead=wrong)

    expect(page.get_by_role("timer").locator(".clock-time")).to_have_text(re.compile(r"^0:[1-5]\d$"))
    pick(page, "1.1")

    made = Pick.objects.get()
    assert (made.seat.player, made.by) == (alice, "player")
    assert abs(made.at - timezone.now()) < HOUR / 2


def test_the_selected_card_is_taken_when_time_runs_out_on_the_server(
    new_page: Callable[..., Page], live_server_url: str
):
    alice, bob = create_guest("Alice"), create_guest("Bob")
    pod = seated(alice, bob, pick_clock="relaxed")
    page = opened_draft(new_page(), live_server_url, alice, pod, ahead=-HOUR)
    token = page.get_by_role("radio").first.evaluate("radio => radio.value")
    with page.expect_response("**/select"):
        page.keyboard.press("1")

    sweep_drafts(timezone.now() + timedelta(minutes=2))

    expect(page.locator("form[data-pick='1.2']")).to_be_visible()
    assert Pick.objects.get(seat__player=alice, by="selection").token == token
    for source in ("stream", "reload"):
        expect(page.get_by_text("Time ran out: a card was picked for you (auto).").first, source).to_be_visible()
        if source == "stream":
            expect(page.locator("#announcer")).to_contain_text("Time ran out: a card was picked for you (auto).")
            page.reload()
    pick(page, "1.2")
    expect(page.locator("[data-by-clock]")).to_be_hidden()
    assert Pick.objects.filter(seat__player=alice).count() == 2


def test_a_page_with_a_running_clock_sends_at_most_two_requests_a_minute(
    new_page: Callable[..., Page], live_server_url: str
):
    alice, bob = create_guest("Alice"), create_guest("Bob")
    page = opened_draft(new_page(), live_server_url, alice, seated(alice, bob, pick_clock="relaxed"))
    requested: list[str] = []

    def note(request: Request) -> None:
        requested.append(request.url.partition(live_server_url)[2])

    page.on("request", note)
    page.clock.run_for(60_000)

    expect(page.locator(".clock")).to_have_attribute("data-state", "over")
    assert len(requested) <= 2


def test_a_lost_connection_only_changes_a_badge(
    new_page: Callable[..., Page], live_server_url: str, console: list[str]
):
    alice, bob = create_guest("Alice"), create_guest("Bob")
    pod = seated(alice, bob, pick_clock="relaxed")
    page = opened_draft(new_page(), live_server_url, alice, pod)
    before = LogEntry.objects.filter(stream=pod.stream).count()
    pack = pod.packs.get(pack_round=1, opener=0)

    page.context.set_offline(True)
    expect(page.locator("#live")).to_have_attribute("data-state", "offline")
    pick_first(bob, pod)
    page.context.set_offline(False)
    is_live(page)

    assert LogEntry.objects.filter(stream=pod.stream).count() == before + 1  # Bob's pick
    expect(page.get_by_text("2 packs are waiting for you").first).to_be_visible()
    expect(page.locator("form[data-pick] input[name=pack]")).to_have_value(str(pack.pk))
    pick(page, "1.1")
    assert Pick.objects.filter(seat__player=alice).count() == 1
    console.clear()
