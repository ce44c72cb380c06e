"""Accessibility of the pages about privacy: your data, links in e-mail, registration and desk with a minor."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from gameplay.services.accounts import create_guest
from tests.browser.accessibility import violations, violations_on
from tests.browser.pods import new_day
from tests.browser.steps import PHONE, sign_in
from tournaments.services.entry import NewPlayer, register_player

pytestmark = [pytest.mark.browser]


def test_your_data_is_accessible(new_page: Callable[..., Page], live_server_url: str, console: list[str]):
    page = new_page(viewport=PHONE)
    sign_in(page, create_guest("Alice"), live_server_url)
    found = violations_on(page, ["my/data", "mail/confirm/none", "mail/stop/none"])
    page.goto("/my/data")
    page.locator("form[action$=erase]").evaluate("form => form.noValidate = true")
    page.get_by_role("button", name="Erase my data").press("Enter")
    page.get_by_text("Tick the box to confirm.").wait_for()
    console.clear()  # the browser logs the refused form

    assert not (found := [*found, *violations(page)]), "\n".join(found)


def test_registration_and_desk_with_a_minor_are_accessible(new_page: Callable[..., Page], live_server_url: str):
    day = new_day(guardian_age=16)
    day.enter(4)
    register_player(day.event, NewPlayer("Zoe", under_age=True))
    page = new_page(viewport=PHONE)
    found = violations_on(page, [f"join/{day.event.join_code}"])
    sign_in(page, day.alma, live_server_url)
    found += violations_on(page, [f"e/{day.event.slug}/manage", "events/new?preset=enemy-FL-booster"])
    page.goto(f"/e/{day.event.slug}/manage")
    page.get_by_role("button", name="Consent received No. 5").press("Enter")
    page.get_by_role("button", name="Consent received No. 5", pressed=True).wait_for()

    assert not found, "\n".join(found)
