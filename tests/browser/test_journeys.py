"""Journeys with a counted number of activations: clicks, taps, and Enter or Space on a control.

The organizer's day is in tests/tournaments/test_journey.py, the warning of a judge in tests/browser/test_penalty.py.
"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from gameplay.services.accounts import create_staff
from tests.browser.pods import new_day
from tests.browser.steps import PHONE, arrives, await_whole, sign_in
from tests.tournaments.conftest import Day
from tournaments.models import Match
from tournaments.selectors.results import match_agreement
from tournaments.selectors.roles import HEAD_JUDGE
from tournaments.services.event import appoint_official
from tournaments.services.match import add_report

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
COUNT = """
addEventListener("click", (event) => {
  if (event.isTrusted) sessionStorage.activations = Number(sessionStorage.activations || 0) + 1;
}, true);
"""


@pytest.fixture
def phone(new_page: Callable[..., Page]) -> Page:
    """A phone that counts activations."""
    page = new_page(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="no-preference")
    page.add_init_script(COUNT)
    return page


def activations(page: Page) -> int:
    return int(page.locator(":root").evaluate("() => Number(sessionStorage.activations || 0)"))


@pytest.fixture
def playing(transactional_db: None) -> Day:
    day = new_day()
    day.to_round(1)
    return day


def dispute(day: Day) -> Match:
    """Return table 1 after its players have reported different results."""
    match = day.matches(1)[0]
    assert match.b
    add_report(match, day.result("2-1"), by=match.a.account, last_seen_number=0)
    add_report(match, day.result("0-2"), by=match.b.account, last_seen_number=1)
    return match


def test_a_player_reports_with_two_taps_from_my_event(phone: Page, live_server_url: str, playing: Day):
    match = playing.matches(1)[0]
    sign_in(phone, match.a.account, live_server_url)
    phone.goto("/my")

    phone.get_by_role("link", name="Report result").tap()
    await_whole(phone, ".scores button", 5)
    phone.get_by_role("button", name="2-1", exact=True).tap()

    expect(phone.get_by_text("You reported 2-1.")).to_be_visible()
    assert activations(phone) == 2


def test_a_player_confirms_with_one_tap_from_my_event(phone: Page, live_server_url: str, playing: Day):
    match = playing.matches(1)[0]
    assert match.b
    add_report(match, playing.result("2-1"), by=match.a.account, last_seen_number=0)
    sign_in(phone, match.b.account, live_server_url)
    phone.goto("/my")
    expect(phone.get_by_role("link", name="My event (waiting for you)")).to_be_visible()
    expect(phone.locator("main .primary")).to_have_text("Confirm")
    expect(phone.get_by_role("button", name="Confirm")).to_be_in_viewport()

    phone.get_by_role("button", name="Confirm").tap()

    expect(phone.get_by_text("This result counts.")).to_be_visible()
    expect(phone.get_by_role("link", name="My event", exact=True)).to_be_visible()
    assert activations(phone) == 1


def test_a_judge_corrects_a_dispute_with_at_most_three_activations(phone: Page, live_server_url: str, playing: Day):
    """From the call to the table with the dispute, and one button for the result; one more resolves the call."""
    match = dispute(playing)
    judge = create_staff("Hana")
    appoint_official(playing.event, judge, HEAD_JUDGE, by=playing.by)
    sign_in(phone, judge, live_server_url)
    phone.goto(f"/e/{playing.event.slug}/judge")

    phone.get_by_role("link", name="Table 1").first.tap()
    arrives(phone, phone.get_by_role("heading", name="Disputed"))
    phone.get_by_role("button", name="1-2", exact=True).tap()
    expect(phone.get_by_role("heading", name="Correct the result")).to_be_visible()

    assert activations(phone) <= 3
    assert str(match_agreement(match).result) == "1-2"


def test_a_newcomer_is_in_front_of_the_first_pack_with_one_activation(phone: Page, transactional_db: None):
    phone.goto("/")
    expect(phone.get_by_role("button", name="Draft against bots")).to_be_in_viewport(ratio=1)

    phone.get_by_role("button", name="Draft against bots").tap()

    expect(phone).to_have_url(re.compile("/pod/.+/draft$"))
    expect(phone.get_by_role("radio").first).to_be_attached()
    assert activations(phone) == 1
