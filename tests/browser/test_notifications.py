"""Notifications on a device: permission is asked for after a click only, and the service worker shows a message."""

import json
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from playwright.sync_api import CDPSession, Page, expect

from gameplay.models import Account, NotificationSettings, PushSubscription
from gameplay.services.accounts import create_guest
from tests.browser.steps import PHONE, fits, sign_in
from tests.parts.push_service import PushBrowser
from tests.parts.waiting import eventually

pytestmark = [pytest.mark.browser]
# The push service of Chromium is not reachable in tests, so the browser's subscription is replaced.
SUBSCRIPTION = """
const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
const keys = %s;
let current = null;
const subscription = {
  endpoint: keys.endpoint, getKey: (name) => bytes(keys[name]).buffer,
  unsubscribe: async () => { current = null; return true; },
};
PushManager.prototype.subscribe = async (options) => {
  window.subscribedWith = options.applicationServerKey;
  return (current = subscription);
};
PushManager.prototype.getSubscription = async () => current;
window.asked = 0;
Object.defineProperty(Notification, "permission", { get: () => (window.asked ? "granted" : "default") });
Notification.requestPermission = async () => { window.asked += 1; return "granted"; };
"""
# Chromium without a window refuses every notification, and opens a page only after a real click on one.
RECORDER = """() => {
  [self.shown, self.opened, self.focused] = [[], [], []];
  ServiceWorkerRegistration.prototype.showNotification = async (title, options) => {
    self.shown.push({ title, ...options });
  };
  Clients.prototype.openWindow = async (url) => { self.opened.push(url); };
  WindowClient.prototype.focus = async function () { self.focused.push(this.url); };
}"""
CLICK = """(data) => {
  const event = new ExtendableEvent("notificationclick");
  event.notification = { data, close() {} };
  event.waitUntil = (promise) => promise;
  self.dispatchEvent(event);
}"""


@pytest.fixture
def alice(live_server_url: str) -> Account:
    return create_guest("Alice")


@pytest.fixture
def phone(new_page: Callable[..., Page], live_server_url: str, alice: Account) -> Page:
    page = new_page(viewport=PHONE, service_workers="allow", permissions=["notifications"])
    sign_in(page, alice, live_server_url)
    return page


def test_the_browser_asks_after_a_click_and_can_be_taken_back(phone: Page, alice: Account):
    browser = PushBrowser("https://push.example/abc")
    phone.add_init_script(SUBSCRIPTION % json.dumps(browser.subscription))
    phone.goto("/my/data")
    on = phone.get_by_role("button", name="Show notifications on this device")
    off = phone.get_by_role("button", name="No longer on this device")
    expect(on).to_be_visible()
    assert phone.locator(":root").evaluate("() => window.asked") == 0

    on.focus()
    phone.keyboard.press("Enter")

    expect(phone.get_by_text("This device shows notifications.")).to_be_visible()
    expect(off).to_be_focused()
    assert phone.locator(":root").evaluate("() => window.asked") == 1
    assert len(phone.locator(":root").evaluate("() => window.subscribedWith")) == 87
    stored = PushSubscription.objects.get()
    assert (stored.account, stored.endpoint) == (alice, browser.endpoint)

    off.press("Enter")

    expect(on).to_be_focused()
    assert eventually(lambda: not PushSubscription.objects.exists())


def test_kinds_are_chosen_by_keyboard(phone: Page, alice: Account):
    phone.goto("/my/data")
    phone.get_by_label("A round is published").focus()
    phone.keyboard.press("Space")
    phone.get_by_label("A judge answers my call").focus()
    phone.keyboard.press("Space")
    phone.keyboard.press("Enter")

    expect(phone.get_by_text("Your choice was saved.")).to_be_visible()
    assert NotificationSettings.objects.get(account=alice).kinds == ["round", "call"]
    expect(phone.get_by_label("A round is published")).to_be_checked()
    fits(phone)


def test_the_account_menu_leads_to_the_page(phone: Page):
    phone.goto("/")
    phone.locator("#account-menu summary").press("Enter")
    phone.get_by_role("link", name="Your data").press("Enter")

    expect(phone.get_by_role("heading", name="Your data", level=1)).to_be_visible()


@pytest.fixture
def worker(phone: Page) -> Iterator[tuple[CDPSession, str]]:
    """The DevTools protocol, and the id of the registered service worker."""
    cdp = phone.context.new_cdp_session(phone)
    found: list[str] = []
    cdp.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(each["registrationId"] for each in event["registrations"]),
    )
    cdp.send("ServiceWorker.enable")
    phone.goto("/my/data")
    phone.locator(":root").evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    assert eventually(partial(_has_arrived, phone, found))
    yield cdp, found[0]
    cdp.detach()


def _has_arrived(page: Page, found: list[str]) -> bool:
    page.locator(":root").evaluate("() => true")  # lets events of the protocol arrive
    return bool(found)


def test_the_service_worker_shows_a_message_and_opens_its_page(
    phone: Page, worker: tuple[CDPSession, str], live_server_url: str
):
    cdp, registration = worker
    (code,) = phone.context.service_workers
    code.evaluate(RECORDER)
    origin = live_server_url.rstrip("/")
    message = {"title": "Table 4: round 2 against Bob", "body": "Summer Draft", "tag": "round", "lang": "en"}
    for url in ("/match/4", "/my/data", "https://elsewhere.example/"):
        data = json.dumps(message | {"url": url})
        cdp.send("ServiceWorker.deliverPushMessage", {"origin": origin, "registrationId": registration, "data": data})

    assert eventually(lambda: len(code.evaluate("() => self.shown")) == 3)
    shown = code.evaluate("() => self.shown")
    assert [each["title"] for each in shown] == [message["title"]] * 3
    assert {(each["body"], each["tag"], each["lang"], each["renotify"]) for each in shown} == {
        ("Summer Draft", "round", "en", True)
    }
    for each in shown:
        code.evaluate(CLICK, each["data"])
    # The second page is open already; pages of other sites are never opened.
    assert eventually(lambda: code.evaluate("() => self.opened") == [f"{origin}/match/4"])
    assert code.evaluate("() => self.focused") == [f"{origin}/my/data"]
