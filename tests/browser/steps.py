"""Steps of browser tests. Each waits for its effect.

A page can change at any moment: another one is loading, or a part of it is replaced. Assertions therefore use
`expect(...)`, which waits. Playwright calls that do not wait (CALLS_WITHOUT_WAITING) are refused while a browser is
open.
"""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright import sync_api
from playwright.sync_api import Locator, Page, ViewportSize, expect
from playwright.sync_api import TimeoutError as Late

from drafting.models import Pod
from gameplay.models import Account, LogStream
from gameplay.services.accounts import create_login_link

PATIENCE = 30_000  # milliseconds until an expectation fails, on a busy machine
PHONE: ViewportSize = {"width": 360, "height": 740}
GUARD = 700  # milliseconds for which a page ignores input to what it has just painted, and a frame or two
STATES = "is_checked is_disabled is_editable is_enabled is_hidden is_visible"
READS = f"get_attribute inner_html inner_text input_value text_content {STATES}"
CALLS_WITHOUT_WAITING = {
    "Page": f"content evaluate query_selector query_selector_all title wait_for_timeout {READS}",
    "Locator": f"all all_inner_texts all_text_contents bounding_box count evaluate_all {READS}",
}
"""Calls that return the current state of a page without waiting, or that wait for nothing in particular."""


def refuse_what_does_not_wait(patch: pytest.MonkeyPatch) -> None:
    """Make tests fail that read without waiting, or sleep."""

    def refused(*_args: Any, **_kwargs: Any) -> None:
        pytest.fail("this waits for nothing; expect(...) does (tests/browser/steps.py)")

    for kind, names in CALLS_WITHOUT_WAITING.items():
        for name in names.split():
            patch.setattr(getattr(sync_api, kind), name, refused)


def sign_in(page: Page, account: Account, url: str) -> None:
    client = Client()
    client.force_login(account, backend="gameplay.infrastructure.sessions.AccountBackend")
    name = settings.SESSION_COOKIE_NAME
    page.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": url}])


def sign_in_by_link(page: Page, account: Account, *, to: str = "/") -> None:
    """Sign in with a new sign-in link of ``account`` that redirects to the path ``to``."""
    page.goto(f"/sign-in/{create_login_link(account)}?next={to}")
    page.get_by_role("button", name=f"Sign in as {account.handle}").click()
    page.wait_for_url(f"**{to}")


def sign_out(page: Page) -> None:
    page.locator("#account-menu summary").click()
    page.get_by_role("button", name="Sign out").click()


def own_time(page: Page, now: datetime) -> None:
    """Install a clock at ``now`` that the test advances with `page.clock`. Call it before the page is opened."""
    page.clock.install(time=now)
    page.add_init_script("Date.now()")  # the clock has no performance.timeOrigin before its first use


def choose_look(page: Page, look: str) -> None:
    """Set how games are shown on this device: "table" or "words"."""
    page.context.add_init_script(f"document.cookie = 'look={look}; path=/'")


def opened_draft(page: Page, url: str, account: Account, pod: Pod, *, ahead: timedelta = timedelta()) -> Page:
    """Open the page of a seat on a device whose clock is ``ahead``; wait for the set's choices and the stream."""
    own_time(page, datetime.now(UTC) + ahead)
    sign_in(page, account, url)
    with page.expect_request_finished(lambda request: "/draft/choices/" in request.url):
        page.goto(f"/pod/{pod.pk}/draft")
    is_live(page)
    return page


def arrives(page: Page, shown: Locator) -> None:
    """Wait for the page with the element ``shown``, and for its scripts."""
    expect(shown).to_be_visible()
    page.wait_for_load_state()


def is_live(page: Page, *, stream: str = "") -> None:
    """Wait until the page follows its streams; given a stream, also until its part shows the newest number."""
    expect(page.locator("#live")).to_have_attribute("data-state", "live")
    if stream:
        newest = LogStream.objects.get(name=stream).number
        expect(page.locator(f"[data-live='{stream}']")).to_have_attribute("data-number", str(newest))


def fits(page: Page) -> None:
    """Expect that nothing is wider than the page, so that it does not scroll sideways."""
    assert page.viewport_size
    expect(page.locator(":root")).to_have_js_property("scrollWidth", page.viewport_size["width"])


WHOLE = """card => {
    const { top, bottom, left, right } = card.getBoundingClientRect();
    const reached = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth && card.contains(reached);
}"""
SMALLEST_TEXT = """root => Math.min(...[...root.querySelectorAll("*")]
    .filter(each => [...each.childNodes].some(node => node.nodeType === 3 && node.textContent.trim()))
    .filter(each => each.checkVisibility() && !each.closest(".sr"))
    .map(each => parseFloat(getComputedStyle(each).fontSize)))"""


def await_whole(page: Page, selector: str, least: int) -> None:
    """Wait until at least ``least`` elements are completely visible, with nothing above them."""
    script = f"([selector, least]) => [...document.querySelectorAll(selector)].filter({WHOLE}).length >= least"
    page.wait_for_function(script, arg=[selector, least])


def keeps_focus(page: Page) -> None:
    """Expect that an element of the page has the focus."""
    expect(page.locator(":focus")).to_have_count(1)


def tab_to(page: Page, words: str) -> None:
    """Press Tab until the focused element has ``words`` in its text or label."""
    matches = """(root, words) => {
      const it = document.activeElement;
      return it !== document.body && (it.labels?.[0] ?? it).textContent.includes(words);
    }"""
    for _ in range(200):
        page.keyboard.press("Tab")
        if page.locator(":root").evaluate(matches, words):
            return
    pytest.fail(f"{words} cannot be reached with Tab")


def press(page: Page, words: str) -> None:
    """Tab to the element ``words``, and press Enter."""
    tab_to(page, words)
    page.keyboard.press("Enter")


def fill_in(page: Page, words: str, text: str) -> None:
    """Tab to the field ``words``, and type ``text``; in a list, the beginning of an option."""
    tab_to(page, words)
    page.keyboard.type(text)


def send(page: Page, *keys: str) -> None:
    """Press ``keys`` until they submit a form. A page ignores input to a form that has just appeared.

    The clock of the page is advanced, so call `own_time` first.
    """
    root = page.locator(":root")
    listen = """root => {
      delete root.dataset.sent;
      addEventListener("submit", () => (root.dataset.sent = ""), { once: true });
    }"""
    for _ in range(10):
        page.clock.run_for(GUARD)
        root.evaluate(listen)
        for key in keys:
            page.keyboard.press(key)
        try:
            page.locator(":root[data-sent]").wait_for(state="attached", timeout=1000)
        except Late:
            continue
        return
    pytest.fail(f"{keys} submit nothing")


def pick(page: Page, turn: str, *, by_arrow: bool = False) -> None:
    """Pick a card by its number, or by the arrow after it; wait until it is picked."""
    form = page.locator(f"form[data-pick='{turn}']")
    expect(form).to_be_visible()
    send(page, *(["1", "ArrowRight", "Enter"] if by_arrow else ["1", "Enter"]))
    expect(form).to_have_count(0)
