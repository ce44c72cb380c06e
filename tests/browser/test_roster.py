"""The roster of the desk: a player is dropped with a reason by keyboard."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from gameplay.models import LogEntry
from tests.browser.pods import new_day
from tests.browser.steps import PHONE, fits, is_live, keeps_focus, sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_player_is_dropped_at_the_desk_with_a_reason(new_page: Callable[..., Page], live_server_url: str):
    day = new_day()
    first, _second = day.enter(2)
    page = new_page(viewport=PHONE)
    sign_in(page, day.alma, live_server_url)
    page.goto(f"/e/{day.event.slug}/manage")
    is_live(page)

    page.locator("summary", has_text=first.name).focus()
    page.keyboard.press("Enter")
    fits(page)
    page.get_by_label("Reason").first.focus()
    page.keyboard.type("had to catch a train")
    page.get_by_role("button", name=f"Drop {first.name}").focus()
    page.keyboard.press("Enter")

    expect(page.locator(".chip", has_text="dropped")).to_be_visible()
    keeps_focus(page)
    assert LogEntry.objects.get(action="dropped").reason == "had to catch a train"
