"""A deck check on a phone, by thumb and by keys, and without a script."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from drafting.rules.format import DraftFormat
from gameplay.services.accounts import create_staff
from tests.browser.test_draft import PHONE, fits, sign_in
from tests.tournaments.conftest import BOOSTERS, SEED, Day
from tests.tournaments.decks import drafted
from tournaments.models import DeckCheck, Match
from tournaments.services.event import NewEvent, create_event

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("tasks_at_once")]


@pytest.fixture
def judged(live_server_url: str) -> Day:
    """Six players in their first round, their decks handed in."""
    alma = create_staff("Alma")
    day = Day(create_event(NewEvent("Shop draft", DraftFormat(), BOOSTERS), by=alma, seed=SEED), alma)
    day.enter()
    day.seat()
    drafted(day)
    day.round(1)
    return day


def picker(page: "Page", day: Day, url: str) -> None:
    sign_in(page, day.alma, url)
    page.goto(f"/e/{day.event.slug}/judge/decks")


def test_a_deck_is_checked_by_thumb_and_its_table_gets_the_time(
    new_page: Callable[..., "Page"], live_server_url: str, judged: Day
):
    page = new_page(viewport=PHONE)
    picker(page, judged, live_server_url)
    assert fits(page)
    page.get_by_role("button", name="Check a deck at random").click()
    assert fits(page)
    boxes = page.locator("form.check-deck ol").first.get_by_role("checkbox")
    assert boxes.count() == 35
    assert all(
        (label.bounding_box() or {"height": 0})["height"] >= 44 for label in page.locator(".ticks label").all()[:35]
    )

    for box in boxes.all():
        box.check()
    page.locator("[data-found]").get_by_text("35/35").wait_for()
    with page.expect_response(lambda answer: answer.request.method == "POST") as saved:
        pass
    assert saved.value.status == 204
    page.reload()
    assert page.locator("form.check-deck [name=found]:checked").count() == 35
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("heading", name="As registered").wait_for()
    page.get_by_role("button", name="Give table").click()
    page.get_by_text("got 4 more minutes").wait_for()

    check = DeckCheck.objects.get()
    assert (check.result, check.extra_minutes) == ("ok", 4)
    assert check.match is not None
    assert Match.objects.get(pk=check.match.pk).extra_minutes == 4
    assert fits(page)


def test_a_deck_is_checked_by_keys_alone_without_a_script(
    new_page: Callable[..., "Page"], live_server_url: str, judged: Day
):
    page = new_page(java_script_enabled=False)
    picker(page, judged, live_server_url)
    page.get_by_role("button", name="Check a deck at random").focus()
    page.keyboard.press("Enter")
    boxes = page.locator("form.check-deck ol").first.get_by_role("checkbox")
    boxes.first.focus()
    for _ in range(34):
        page.keyboard.press("Space")
        page.keyboard.press("Tab")
    page.get_by_role("button", name="Save").focus()
    page.keyboard.press("Enter")
    page.locator("[data-found]").get_by_text("34/35").wait_for()
    page.get_by_role("radio", name="Put right").focus()
    page.keyboard.press("Space")
    page.get_by_role("textbox", name="Reason").focus()
    page.keyboard.type("one card lay in the box")
    page.get_by_role("button", name="Stop").focus()
    page.keyboard.press("Enter")

    page.get_by_role("heading", name="Put right").wait_for()
    assert page.get_by_text("On the list, not found:").is_visible()


@pytest.mark.parametrize("script", [True, False])
def test_enter_in_a_field_saves_and_nothing_that_was_chosen_is_lost(
    new_page: Callable[..., "Page"], live_server_url: str, judged: Day, script: bool
):
    page = new_page(viewport=PHONE, java_script_enabled=script)
    picker(page, judged, live_server_url)
    page.get_by_role("button", name="Check a deck at random").click()
    page.locator("form.check-deck ol").first.get_by_role("checkbox").first.check()
    page.get_by_role("radio", name="Put right").check()
    page.get_by_role("textbox", name="Reason").fill("34 cards lay")
    with page.expect_navigation():
        page.keyboard.press("Enter")

    assert page.get_by_role("radio", name="Put right").is_checked()
    assert page.get_by_role("textbox", name="Reason").input_value() == "34 cards lay"
    assert page.locator("[data-found]").inner_text() == "1/35"
    assert DeckCheck.objects.get().ended_at is None
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("heading", name="Put right").wait_for()
    assert DeckCheck.objects.get().reason == "34 cards lay"
