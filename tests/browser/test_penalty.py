"""A floor judge on a phone, in a dark hall, with one hand: a warning at table 7 (AC-J1)."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from gameplay.services.accounts import create_guest, create_staff
from tests.browser.test_draft import fits, sign_in
from tests.tournaments.conftest import Day
from tournaments.models import Penalty
from tournaments.selectors.roles import FLOOR_JUDGE
from tournaments.services.entry import join
from tournaments.services.event import appoint

if TYPE_CHECKING:
    from playwright.sync_api import Page

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
TOO_SMALL = f"""() => [...document.querySelectorAll("main :is(a, button, summary, select, input:not([type=radio]), label.check)")]
  .filter((each) => each.checkVisibility() && !each.closest("p, .eyebrow, dd"))
  .filter((each) => each.getBoundingClientRect().height < {TARGET} - 0.5)
  .map((each) => `${{each.outerHTML.slice(0, 80)}} ${{each.getBoundingClientRect().height}}`)"""


@pytest.fixture
def hall(transactional_db: None) -> Day:
    """Seven tables, and Ines on the floor."""
    from drafting.rules.format import DraftFormat
    from tests.tournaments.conftest import BOOSTERS, SEED
    from tournaments.services.event import NewEvent, create_event

    alma = create_staff("Alma")
    day = Day(create_event(NewEvent("Hall", DraftFormat(), BOOSTERS), by=alma, seed=SEED), alma)
    day.enter(8)
    for name in ("Ida", "Jana", "Karl", "Lena", "Max", "Nora"):
        join(day.event, create_guest(name))
    day.seat()
    day.draft()
    day.round(1)
    return day


def clicks(page: "Page") -> int:
    return int(page.evaluate("Number(sessionStorage.activations || 0)"))


def test_a_warning_at_table_7_takes_at_most_five_activations(
    new_page: Callable[..., "Page"], live_server_url: str, hall: Day
):
    ines: Any = create_staff("Ines")
    appoint(hall.event, ines, FLOOR_JUDGE, by=hall.by)
    player = hall.matches(1)[6].a
    page = new_page(viewport=SMALL, has_touch=True, is_mobile=True)
    page.add_init_script(COUNT)
    sign_in(page, ines, live_server_url)
    page.goto(f"{live_server_url}/e/{hall.event.slug}/judge")
    assert (fits(page), page.evaluate(TOO_SMALL)) == (True, [])

    page.get_by_role("link", name=player.name, exact=True).first.click()
    page.get_by_role("heading", level=1, name=player.name).wait_for()
    assert (fits(page), page.evaluate(TOO_SMALL)) == (True, [])
    page.get_by_text("a rule was broken in play").click()
    page.get_by_label("What happened").fill("drew twice")
    page.get_by_role("button", name="Give the penalty").click()
    page.get_by_text("Warning: a rule was broken in play").wait_for()

    assert 3 <= clicks(page) <= ACTIVATIONS
    assert [(each.entry, each.level, each.match.table) for each in Penalty.objects.select_related("match")] == [  # type: ignore[union-attr]
        (player, "warning", 7)
    ]
    page.get_by_text("2. time: consider Game loss").wait_for()
