"""Find a player in a long list."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from gameplay.services.accounts import create_guest
from tests.browser.pods import new_day
from tests.browser.steps import is_live
from tournaments.services.entry import register_player

pytestmark = [pytest.mark.browser]


def test_a_long_list_shows_only_the_players_that_are_wanted(new_page: Callable[..., Page], live_server_url: str):
    day = new_day()
    day.enter(8)
    for name in ("Ida", "Jana", "Karl", "Lena", "Max"):
        register_player(day.event, create_guest(name))
    page = new_page()
    page.goto(f"/e/{day.event.slug}/players")
    is_live(page)
    rows, field = page.locator("tr[data-row]:visible"), page.get_by_label("Find a player")
    expect(rows).to_have_count(13)

    field.fill("ＪＡ")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Jana")

    register_player(day.event, create_guest("Jannis"))
    expect(rows).to_have_count(2)
    expect(field).to_have_value("ＪＡ")

    field.fill("Nobody")
    expect(rows).to_have_count(0)
    expect(page.get_by_text("No player in this list has this name.")).to_be_visible()


def test_a_short_list_has_no_field(new_page: Callable[..., Page], live_server_url: str):
    day = new_day()
    day.enter(6)
    page = new_page()
    page.goto(f"/e/{day.event.slug}/players")

    is_live(page)
    expect(page.locator("[data-find]")).to_be_hidden()
