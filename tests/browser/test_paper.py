"""Reported games in the browser: by keyboard, on a phone, without JavaScript."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.accessibility import violations
from tests.browser.steps import PHONE, fits

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("transactional_db")]
UNDECIDABLE = "play Alpha Ichigoro\nattack Heavy Metal; fight; Alpha Ichigoro wins"


def test_a_game_is_entered_by_keyboard_and_the_verdict_gets_the_focus(new_page: Callable[..., Page]):
    page = new_page(viewport=PHONE)
    page.goto("/paper")
    page.get_by_label("What happened, one line per turn").focus()
    page.keyboard.type("hide\nhide; hide")
    page.get_by_role("button", name="Judge this game").focus()
    page.keyboard.press("Enter")

    expect(page.get_by_role("heading", name="Illegal: turn 2, entry 2")).to_be_visible()
    expect(page.locator("#verdict")).to_be_focused()
    expect(page.locator("mark")).to_have_text("hide")
    expect(page.get_by_label("What happened, one line per turn")).to_have_value("hide\nhide; hide")
    fits(page)


@pytest.mark.parametrize("script", [True, False])
def test_missing_facts_are_entered_in_their_own_fields(new_page: Callable[..., Page], script: bool):
    page = new_page(viewport=PHONE, java_script_enabled=script)
    page.goto("/paper")
    page.get_by_label("What happened, one line per turn").fill(UNDECIDABLE)
    page.get_by_role("button", name="Judge this game").click()
    for number, destiny in (("A", "6"), ("B", "1")):
        page.get_by_label(f"what happened on {number}'s side?").fill(f"destiny {destiny}")
        page.get_by_role("button", name="Judge again").click()

    expect(page.get_by_role("heading", name="Legal")).to_be_visible()
    expect(page.get_by_label("What happened, one line per turn")).to_have_value(
        re.compile("A: destiny 6; B: destiny 1")
    )


@pytest.mark.parametrize("script", [True, False])
def test_a_refusal_is_shown_at_its_field_and_the_example_can_be_loaded(
    new_page: Callable[..., Page], console: list[str], script: bool
):
    page = new_page(java_script_enabled=script)
    page.goto("/paper")
    turns = page.get_by_label("What happened, one line per turn")
    turns.fill("dance")
    page.get_by_role("button", name="Judge this game").click()
    expect(page.get_by_text("Turn 1, “dance” is not a valid entry.")).to_be_visible()
    expect(turns).to_have_attribute("aria-invalid", "true")
    expect(turns).to_have_value("dance")
    expect(page.locator(".htmx-settling")).to_have_count(0)  # until then the page can move under a click
    turns.fill("")
    page.get_by_role("button", name="Fill in the example").click()
    expect(page.locator("[name=player_1]")).to_have_value("Alice")
    page.get_by_role("button", name="Judge this game").click()

    expect(page.get_by_role("heading", name="Legal")).to_be_visible()
    console.clear()  # without JavaScript the refusal is a page of status 422


def test_the_log_is_downloaded_and_uploaded(new_page: Callable[..., Page]):
    page = new_page()
    page.goto("/paper")
    page.get_by_label("What happened, one line per turn").fill("hide\nhide")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the log").click()
    file = download.value.path()

    page.goto("/paper")
    page.get_by_label("Or upload a log file").set_input_files(file)
    page.get_by_role("button", name="Judge this game").click()

    expect(page.get_by_role("heading", name="Legal")).to_be_visible()
    expect(page.get_by_label("What happened, one line per turn")).to_have_value("hide\nhide")


def test_a_name_typed_while_the_form_reloads_after_the_choice_of_the_game_is_kept(new_page: Callable[..., Page]):
    page = new_page()
    page.goto("/paper")
    page.get_by_label("What happened, one line per turn").fill("hide")
    held: list[Route] = []
    page.route("**/paper", lambda route: held.append(route))  # noqa: PLW0108 - Playwright looks at the parameters
    with page.expect_request("**/paper"):
        page.get_by_label("Game", exact=True).select_option("hagmi-team")
    page.get_by_label("Player 1", exact=True).fill("Ann")
    page.get_by_label("What happened, one line per turn").press_sequentially("; produce")
    held.pop().continue_()

    expect(page.get_by_label("Player 4", exact=True)).to_be_visible()
    expect(page.get_by_label("Player 1", exact=True)).to_have_value("Ann")
    expect(page.get_by_label("What happened, one line per turn")).to_have_value("hide; produce")
    expect(page.get_by_label("What happened, one line per turn")).to_be_focused()


def test_entries_are_completed_while_they_are_typed(new_page: Callable[..., Page], console: list[str]):
    page = new_page(viewport=PHONE)
    page.goto("/paper")
    turns = page.get_by_label("What happened, one line per turn")
    suggestions = page.get_by_role("listbox", name="Suggestions").get_by_role("option")
    turns.focus()
    page.keyboard.type("hide\nat")
    expect(suggestions).to_have_text(["attack …"])
    page.keyboard.press("ArrowDown")
    expect(turns).to_have_attribute("aria-activedescendant", "completion-0")
    page.keyboard.press("Enter")
    page.keyboard.type("heavy")
    expect(suggestions).to_have_text(["attack Heavy Metal"])
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    expect(turns).to_have_value("hide\nattack Heavy Metal")
    expect(turns).to_be_focused()

    page.keyboard.type("; heavy")
    suggestions.filter(has_text="Heavy Metal").click()
    page.keyboard.type(" d")
    suggestions.filter(has_text="Heavy Metal destroyed").click()
    expect(turns).to_have_value("hide\nattack Heavy Metal; Heavy Metal destroyed")
    page.keyboard.type("; a")
    expect(suggestions.first).to_be_visible()
    page.keyboard.press("Escape")
    expect(suggestions).to_have_count(0)
    page.keyboard.press("Tab")
    expect(turns).not_to_be_focused()
    fits(page)
    assert not console


def test_two_accounts_are_compared_by_keyboard(new_page: Callable[..., Page]):
    page = new_page(viewport=PHONE)
    page.goto("/paper/compare?variant=enemy-sample&player_1=Alice&player_2=Bob")
    page.get_by_label("First account, one line per turn").focus()
    page.keyboard.type("hide; hide")
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    page.keyboard.type("hide")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Compare").focus()
    page.keyboard.press("Enter")

    expect(page.get_by_role("heading", name="The accounts do not contradict each other")).to_be_focused()
    expect(page.get_by_role("heading", name="Illegal: turn 1, entry 2")).to_be_visible()
    expect(page.get_by_role("row", name="1 hide", exact=True)).to_be_visible()
    expect(page.get_by_label("Second account, one line per turn")).to_have_value("hide")
    fits(page)
    assert not violations(page)
