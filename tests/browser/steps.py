"""What people do and see in a browser, each step waiting for what it leads to.

A page may change at any moment: another one is on its way, a part of it comes anew. So what is looked at is expected
(`expect(...)` waits), and the calls of Playwright that answer at once are refused while a browser is open (AT_ONCE).
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

PATIENCE = 30_000  # milliseconds until what is expected must be there, on a machine that has other things to do
PHONE: ViewportSize = {"width": 360, "height": 740}
GUARD = 700  # milliseconds for which a page takes nothing for what it has just painted, and a frame or two
STATES = "is_checked is_disabled is_editable is_enabled is_hidden is_visible"
READS = f"get_attribute inner_html inner_text input_value text_content {STATES}"
AT_ONCE = {
    "Page": f"content evaluate query_selector query_selector_all title wait_for_timeout {READS}",
    "Locator": f"all all_inner_texts all_text_contents bounding_box count evaluate_all {READS}",
}
"""What answers with how a page is now, or waits for nothing in particular."""


def refuse_what_does_not_wait(patch: pytest.MonkeyPatch) -> None:
    """Let a test that reads at once, or sleeps, fail however fast the machine is."""

    def refused(*_given: Any, **_named: Any) -> None:
        pytest.fail("this waits for nothing; expect(...) does (tests/browser/steps.py)")

    for kind, names in AT_ONCE.items():
        for name in names.split():
            patch.setattr(getattr(sync_api, kind), name, refused)


def sign_in(page: Page, account: Account, url: str) -> None:
    client = Client()
    client.force_login(account, backend="gameplay.infrastructure.sessions.AccountBackend")
    name = settings.SESSION_COOKIE_NAME
    page.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": url}])


def sign_in_by_link(page: Page, account: Account, *, to: str = "/") -> None:
    """Open a new sign-in link of ``account`` that leads to the path ``to``, and press its button."""
    page.goto(f"/sign-in/{create_login_link(account)}?next={to}")
    page.get_by_role("button", name=f"Sign in as {account.handle}").click()
    page.wait_for_url(f"**{to}")


def own_time(page: Page, now: datetime) -> None:
    """Give a page, before it is opened, a time that is ``now`` and that the test can make pass by `page.clock`."""
    page.clock.install(time=now)
    page.add_init_script("Date.now()")  # the clock knows no performance.timeOrigin before it is asked


def opened_draft(page: Page, url: str, account: Account, pod: Pod, *, ahead: timedelta = timedelta()) -> Page:
    """Open the page of a seat, ``ahead`` of its server's time; the set's choices are fetched, the stream is open."""
    own_time(page, datetime.now(UTC) + ahead)
    sign_in(page, account, url)
    with page.expect_request_finished(lambda request: "/draft/choices/" in request.url):
        page.goto(f"/pod/{pod.pk}/draft")
    is_live(page)
    return page


def arrives(page: Page, shown: Locator) -> None:
    """Wait for the page that ``shown`` is on, and for its scripts."""
    expect(shown).to_be_visible()
    page.wait_for_load_state()


def is_live(page: Page, *, stream: str = "") -> None:
    """Wait until the page follows its streams; and, given a stream, until its part of it shows the newest number."""
    expect(page.locator("#live")).to_have_attribute("data-state", "live")
    if stream:
        newest = LogStream.objects.get(name=stream).number
        expect(page.locator(f"[data-live='{stream}']")).to_have_attribute("data-number", str(newest))


def fits(page: Page) -> None:
    """Nothing is wider than the page: nobody has to scroll sideways."""
    assert page.viewport_size
    expect(page.locator(":root")).to_have_js_property("scrollWidth", page.viewport_size["width"])


def keeps_focus(page: Page) -> None:
    """Something on the page has the focus (AC-P14)."""
    expect(page.locator(":focus")).to_have_count(1)


def tab_to(page: Page, words: str) -> None:
    """Press Tab until what has the focus is called ``words``: by its text, or by its label."""
    called = """(root, words) => {
      const it = document.activeElement;
      return it !== document.body && (it.labels?.[0] ?? it).textContent.includes(words);
    }"""
    for _ in range(200):
        page.keyboard.press("Tab")
        if page.locator(":root").evaluate(called, words):
            return
    pytest.fail(f"no way to {words}")


def press(page: Page, words: str) -> None:
    """Tab to what is called ``words``, and press Enter there."""
    tab_to(page, words)
    page.keyboard.press("Enter")


def fill_in(page: Page, words: str, text: str) -> None:
    """Tab to the field that is called ``words``, and type ``text``; of a list, as much as tells what is meant."""
    tab_to(page, words)
    page.keyboard.type(text)


def send(page: Page, *keys: str) -> None:
    """Press ``keys`` until they send a form, which is once it has been there long enough to be read.

    Time is made to pass: the page has its `own_time`.
    """
    root = page.locator(":root")
    hear = "root => { delete root.dataset.sent; addEventListener('submit', () => (root.dataset.sent = ''), { once: true }); }"
    for _ in range(10):
        page.clock.run_for(GUARD)
        root.evaluate(hear)
        for key in keys:
            page.keyboard.press(key)
        try:
            page.locator(":root[data-sent]").wait_for(state="attached", timeout=1000)
        except Late:
            continue
        return
    pytest.fail(f"{keys} send nothing")


def pick(page: Page, turn: str, *, by_arrow: bool = False) -> None:
    """Take a card by its number, or by the arrow that follows it; wait until it is taken."""
    form = page.locator(f"form[data-pick='{turn}']")
    expect(form).to_be_visible()
    send(page, *(["1", "ArrowRight", "Enter"] if by_arrow else ["1", "Enter"]))
    expect(form).to_have_count(0)
