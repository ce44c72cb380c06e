"""A game on paper in a browser: by keys alone, on a phone, without a script."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("transactional_db")]
PHONE = {"width": 360, "height": 780}
UNDECIDABLE = "play Alpha Ichigoro\nattack Heavy Metal; fight; Alpha Ichigoro wins"


def test_a_judge_writes_a_game_down_by_keys_and_is_led_to_the_verdict(new_page: Callable[..., "Page"]):
    page = new_page(viewport=PHONE)
    page.goto("/paper")
    page.get_by_label("What happened, a line a turn").focus()
    page.keyboard.type("hide\nhide; hide")
    page.get_by_role("button", name="Judge this game").focus()
    page.keyboard.press("Enter")

    page.get_by_role("heading", name="Illegal: turn 2, entry 2").wait_for()
    page.wait_for_function("document.activeElement.id === 'verdict'")
    assert page.locator("mark").inner_text() == "hide"
    assert page.get_by_label("What happened, a line a turn").input_value() == "hide\nhide; hide"
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


@pytest.mark.parametrize("script", [True, False])
def test_what_is_missing_is_told_where_it_is_asked_for(new_page: Callable[..., "Page"], script: bool):
    page = new_page(viewport=PHONE, java_script_enabled=script)
    page.goto("/paper")
    page.get_by_label("What happened, a line a turn").fill(UNDECIDABLE)
    page.get_by_role("button", name="Judge this game").click()
    for number, destiny in (("A", "6"), ("B", "1")):
        page.get_by_label(f"what happened on {number}'s side?").fill(f"destiny {destiny}")
        page.get_by_role("button", name="Judge again").click()

    page.get_by_role("heading", name="Legal").wait_for()
    assert "A: destiny 6; B: destiny 1" in page.get_by_label("What happened, a line a turn").input_value()


@pytest.mark.parametrize("script", [True, False])
def test_a_refusal_leads_to_the_field_and_the_example_helps(
    new_page: Callable[..., "Page"], console: list[str], script: bool
):
    page = new_page(java_script_enabled=script)
    page.goto("/paper")
    turns = page.get_by_label("What happened, a line a turn")
    turns.fill("dance")
    page.get_by_role("button", name="Judge this game").click()
    page.get_by_text("Turn 1, “dance”: these are no words of a log.").wait_for()
    assert turns.get_attribute("aria-invalid") == "true"
    assert turns.input_value() == "dance"
    turns.fill("")
    page.get_by_role("button", name="Fill in the example").click()
    page.locator("[name=player_1][value=Alice]").wait_for()
    page.get_by_role("button", name="Judge this game").click()

    page.get_by_role("heading", name="Legal").wait_for()
    console.clear()  # without a script the refusal is a page of status 422


def test_the_log_is_taken_away_and_brought_back(new_page: Callable[..., "Page"]):
    page = new_page()
    page.goto("/paper")
    page.get_by_label("What happened, a line a turn").fill("hide\nhide")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the log").click()
    file = download.value.path()

    page.goto("/paper")
    page.get_by_label("Or a log as a file").set_input_files(file)
    page.get_by_role("button", name="Judge this game").click()

    page.get_by_role("heading", name="Legal").wait_for()
    assert page.get_by_label("What happened, a line a turn").input_value() == "hide\nhide"
