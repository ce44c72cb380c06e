"""Without a connection, saved pages are shown, and a report is kept and sent once."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
from playwright.sync_api import Page, Route, expect

from gameplay.models import LogEntry
from tests.browser.pods import new_day
from tests.browser.steps import PHONE, sign_in, sign_out
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
"""Backdates the saved copy of the open page by ten minutes."""


@pytest.fixture
def day(live_server_url: str) -> Day:
    """Six players in round 1."""
    day = new_day()
    day.enter()
    day.seat()
    day.draft()
    day.round(1)
    return day


@pytest.fixture
def phone(new_page: Callable[..., Page], live_server_url: str, day: Day, console: list[str]) -> Page:
    """The phone of the first player at table 1. The browser logs failed requests."""
    page = new_page(viewport=PHONE, service_workers="allow")
    sign_in(page, day.matches(1)[0].a.account, live_server_url)
    return page


def saved(page: Page) -> set[str]:
    return set(page.locator(":root").evaluate(SAVED))


def is_saved(page: Page, place: str) -> bool:
    return place in saved(page)


def visit(page: Page, *places: str) -> None:
    """Open pages one after the other, and wait until each is saved."""
    for place in places:
        page.goto(place)
        assert eventually(partial(is_saved, page, place))


def go_offline(page: Page) -> None:
    page.context.set_offline(True)


def test_saved_pages_are_shown_offline_with_the_right_time(phone: Page, day: Day, console: list[str]):
    match, slug = day.matches(1)[0], day.event.slug
    places = [f"/e/{slug}/pairings", f"/e/{slug}/standings", f"/e/{slug}/", f"/match/{match.pk}"]
    visit(phone, *places)
    ends_at = match.ends_at
    assert ends_at

    phone.locator(":root").evaluate(OLDER)
    go_offline(phone)
    for place in places:
        phone.goto(place)
        expect(phone.locator("#live")).to_have_text("Offline, showing saved copy")
        expect(phone.locator("#as-of")).to_contain_text("as of")
    expect(phone.get_by_role("heading", name="Report result")).to_be_visible()
    late = 4  # seconds by which the saved copy can be late on a busy machine
    assert eventually(lambda: is_right(phone, ends_at - timedelta(minutes=10), within=late))

    phone.close()
    console.clear()


def test_drafts_and_decks_are_not_saved_and_signing_out_deletes_all_pages(phone: Page, day: Day):
    pod, slug = day.event.pods.get().pod, day.event.slug
    visit(phone, f"/e/{slug}/pairings")
    for place in (f"/pod/{pod.pk}/draft", f"/pod/{pod.pk}/deck", f"/e/{slug}/players", "/my"):
        phone.goto(place)
    pages = {path for path in saved(phone) if not path.startswith("/static/")}
    assert pages <= {f"/e/{slug}/pairings", f"/e/{slug}/"}

    sign_out(phone)

    assert eventually(lambda: not [path for path in saved(phone) if not path.startswith("/static/")])


def test_an_offline_report_survives_the_page_and_counts_once(phone: Page, day: Day, console: list[str]):
    match = day.matches(1)[0]
    visit(phone, f"/match/{match.pk}")
    go_offline(phone)

    phone.get_by_role("button", name="2-1").click()

    unsent = phone.get_by_text("Saved on this device, not sent yet: Table 1 2-1")
    expect(unsent).to_be_visible()
    assert not Report.objects.exists()
    phone.goto("about:blank")  # the user leaves the page and returns later
    phone.context.set_offline(False)
    phone.goto(f"/match/{match.pk}")

    expect(phone.get_by_text("You reported 2-1. Waiting for")).to_be_visible()
    expect(unsent).to_be_hidden()
    assert Report.objects.count() == 1
    assert LogEntry.objects.filter(stream=match.stream, action="reported").count() == 1
    phone.close()
    console.clear()


def test_a_report_whose_response_was_lost_is_sent_again_and_counts_once(phone: Page, day: Day, console: list[str]):
    match = day.matches(1)[0]
    visit(phone, f"/match/{match.pk}")
    aborted: list[Route] = []

    def abort_first(route: Route) -> None:
        if aborted:
            route.continue_()
            return
        aborted.append(route)
        route.fetch()
        route.abort()

    phone.context.route("**/report", abort_first)
    with phone.context.expect_event("requestfailed", lambda request: request.url.endswith("/report")):
        phone.get_by_role("button", name="2-0").click()
    expect(phone.get_by_text("Saved on this device, not sent yet: Table 1 2-0")).to_be_visible()
    assert Report.objects.count() == 1

    phone.locator(":root").evaluate("() => dispatchEvent(new Event('focus'))")

    expect(phone.get_by_text("You reported 2-0. Waiting for")).to_be_visible()
    assert Report.objects.count() == 1
    assert Match.objects.get(pk=match.pk).calls.count() == 0
    phone.context.unroute_all(behavior="wait")
    phone.close()
    console.clear()


def test_a_report_that_is_too_late_is_refused_and_discarded(phone: Page, day: Day, console: list[str]):
    match = day.matches(1)[0]
    visit(phone, f"/match/{match.pk}")
    go_offline(phone)
    phone.get_by_role("button", name="2-1").click()
    expect(phone.get_by_text("Saved on this device, not sent yet")).to_be_visible()
    day.settle(1, "0-2")

    phone.context.set_offline(False)

    expect(phone.locator("#refusals")).to_contain_text("already final")
    expect(phone.get_by_text("Saved on this device, not sent yet")).to_be_hidden()
    phone.close()
    console.clear()
