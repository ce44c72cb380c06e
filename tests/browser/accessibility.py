"""What axe-core, browsers and readers find on a page."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, ViewportSize

from tests.browser.steps import PHONE, fits

DESKTOP: ViewportSize = {"width": 1280, "height": 900}


class Look(NamedTuple):
    """A screen and a color scheme."""

    size: ViewportSize
    scheme: Literal["light", "dark"]


LOOKS = [Look(PHONE, "light"), Look(DESKTOP, "dark"), Look(PHONE, "dark"), Look(DESKTOP, "light")]
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RULES = {"runOnly": {"type": "tag", "values": TAGS}, "resultTypes": ["violations"]}
FOUND = """async (root, rules) => (await axe.run(document, rules)).violations.flatMap(({ id, impact, nodes }) =>
  nodes.map(({ html, any, all }) => {
    const messages = [...any, ...all].map((check) => check.message).join(" ");
    return `${id} (${impact}): ${html.slice(0, 160)} ${messages.slice(0, 160)}`;
  }))"""
SCROLL_TO_END = "root => root.scrollTo(0, root.scrollHeight)"
"""At the end of a page, a bar at the bottom of the screen covers nothing that axe would measure as too small."""


class Access:
    """Which looks a page is checked in.

    Axe needs half a second for each, and so pages take turns in a phone's light and a desktop's dark look. With
    --thorough each page is checked in all four.
    """

    is_thorough = False
    pages = 0

    @classmethod
    def next_looks(cls) -> list[Look]:
        cls.pages += 1
        return LOOKS if cls.is_thorough else [LOOKS[cls.pages % 2]]


def violations(page: Page, looks: Sequence[Look] = ()) -> list[str]:
    """Return the violations of WCAG 2.2 AA that axe finds on a page, in ``looks`` or those whose turn it is."""
    root = page.locator(":root")
    root.evaluate(AXE_SCRIPT)
    found = []
    for size, scheme in looks or Access.next_looks():
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=scheme)
        root.evaluate(SCROLL_TO_END)
        found += [f"{page.url} {size['width']} {scheme} {each}" for each in root.evaluate(FOUND, RULES)]
    return found


def violations_on(page: Page, paths: list[str]) -> list[str]:
    """Return the violations on each of ``paths``, which also have to fit a phone."""
    found = []
    for path in paths:
        page.set_viewport_size(PHONE)
        page.goto(f"/{path}")
        fits(page)
        found += violations(page)
    return found
