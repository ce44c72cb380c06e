"""A browser window that takes pictures as WebP, in which the control to press is marked."""

from base64 import b64decode
from dataclasses import dataclass

from playwright.sync_api import Browser, Page, expect

from gameplay.models import Account
from tests.browser.steps import sign_in

SCALE = 2  # pixels of the picture per CSS pixel
QUALITY = 58
MARK = """element => {
  const box = element.getBoundingClientRect();
  const ring = document.createElement("div");
  ring.id = "picture-mark";
  const inset = 6;
  Object.assign(ring.style, {
    position: "absolute", zIndex: "99", pointerEvents: "none", boxSizing: "border-box",
    left: `${box.left + scrollX - inset}px`, top: `${box.top + scrollY - inset}px`,
    width: `${box.width + 2 * inset}px`, height: `${box.height + 2 * inset}px`,
    border: "4px solid #c2185b", borderRadius: "14px",
  });
  document.body.append(ring);
}"""
UNMARK = 'root => root.querySelector("#picture-mark")?.remove()'
SCROLL = """(root, [top, space]) => scrollTo({
  top: top === null ? 0 : document.querySelector(top).getBoundingClientRect().top + scrollY - space,
  behavior: "instant",
})"""
MARGIN = 12  # CSS pixels above the element at the top of a picture


@dataclass
class Camera:
    """A browser window of ``size`` in CSS pixels, in ``language``."""

    browser: Browser
    url: str
    language: str
    size: tuple[int, int]

    def __post_init__(self) -> None:
        width, height = self.size
        context = self.browser.new_context(
            base_url=self.url,
            viewport={"width": width, "height": height},
            device_scale_factor=SCALE,
            locale=self.language,
            timezone_id="UTC",
            color_scheme="light",
            reduced_motion="reduce",
            service_workers="block",
        )
        self.page: Page = context.new_page()
        cookies = {"django_language": self.language, "desk-tour": "1"}
        context.add_cookies([{"name": name, "value": value, "url": self.url} for name, value in cookies.items()])
        self._devtools = context.new_cdp_session(self.page)

    def sign_in(self, account: Account) -> None:
        sign_in(self.page, account, self.url)

    def close(self) -> None:
        self.page.context.close()

    def take(self, mark: str = "", *, top: str | None = None) -> bytes:
        """Return a picture. ``mark`` selects the element to mark, ``top`` the one at the top of the picture."""
        root = self.page.locator(":root")
        self.page.wait_for_load_state("networkidle")
        if mark:
            expect(self.page.locator(mark).first).to_be_visible()
        root.evaluate(SCROLL, [top, MARGIN])
        if mark:
            self.page.locator(mark).first.evaluate(MARK)
        taken = self._devtools.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
        root.evaluate(UNMARK)
        return b64decode(taken["data"])
