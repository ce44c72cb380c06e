"""Live updates: a part is replaced when its number changes, and input in progress is kept."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Trial
from tests.browser.pods import new_day
from tests.browser.steps import keeps_focus, sign_in_by_link

pytestmark = pytest.mark.browser


def wait_for_number(page: Page, number: int) -> None:
    """Wait until the part has ``number``, by the stream or by polling."""
    page.clock.resume()
    expect(page.locator("#pack")).to_have_attribute("data-number", str(number), timeout=60_000)


def test_a_new_number_reloads_the_part_and_keeps_input(draft: Callable[..., Page], trial: Trial):
    page = draft()
    page.get_by_label("Note").fill("half a wo")
    page.locator("[value='1-4']").check(force=True)
    page.locator("[value='1-4']").focus()

    trial.number = 2
    wait_for_number(page, 2)

    expect(page.locator("[value='1-4']")).to_be_checked()
    expect(page.get_by_label("Note")).to_have_value("half a wo")
    expect(page.locator("[value='1-4']")).to_be_focused()
    expect(page.get_by_role("button", name="Take this card")).to_be_enabled()


def test_the_cursor_stays_where_it_is_in_a_field(draft: Callable[..., Page], trial: Trial):
    page = draft()
    note = page.get_by_label("Note")
    note.fill("half a wo")
    note.evaluate("note => note.setSelectionRange(0, 4)")

    trial.number = 2
    wait_for_number(page, 2)
    page.keyboard.type("part of")

    expect(note).to_have_value("part of a wo")


def test_a_button_without_an_id_keeps_the_focus(draft: Callable[..., Page], trial: Trial):
    page = draft()
    page.locator("[value='1-4']").check(force=True)
    page.get_by_role("button", name="Take this card").focus()

    trial.number = 2
    wait_for_number(page, 2)

    expect(page.get_by_role("button", name="Take this card")).to_be_focused()


def test_the_focus_moves_when_its_element_is_gone(draft: Callable[..., Page], trial: Trial):
    page = draft()
    page.locator("[value='1-4']").focus()

    trial.number, trial.pick = 2, 2
    wait_for_number(page, 2)

    keeps_focus(page)


def test_an_old_number_does_not_reload(draft: Callable[..., Page], trial: Trial):
    trial.number = 5
    page = draft()
    expect(page.locator("#live")).to_have_text("Reconnecting")  # the stream has sent its number and ended

    page.clock.run_for(5000)

    expect(page.locator("#live")).to_have_text("Reconnecting")
    assert trial.requested == ["draft"]


def test_pages_poll_while_streams_are_blocked(draft: Callable[..., Page], trial: Trial, console: list[str]):
    trial.streaming = False
    page = draft()
    expect(page.locator("#live")).to_have_text("Reconnecting")

    trial.number = 2
    wait_for_number(page, 2)
    page.close()  # it keeps trying to reach the stream

    assert [complaint for complaint in console if "503" not in complaint] == []
    console.clear()


def test_an_offline_page_says_so(draft: Callable[..., Page], console: list[str]):
    page = draft()
    expect(page.locator("#live")).to_be_visible()

    page.context.set_offline(True)

    expect(page.locator("#live")).to_have_text("Offline, showing saved copy")
    page.close()
    console.clear()


def test_the_theme_is_kept_for_the_next_page(draft: Callable[..., Page]):
    page = draft()

    page.get_by_role("button", name="Dark").click()

    expect(page.locator(":root")).to_have_attribute("data-theme", "dark")
    assert [(c["name"], c["value"]) for c in page.context.cookies() if c["name"] == "theme"] == [("theme", "dark")]


@pytest.mark.usefixtures("transactional_db")
def test_a_late_response_for_a_replaced_part_is_ignored(new_page: Callable[..., Page]):
    """The response to a form arrives before the response to an earlier live update."""
    day = new_day()
    day.enter(1)
    page, late = new_page(), list[Route]()
    sign_in_by_link(page, day.alma, to=f"/e/{day.event.slug}/manage")
    expect(page.locator("#live")).to_have_text("Live")

    def hold(route: Route) -> None:
        headers = route.request.headers
        is_update = route.request.method == "GET" and "hx-request" in headers and "hx-boosted" not in headers
        late.append(route) if is_update and not late else route.continue_()

    page.route("**/manage", hold)
    page.locator("#part").evaluate("part => part.dispatchEvent(new Event('live'))")
    check_in = page.get_by_role("button", name="Checked in Alice")
    check_in.click()
    expect(check_in).to_have_attribute("aria-pressed", "false")
    with page.expect_response("**/manage"):
        late.pop().continue_()

    page.get_by_label("Add walk-in").fill("Vera")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Vera was added")).to_be_visible()
