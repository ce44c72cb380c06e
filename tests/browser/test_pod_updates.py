"""A pick changes the pod on the pages of officials; they are not fetched again."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from drafting.models import Pod
from drafting.services.pod import pause_pod
from gameplay.models import Account
from tests.browser.pods import new_day, pick_first
from tests.browser.steps import PHONE, fits, is_live, sign_in
from tests.tournaments.conftest import Day

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def day(transactional_db: None) -> Day:
    day = new_day(visibility="public")
    day.enter(4)
    day.seat(4)
    return day


@pytest.fixture
def opened(new_page: Callable[..., Page], live_server_url: str, day: Day) -> Callable[..., tuple[Page, list[str]]]:
    def open_page(path: str, **options: Any) -> tuple[Page, list[str]]:
        """Open a page of the organizer; return it with the list to which its later requests are appended."""
        requests: list[str] = []
        page = new_page(**options)
        sign_in(page, day.alma, live_server_url)
        page.goto(f"/e/{day.event.slug}/{path}")
        is_live(page)
        page.on("request", lambda request: requests.append(request.url))
        return page, requests

    return open_page


def pod_of(day: Day) -> Pod:
    return Pod.objects.get(event_pod__event=day.event)


def players(day: Day) -> list[Account]:
    return [seat.player for seat in pod_of(day).seats.select_related("player").order_by("number")]


def test_the_desk_shows_picks_without_a_request(opened: Callable[..., tuple[Page, list[str]]], day: Day):
    page, requests = opened("manage")
    first, *others = players(day)
    seats = page.locator(".seats > li")
    expect(page.get_by_text("Pack 1 of 4, pick 1 of 11")).to_be_visible()
    expect(seats.nth(1).locator(".packs > i")).to_have_count(1)

    pick_first(first, pod_of(day))
    expect(seats.nth(0).locator(".packs > i")).to_have_count(0)
    expect(seats.nth(0).locator(".sr")).to_have_text("0 packs")
    expect(seats.nth(1).locator(".packs > i")).to_have_count(2)
    expect(seats.nth(1).locator(".sr")).to_have_text("2 packs")
    for player in others:
        pick_first(player, pod_of(day))
    expect(page.get_by_text("Pack 1 of 4, pick 2 of 11")).to_be_visible()

    assert requests == []
    pause_pod(pod_of(day), reason="the fire alarm", author=day.alma, role="organizer")
    expect(page.locator(".chip", has_text="paused")).to_be_visible()
    assert len(requests) == 1


def test_the_judge_sees_who_holds_several_packs(opened: Callable[..., tuple[Page, list[str]]], day: Day):
    page, requests = opened("judge", locale="ja-JP", viewport=PHONE)
    first, second = players(day)[:2]
    chips = page.locator(".chip:visible", has_text=day.event.entries.get(account=second).name)

    pick_first(first, pod_of(day))
    expect(chips).to_have_count(1)
    expect(chips).to_contain_text("2")
    fits(page)
    expect(page.get_by_role("link", name="ポッドを開く")).to_be_in_viewport(ratio=1)
    pick_first(second, pod_of(day))
    expect(chips).to_have_count(0)

    assert requests == []


def test_opened_packs_are_fetched_once(opened: Callable[..., tuple[Page, list[str]]], day: Day):
    page, requests = opened("manage")
    for _ in range(11):
        for player in players(day):
            pick_first(player, pod_of(day))

    expect(page.get_by_text("Pack 2 of 4, pick 1 of 11")).to_be_visible()
    expect(page.get_by_text("Packs pass right, counter-clockwise")).to_be_visible()
    pick_first(players(day)[0], pod_of(day))
    expect(page.locator(".seats > li").nth(0).locator(".packs > i")).to_have_count(0)

    assert 1 <= len(requests) <= 2
