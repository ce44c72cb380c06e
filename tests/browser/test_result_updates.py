"""A result changes one row of the open pages; long standings wait for the last result of the round."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pods import new_day
from tests.browser.steps import is_live
from tests.tournaments.conftest import Day
from tournaments.services.match import add_report, enter_result
from tournaments.views import public_lists

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def day(transactional_db: None) -> Day:
    day = new_day()
    day.to_round(1)
    return day


def opened(page: Page, day: Day, path: str) -> list[str]:
    """Open a page of the event; return the list to which the addresses of its later requests are appended."""
    requests: list[str] = []
    page.goto(f"/e/{day.event.slug}/{path}")
    is_live(page)
    page.on("request", lambda request: requests.append(request.url))
    return requests


def enter(day: Day, place: int, score: str = "2-0") -> None:
    enter_result(day.matches(1)[place], day.result(score), by=day.by, last_seen_number=0)


@pytest.mark.parametrize("path", ["pairings", ""])
def test_only_the_row_of_a_result_changes(new_page: Callable[..., Page], day: Day, path: str):
    page = new_page()
    requests = opened(page, day, path)
    first, second, _third = day.matches(1)
    row = page.locator(f'[data-row="{first.pk}"]')
    expect(row).to_contain_text("Playing")

    add_report(first, day.result("2-1"), by=first.a.account, last_seen_number=0)
    expect(row).to_contain_text(f"reported by {first.a.name}")
    expect(page.get_by_text("0 of 3 results are in")).to_be_visible()
    enter(day, 1, "0-2")

    expect(page.locator(f'[data-row="{second.pk}"]')).to_contain_text("0-2")
    expect(page.get_by_text("1 of 3 results are in")).to_be_visible()
    if path:
        expect(page.locator("th.won")).to_have_text(second.b.name if second.b else "")
        page.get_by_role("button", name="Not in 2").click()
        expect(page.locator("tr[data-state]:visible")).to_have_count(2)
    assert requests == []


def test_the_row_is_in_the_language_of_the_page(new_page: Callable[..., Page], day: Day):
    page = new_page(locale="ja-JP")
    opened(page, day, "pairings")
    first = day.matches(1)[0]

    add_report(first, day.result("2-1"), by=first.a.account, last_seen_number=0)

    expect(page.locator(f'[data-row="{first.pk}"]')).to_contain_text("2-1")
    expect(page.locator(f'[data-row="{first.pk}"]')).not_to_contain_text("reported by")


def test_short_standings_change_with_each_result(new_page: Callable[..., Page], day: Day):
    page = new_page()
    opened(page, day, "standings")

    enter(day, 0)

    expect(page.locator("tr[data-row] td[data-result]", has_text="1-0-0")).to_have_count(1)


def test_long_standings_change_on_demand_and_at_the_end_of_a_round(
    new_page: Callable[..., Page], day: Day, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(public_lists, "STANDINGS_PER_PAGE", 5)
    enter(day, 0)
    page = new_page()
    requests = opened(page, day, "standings")
    winners = page.locator("tr[data-row] td[data-result]", has_text="1-0-0")
    expect(page.locator("tr[data-row]")).to_have_count(5)

    enter(day, 1)
    expect(page.get_by_text("New results are in.")).to_be_visible()
    expect(winners).to_have_count(1)
    assert requests == []

    page.get_by_role("link", name="Update").click()
    expect(winners).to_have_count(2)
    expect(page.get_by_text("New results are in.")).to_be_hidden()

    enter(day, 2)
    expect(winners).to_have_count(3)
