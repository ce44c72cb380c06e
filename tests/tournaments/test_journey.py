"""The day of an organizer and of a player in a real browser."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone

from drafting.models import Pod
from gameplay.models import Account
from gameplay.services.accounts import create_staff, login_link
from tests.tournaments.conftest import NAMES, Day
from tournaments.models import Event, Match
from tournaments.selectors.results import quick_result
from tournaments.services.match import confirm, report

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
BUDGET = 15  # activations of an organizer (AC-O1)


def sign_in(page: "Page", account: Account) -> None:
    page.goto(f"/sign-in/{login_link(account)}")


class Hand:
    """Clicks, and counts how often."""

    def __init__(self, page: "Page") -> None:
        self.page, self.activations = page, 0

    def click(self, name: str, *, role: str = "button") -> None:
        self.activations += 1
        self.page.get_by_role(role, name=name, exact=True).click()  # type: ignore[arg-type]


def draft_at_once(event: Event) -> None:
    now = timezone.now()
    Pod.objects.filter(event_pod__event=event).update(drafted_at=now, closed_at=now)


def report_all(event: Event, number: int) -> None:
    """Let both players of every table of a round say the same."""
    for match in Match.objects.filter(round__event=event, round__number=number).select_related(
        "round__event", "a", "b"
    ):
        assert match.b
        report(match, quick_result("2-1", 5), by=match.a.account, seen=0)
        confirm(match, by=match.b.account, seen=1)


def test_an_organizer_needs_few_activations_from_the_first_page_to_the_standings(new_page: Callable[..., "Page"]):
    page = new_page(viewport={"width": 1280, "height": 800})
    sign_in(page, create_staff("Alma"))
    hand = Hand(page)
    page.goto("/")
    hand.click("New event", role="link")
    hand.activations += 1
    page.locator("main a.preset").first.click()
    hand.click("Create event")
    for name in NAMES[:6]:  # typed, as players would come by themselves
        page.get_by_label("Add walk-in").fill(name)
        page.keyboard.press("Enter")
        page.get_by_text(f"{name} is in").wait_for()
        assert page.evaluate("[document.activeElement.id, document.activeElement.value]") == ["walk-in", ""]
    event = Event.objects.get()
    hand.click("Make pods")
    hand.click("Publish seating and start draft")
    page.get_by_text("Packs pass left, clockwise").wait_for()
    draft_at_once(event)
    page.reload()
    for number in (1, 2, 3):
        hand.click(f"Pair round {number}")
        hand.click("Publish and start clock")
        page.get_by_text("0 of 3 results are in").wait_for()
        report_all(event, number)
        page.get_by_text("3 of 3 results are in").wait_for()
    hand.click("Finish event", role="link")
    hand.click("Finish event")
    page.get_by_role("link", name="Final standings").first.wait_for()

    assert hand.activations <= BUDGET
    event.refresh_from_db()
    assert event.finished_at is not None
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_refused_step_says_why_and_changes_nothing(
    new_event: Callable[..., Day], new_page: Callable[..., "Page"], console: list[str]
):
    day = new_event()
    day.to_round(1)
    page = new_page()
    sign_in(page, day.alma)
    page.goto(f"/e/{day.event.slug}/manage")

    page.get_by_role("button", name="Pair round 2").click()

    page.get_by_role("alert").get_by_text("These tables have no result yet: 1, 2, 3.").first.wait_for()
    assert day.event.rounds.count() == 1
    console.clear()  # the browser tells of the 409


def test_too_small_packs_put_the_focus_on_their_field(
    new_page: Callable[..., "Page"], console: list[str], transactional_db: None
):
    page = new_page()
    sign_in(page, create_staff("Alma"))
    page.goto("/events/new?preset=enemy-FL-booster")
    page.get_by_text("Change details").click()
    page.get_by_label("Cards in a pack").fill("8")

    page.get_by_role("button", name="Create event").click()

    page.get_by_text("4 packs x 8 cards = 32, fewer than the 35-card deck").wait_for()
    assert page.evaluate("document.activeElement.name") == "pack_size"
    assert page.get_by_label("Cards in a pack").get_attribute("aria-invalid") == "true"
    assert not Event.objects.exists()
    console.clear()  # the browser tells of the 422


def test_a_player_joins_reports_and_hears_of_the_confirmation_on_a_phone(
    new_event: Callable[..., Day], new_page: Callable[..., "Page"]
):
    day = new_event()
    day.enter(5)
    page = new_page(viewport={"width": 360, "height": 640})
    page.goto("/")
    page.get_by_label("Event code").fill(day.event.join_code)
    page.keyboard.press("Enter")
    page.get_by_label("Your name here").fill("Zoe")
    page.get_by_role("button", name="Join event").click()
    page.get_by_label("Recovery code").wait_for()
    page.get_by_role("link", name="Go to my event").click()
    page.get_by_text("You are in, number 6").wait_for()
    day.seat()
    page.get_by_text("Pod A, seat").wait_for()
    day.draft()
    day.round(1)
    page.get_by_text("Round 1, against").wait_for()
    page.get_by_role("link", name="Report result").click()

    page.get_by_role("button", name="2-1").click()
    page.get_by_text("You reported 2-1. Waiting for").wait_for()

    entry = day.event.entries.get(name="Zoe")
    match = next(match for match in day.matches(1) if entry in (match.a, match.b))
    other = match.b if match.a == entry else match.a
    assert other
    confirm(match, by=other.account, seen=1)
    page.get_by_text("This result counts.").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("link", name="Standings").click()
    assert page.locator("tr.own").get_by_text("Zoe").is_visible()


def test_walk_ins_are_typed_one_after_another_without_waiting(
    new_event: Callable[..., Day], new_page: Callable[..., "Page"], console: list[str]
):
    day = new_event()
    page = new_page()
    sign_in(page, day.alma)
    page.goto(f"/e/{day.event.slug}/manage")
    page.get_by_label("Add walk-in").click()

    for name in NAMES:
        page.keyboard.type(name, delay=20)
        page.keyboard.press("Enter")

    page.get_by_text(f"{len(NAMES)}. {NAMES[-1]}").wait_for()
    assert [entry.name for entry in day.event.entries.order_by("number")] == list(NAMES)
    page.keyboard.type("X" * 50)
    page.keyboard.press("Enter")
    page.get_by_role("alert").get_by_text("40").first.wait_for()
    assert page.get_by_label("Add walk-in").input_value() == "X" * 50
    console.clear()  # the browser tells of the 422
