"""A floor judge gives a warning at table 7 on a phone."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from gameplay.services.accounts import create_guest, create_staff
from tests.browser.pods import new_day
from tests.browser.steps import arrives, fits, sign_in
from tests.tournaments.conftest import Day
from tournaments.models import Penalty
from tournaments.selectors.roles import FLOOR_JUDGE
from tournaments.services.entry import register_player
from tournaments.services.event import appoint_official

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SMALL = {"width": 360, "height": 640}
ACTIVATIONS = 5
TARGET = 44  # pixels
COUNT = """
window.activations = Number(sessionStorage.activations || 0);
addEventListener("click", (event) => {
  if (event.detail || !event.isTrusted || event.target.closest("a, button, summary, label, select, input")) {
    sessionStorage.activations = Number(sessionStorage.activations || 0) + 1;
  }
}, true);
"""
TOO_SMALL = f"""main => [
  ...main.querySelectorAll(":is(a, button, summary, select, input:not([type=radio]), label.check)")
]
  .filter((each) => each.checkVisibility() && !each.closest("p, .eyebrow, dd"))
  .filter((each) => each.getBoundingClientRect().height < {TARGET} - 0.5)
  .map((each) => `${{each.outerHTML.slice(0, 80)}} ${{each.getBoundingClientRect().height}}`)"""


@pytest.fixture
def hall(transactional_db: None) -> Day:
    """Seven tables in round 1."""
    day = new_day()
    day.enter(8)
    for name in ("Ida", "Jana", "Karl", "Lena", "Max", "Nora"):
        register_player(day.event, create_guest(name))
    day.seat()
    day.draft()
    day.round(1)
    return day


def is_usable_by_thumb(page: Page) -> None:
    """Expect that nothing on the page is too wide or too small for a thumb."""
    fits(page)
    assert page.locator("main").evaluate(TOO_SMALL) == []


def test_a_warning_at_table_7_takes_at_most_five_activations(
    new_page: Callable[..., Page], live_server_url: str, hall: Day
):
    ines: Any = create_staff("Ines")
    appoint_official(hall.event, ines, FLOOR_JUDGE, by=hall.by)
    player = hall.matches(1)[6].a
    page = new_page(viewport=SMALL, has_touch=True, is_mobile=True)
    page.add_init_script(COUNT)
    sign_in(page, ines, live_server_url)
    page.goto(f"/e/{hall.event.slug}/judge")
    is_usable_by_thumb(page)

    page.get_by_role("link", name=player.name, exact=True).first.click()
    arrives(page, page.get_by_role("heading", level=1, name=player.name))
    is_usable_by_thumb(page)
    page.get_by_text("game rule violation").click()
    page.get_by_label("What happened").fill("drew twice")
    page.get_by_role("button", name="Give penalty").click()
    expect(page.get_by_text("Warning: game rule violation")).to_be_visible()

    assert 3 <= page.locator(":root").evaluate("() => Number(sessionStorage.activations)") <= ACTIVATIONS
    penalty = Penalty.objects.select_related("match").get()
    assert penalty.match
    assert (penalty.entry, penalty.level, penalty.match.table) == (player, "warning", 7)
    expect(page.get_by_text("Offense 2: consider Game loss")).to_be_visible()
