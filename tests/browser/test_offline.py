"""Without a connection: what was looked up last is shown as saved, and a report is kept and sent once."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
from playwright.sync_api import Page, Route, expect

from gameplay.models import LogEntry
from tests.browser.pods import new_day
from tests.browser.steps import PHONE, sign_in
from tests.browser.test_display import is_right
from tests.parts.waiting import eventually
from tests.tournaments.conftest import Day
from tournaments.models import Match, Report

pytestmark = [pytest.mark.browser]
SAVED = """async () => (await Promise.all((await caches.keys()).map(async (name) =>
  (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).flat()"""
OLDER = """async () => {
  const cache = await caches.open("saved-1");
  const copy = await cache.match(location.href);
  const headers = new Headers(copy.headers);
  headers.set("X-Saved-At", Number(headers.get("X-Saved-At")) - 600000);
  await cache.put(location.href, new Response(await copy.text(), { headers }));
}"""
"""Lets the copy of the page that is open have been saved ten minutes ago."""


@pytest.fixture
def day(live_server_url: str) -> Day:
    """Six players in their first round."""
    day = new_day()
    day.enter()
    day.seat()
    day.draft()
    day.round(1)
    return day


@pytest.fixture
def phone(new_page: Callable[..., Page], live_server_url: str, day: Day, console: list[str]) -> Page:
    """The phone of who plays first at table 1; it complains of what it cannot reach."""
    page = new_page(viewport=PHONE, service_workers="allow")
    sign_in(page, day.matches(1)[0].a.account, live_server_url)
    return page


def saved(page: Page) -> set[str]:
    return set(page.locator(":root").evaluate(SAVED))


def is_saved(page: Page, place: str) -> bool:
    return place in saved(page)


def looks_at(page: Page, *places: str) -> None:
    """Open pages one after the other, and wait until the last copy of each is kept."""
    for place in places:
        page.goto(place)
        assert eventually(partial(is_saved, page, place))


def cut_off(page: Page) -> None:
    page.context.set_offline(True)


def test_what_was_looked_up_last_is_shown_as_saved_and_its_clock_is_right(phone: Page, day: Day, console: list[str]):
    match, slug = day.matches(1)[0], day.event.slug
    places = [f"/e/{slug}/pairings", f"/e/{slug}/standings", f"/e/{slug}/", f"/match/{match.pk}"]
    looks_at(phone, *places)
    ends_at = match.ends_at
    assert ends_at

    phone.locator(":root").evaluate(OLDER)
    cut_off(phone)
    for place in places:
        phone.goto(place)
        expect(phone.locator("#live")).to_have_text("Offline, showing saved copy")
        expect(phone.locator("#as-of")).to_contain_text("as of")
    expect(phone.get_by_role("heading", name="Report result")).to_be_visible()
    late = 4  # what was kept came so late at most, on a machine that has other things to do
    assert eventually(lambda: is_right(phone, ends_at - timedelta(minutes=10), within=late))

    phone.close()
    console.clear()


def test_nothing_of_a_draft_a_deck_or_a_desk_is_kept_and_nothing_at_all_after_signing_out(phone: Page, day: Day):
    pod, slug = day.event.pods.get().pod, day.event.slug
    looks_at(phone, f"/e/{slug}/pairings")
    for place in (f"/pod/{pod.pk}/draft", f"/pod/{pod.pk}/deck", f"/e/{slug}/players", "/my"):
        phone.goto(place)
    pages = {path for path in saved(phone) if not path.startswith("/static/")}
    assert pages <= {f"/e/{slug}/pairings", f"/e/{slug}/"}

    phone.get_by_role("button", name="Sign out").click()

    assert eventually(lambda: not [path for path in saved(phone) if not path.startswith("/static/")])


def test_a_report_made_offline_is_kept_outlives_the_page_and_counts_once(phone: Page, day: Day, console: list[str]):
    match = day.matches(1)[0]
    looks_at(phone, f"/match/{match.pk}")
    cut_off(phone)

    phone.get_by_role("button", name="2-1").click()

    told = phone.get_by_text("On this device, not sent: Table 1 2-1")
    expect(told).to_be_visible()
    assert not Report.objects.exists()
    phone.goto("about:blank")  # the tab is left, and comes back later
    phone.context.set_offline(False)
    phone.goto(f"/match/{match.pk}")

    expect(phone.get_by_text("You reported 2-1. Waiting for")).to_be_visible()
    expect(told).to_be_hidden()
    assert Report.objects.count() == 1
    assert LogEntry.objects.filter(stream=match.stream, action="reported").count() == 1
    phone.close()
    console.clear()


def test_a_report_whose_answer_was_lost_is_sent_again_and_counts_once(phone: Page, day: Day, console: list[str]):
    match = day.matches(1)[0]
    looks_at(phone, f"/match/{match.pk}")
    lost: list[Route] = []

    def lose(route: Route) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route)
        route.fetch()
        route.abort()

    phone.context.route("**/report", lose)
    with phone.context.expect_event("requestfailed", lambda request: request.url.endswith("/report")):
        phone.get_by_role("button", name="2-0").click()
    expect(phone.get_by_text("On this device, not sent: Table 1 2-0")).to_be_visible()
    assert Report.objects.count() == 1

    phone.locator(":root").evaluate("() => dispatchEvent(new Event('focus'))")

    expect(phone.get_by_text("You reported 2-0. Waiting for")).to_be_visible()
    assert Report.objects.count() == 1
    assert Match.objects.get(pk=match.pk).calls.count() == 0
    phone.context.unroute_all(behavior="wait")
    phone.close()
    console.clear()


def test_a_report_that_comes_too_late_is_refused_and_forgotten(phone: Page, day: Day, console: list[str]):
    match = day.matches(1)[0]
    looks_at(phone, f"/match/{match.pk}")
    cut_off(phone)
    phone.get_by_role("button", name="2-1").click()
    expect(phone.get_by_text("On this device, not sent")).to_be_visible()
    day.settle(1, "0-2")

    phone.context.set_offline(False)

    expect(phone.locator("#refusals")).to_contain_text("counts already")
    expect(phone.get_by_text("On this device, not sent")).to_be_hidden()
    phone.close()
    console.clear()
