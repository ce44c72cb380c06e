"""The tour of the desk: it points at the parts of the desk, by keyboard and on a phone, and is offered once."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.accessibility import violations
from tests.browser.pods import new_day
from tests.browser.steps import PHONE, fits, press, sign_in

pytestmark = [pytest.mark.browser]
STEPS = ["#next-step", ".qr", "#walk-in", ".steps", ".tabs", "#officials", ".help-link"]
POINTS_AT = """(ring, at) => {
  const [a, b] = [ring, document.querySelector(`#main ${at}`)].map((each) => each.getBoundingClientRect());
  const card = document.querySelector("[data-card]").getBoundingClientRect();
  const apart = card.bottom <= b.top || card.top >= Math.min(b.bottom, a.bottom);
  const inside = card.top >= 0 && card.left >= 0 && card.bottom <= innerHeight && card.right <= innerWidth;
  return a.left <= b.left && a.top <= b.top && a.bottom > b.top && apart && inside;
}"""


@pytest.fixture
def desk(new_page: Callable[..., Page], live_server_url: str) -> Callable[..., Page]:
    def open_desk(**options: object) -> Page:
        day = new_day()
        day.enter(2)
        page = new_page(**options)
        sign_in(page, day.alma, live_server_url)
        page.goto(f"/e/{day.event.slug}/manage")
        return page

    return open_desk


def dialog(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Tour of the desk")


def points_at(page: Page, part: str) -> None:
    """Expect the ring around ``part``, and the dialog beside it and inside the window."""
    expect(page.locator(f"[data-at='{part}']")).to_be_visible()
    page.wait_for_function(f"(at) => ({POINTS_AT})(document.querySelector('[data-ring]'), at)", arg=part)


@pytest.mark.parametrize("size", [PHONE, {"width": 1280, "height": 720}], ids=["phone", "desktop"])
def test_the_tour_points_at_every_part_by_keyboard(desk: Callable[..., Page], size: dict[str, int]):
    page = desk(viewport=size)
    press(page, "Show me around the desk")

    expect(dialog(page).get_by_role("heading")).to_be_focused()
    for number, part in enumerate(STEPS, 1):
        expect(dialog(page).get_by_text(f"{number} of {len(STEPS)}")).to_be_visible()
        points_at(page, part)
        fits(page)
        press(page, "Done" if number == len(STEPS) else "Next")

    expect(dialog(page)).to_be_hidden()
    expect(page.get_by_role("button", name="Tour", exact=True)).to_be_focused()


def test_the_tour_goes_back_and_closes_with_escape(desk: Callable[..., Page]):
    page = desk()
    page.get_by_role("button", name="Tour", exact=True).click()
    page.get_by_role("button", name="Next").click()
    points_at(page, STEPS[1])

    page.keyboard.press("ArrowLeft")
    points_at(page, STEPS[0])
    expect(page.get_by_role("button", name="Back")).to_be_disabled()
    page.keyboard.press("Escape")

    expect(dialog(page)).to_be_hidden()
    expect(page.get_by_role("button", name="Tour", exact=True)).to_be_focused()


def test_the_offer_is_made_once(desk: Callable[..., Page]):
    page = desk()
    page.get_by_role("button", name="No, thank you").click()
    expect(page.locator("#tour-offer")).to_have_count(0)
    page.reload()
    expect(page.locator("#next-step")).to_be_visible()
    expect(page.locator("#tour-offer")).to_have_count(0)

    page.goto(f"{page.url}#tour")
    page.reload()
    expect(dialog(page)).to_be_visible()


def test_the_tour_stays_beside_its_part_when_the_desk_changes(desk: Callable[..., Page]):
    page = desk()
    page.get_by_role("button", name="Tour", exact=True).click()
    points_at(page, STEPS[0])

    page.set_viewport_size({"width": 500, "height": 600})

    points_at(page, STEPS[0])


def test_the_offer_does_not_cover_the_desk(desk: Callable[..., Page]):
    page = desk(viewport=PHONE)

    page.get_by_label("Add walk-in").fill("Zoe")
    page.keyboard.press("Enter")

    expect(page.get_by_text("3 players").first).to_be_visible()
    expect(page.locator("#tour-offer")).to_be_attached()


def test_the_tour_is_read_out_and_accessible(desk: Callable[..., Page]):
    page = desk(viewport=PHONE)
    page.get_by_role("button", name="Tour", exact=True).click()

    expect(dialog(page)).to_match_aria_snapshot("""
      - dialog "Tour of the desk":
        - heading "Tour of the desk" [level=2]
        - text: 1 of 7
        - paragraph: /This button always names the next step/
        - button "Close"
        - button "Back" [disabled]
        - button "Next"
    """)
    expect(dialog(page)).to_have_accessible_description(re.compile("This button always names the next step"))
    assert not (found := violations(page)), "\n".join(found)
