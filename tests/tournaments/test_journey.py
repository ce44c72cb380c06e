"""The day of an organizer and of a player in a browser."""

from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from drafting.models import Pod
from gameplay.services.accounts import create_staff
from tests.browser.steps import arrives, fits, sign_in_by_link
from tests.tournaments.conftest import NAMES, Day
from tournaments.models import Event, Match
from tournaments.selectors.results import result_from_score
from tournaments.services.match import add_report, confirm_report

pytestmark = pytest.mark.browser
BUDGET = 13  # clicks of an organizer


def expect_text(page: Page, words: str) -> None:
    expect(page.get_by_text(words).first).to_be_visible()


class ClickCounter:
    """Clicks on a page and counts the clicks."""

    def __init__(self, page: Page) -> None:
        self.page, self.clicks = page, 0

    def click(self, name: str, *, role: str = "button") -> None:
        self.clicks += 1
        self.page.get_by_role(role, name=name, exact=True).click()  # type: ignore[arg-type]


def walk_in(page: Page, name: str) -> None:
    """Add a walk-in through the form."""
    field = page.get_by_label("Add walk-in")
    field.fill(name)
    page.keyboard.press("Enter")
    expect_text(page, f"{name} was added")
    expect(field).to_be_focused()
    expect(field).to_be_empty()


def skip_draft(event: Event) -> None:
    now = timezone.now()
    Pod.objects.filter(event_pod__event=event).update(drafted_at=now, closed_at=now)


def report_all(event: Event, number: int) -> None:
    """Let both players of every match of a round report the same result."""
    for match in Match.objects.filter(round__event=event, round__number=number).select_related(
        "round__event", "a", "b"
    ):
        assert match.b
        add_report(
            match, result_from_score("2-1", match.round.event.match_rules), by=match.a.account, last_seen_number=0
        )
        confirm_report(match, by=match.b.account, last_seen_number=1)


def test_an_organizer_needs_few_clicks_from_the_first_page_to_the_standings(new_page: Callable[..., Page]):
    page = new_page(viewport={"width": 1280, "height": 800})
    sign_in_by_link(page, create_staff("Alma"))
    clicker = ClickCounter(page)
    page.goto("/")
    clicker.click("New event", role="link")
    clicker.clicks += 1
    page.locator("main a.preset").first.click()
    clicker.click("Create event")
    arrives(page, page.get_by_label("Add walk-in"))
    for name in NAMES[:6]:
        walk_in(page, name)
    event = Event.objects.get()
    clicker.click("Make pods")
    clicker.click("Publish seating and start draft")
    expect_text(page, "Packs pass left, clockwise")
    skip_draft(event)
    page.reload()
    for number in (1, 2, 3):
        clicker.click(f"Pair round {number}")
        clicker.click("Publish and start clock")
        expect_text(page, "0 of 3 results are in")
        report_all(event, number)
        expect_text(page, "3 of 3 results are in")
    clicker.click("Finish event", role="link")
    clicker.click("Finish event")
    expect(page.get_by_role("link", name="Final standings").first).to_be_visible()

    assert clicker.clicks <= BUDGET
    event.refresh_from_db()
    assert event.finished_at is not None
    fits(page)


def test_a_refused_step_says_why_and_changes_nothing(
    new_event: Callable[..., Day], new_page: Callable[..., Page], console: list[str]
):
    day = new_event()
    day.to_round(1)
    page = new_page()
    sign_in_by_link(page, day.alma)
    page.goto(f"/e/{day.event.slug}/manage")

    page.get_by_role("button", name="Pair round 2").click()

    expect(page.get_by_role("alert").first).to_contain_text("These tables have no result yet: 1, 2, 3.")
    assert day.event.rounds.count() == 1
    console.clear()  # the browser logs the 409


def test_too_small_packs_put_the_focus_on_their_field(
    new_page: Callable[..., Page], console: list[str], transactional_db: None
):
    page = new_page()
    sign_in_by_link(page, create_staff("Alma"))
    page.goto("/events/new?preset=enemy-FL-booster")
    page.get_by_text("Change details").click()
    page.get_by_label("Cards per pack").fill("8")

    page.get_by_role("button", name="Create event").click()

    expect_text(page, "4 packs x 8 cards = 32, fewer than the 35-card deck")
    expect(page.get_by_label("Cards per pack")).to_be_focused()
    expect(page.get_by_label("Cards per pack")).to_have_attribute("aria-invalid", "true")
    assert not Event.objects.exists()
    console.clear()  # the browser logs the 422


def test_a_player_joins_reports_and_sees_the_confirmation_on_a_phone(
    new_event: Callable[..., Day], new_page: Callable[..., Page]
):
    day = new_event()
    day.enter(5)
    page = new_page(viewport={"width": 360, "height": 640})
    page.goto("/")
    page.get_by_label("Event code").fill(day.event.join_code)
    page.keyboard.press("Enter")
    page.get_by_label("Your name").fill("Zoe")
    page.get_by_role("button", name="Join event").click()
    expect(page.get_by_label("Recovery code")).to_be_visible()
    page.get_by_role("link", name="Go to my event").click()
    expect_text(page, "You are registered as number 6")
    day.seat()
    expect_text(page, "Pod A, seat")
    day.draft()
    day.round(1)
    expect_text(page, "Round 1, against")
    page.get_by_role("link", name="Report result").click()

    page.get_by_role("button", name="2-1").click()
    expect_text(page, "You reported 2-1. Waiting for")

    entry = day.event.entries.get(name="Zoe")
    match = next(match for match in day.matches(1) if entry in (match.a, match.b))
    other = match.b if match.a == entry else match.a
    assert other
    confirm_report(match, by=other.account, last_seen_number=1)
    expect_text(page, "This result counts.")
    fits(page)
    page.get_by_role("link", name="Standings").click()
    expect(page.locator("tr.own").get_by_text("Zoe")).to_be_visible()


def test_walk_ins_can_be_typed_without_waiting(
    new_event: Callable[..., Day], new_page: Callable[..., Page], console: list[str]
):
    day = new_event(guardian_age=16)
    page = new_page()
    sign_in_by_link(page, day.alma)
    page.goto(f"/e/{day.event.slug}/manage")
    page.get_by_label("Add walk-in").click()

    for name in NAMES:
        page.keyboard.type(name, delay=20)
        page.keyboard.press("Enter")

    expect(page.get_by_role("row").filter(has_text=NAMES[-1])).to_be_visible()
    assert [entry.name for entry in day.event.entries.order_by("number")] == list(NAMES)
    page.get_by_label("Under 16").check()
    page.get_by_label("Add walk-in").focus()
    for name in ("Ida", "Jana"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    expect(page.get_by_role("row").filter(has_text="Jana")).to_be_visible()
    assert list(day.event.entries.filter(under_age=True).values_list("number", flat=True)) == [len(NAMES) + 1]
    page.keyboard.type("X" * 50)
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert").get_by_text("40").first).to_be_visible()
    expect(page.get_by_label("Add walk-in")).to_have_value("X" * 50)
    console.clear()  # the browser logs the 422
