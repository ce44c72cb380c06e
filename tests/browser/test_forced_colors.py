"""In forced colours (high contrast), which have no shadows or backgrounds, states are still visible."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from drafting.rules.format import DraftFormat
from gameplay.services.accounts import create_guest
from tests.browser.pods import among_bots
from tests.browser.steps import opened_draft, sign_in
from tests.world import World

pytestmark = pytest.mark.browser
VISIBLE_STYLE = """element => {
  const style = getComputedStyle(element);
  const borders = ["Top", "Right", "Bottom", "Left"].flatMap((side) =>
    ["Style", "Width", "Color"].map((property) => style[`border${side}${property}`]));
  return [style.outlineStyle, style.outlineWidth, style.textDecorationLine, style.fontWeight, ...borders].join(", ");
}"""
"""What forced colours leave of the style of an element; they choose all colours, and remove shadows."""


def differ(page: Page, first: str, second: str) -> bool:
    """Return whether two elements look different in forced colours."""
    styles = [page.locator(each).first.evaluate(VISIBLE_STYLE) for each in (first, second)]
    return bool(styles[0] != styles[1])


@pytest.mark.parametrize(
    ("view", "selected", "other"),
    [
        ("", "li:has(:checked) .tile", "li:not(:has(:checked)) .tile"),
        ("?as=words", ".in-word:has(:checked)", ".in-word:not(:has(:checked))"),
    ],
)
def test_the_selected_card_differs(
    new_page: Callable[..., Page], live_server_url: str, view: str, selected: str, other: str
):
    alice, page = create_guest("Alice"), new_page(forced_colors="active")
    pod = among_bots(alice, DraftFormat())
    opened_draft(page, live_server_url, alice, pod)
    page.goto(f"/pod/{pod.pk}/draft{view}")
    page.keyboard.press("3")
    expect(page.get_by_role("radio").nth(2)).to_be_checked()

    assert differ(page, selected, other)


@pytest.mark.parametrize(
    ("path", "current", "other"),
    [
        ("e/{slug}/pairings", ".tabs [aria-current=page]", ".tabs a:not([aria-current])"),
        ("e/{slug}/pairings", ".steps [aria-current=step]", ".steps li:not([aria-current], .done)"),
        ("cards/", ".top nav [aria-current=page]", ".top nav a:not([aria-current])"),
        ("e/{slug}/pairings", ".switch [aria-pressed=true]", ".switch [aria-pressed=false]"),
        ("e/{slug}/players", "tr.own > :first-child", "tbody tr:not(.own) > :first-child"),
    ],
)
def test_the_current_item_differs(
    new_page: Callable[..., Page], live_server_url: str, path: str, current: str, other: str
):
    world, page = World(), new_page(forced_colors="active")
    sign_in(page, world.people["own"], live_server_url)
    page.goto("/" + world.fill_placeholders(path))

    assert differ(page, current, other)
