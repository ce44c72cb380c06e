"""Motion explains what has changed, never delays it, and is off with reduced motion."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from drafting.models import Pick
from drafting.rules.format import DraftFormat
from gameplay.services.accounts import create_guest
from tests.browser.pods import among_bots, new_day
from tests.browser.steps import is_live, opened_draft, pick
from tournaments.services.match import enter_result

pytestmark = [pytest.mark.browser]
RECORD = """
  window.moves = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    const name = this.classList.contains("ghost") ? `copy of ${this.classList[0]}` : this.tagName.toLowerCase();
    window.moves.push({ name, frames: JSON.stringify(frames), duration: timing.duration });
    return animate.call(this, frames, timing);
  };
"""
MOVES = "() => window.moves.map(({ name }) => name)"


@pytest.fixture
def draft(new_page: Callable[..., Page], live_server_url: str) -> Callable[..., Page]:
    def open_draft(**options: Any) -> Page:
        alice = create_guest("Alice")
        page = new_page(viewport={"width": 1280, "height": 720}, **options)
        page.add_init_script(RECORD)
        return opened_draft(page, live_server_url, alice, among_bots(alice, DraftFormat()))

    return open_draft


def test_a_pack_passes_on_to_the_left_and_the_card_joins_the_pool(draft: Callable[..., Page]):
    page = draft(reduced_motion="no-preference")

    pick(page, "1.1")
    page.wait_for_function("() => window.moves.some(({ name }) => name === 'copy of pack')")

    moves = page.evaluate_handle("window.moves").json_value()
    passed = next(move for move in moves if move["name"] == "copy of pack")
    assert "translateX(-45%)" in passed["frames"]
    assert passed["duration"] == 240
    assert "copy of card" in [move["name"] for move in moves]
    assert Pick.objects.filter(seat__player__handle="Alice").count() == 1
    page.wait_for_function("() => document.querySelectorAll('.ghost').length === 0")


def test_nothing_moves_with_reduced_motion(draft: Callable[..., Page]):
    page = draft(reduced_motion="reduce")

    pick(page, "1.1")
    expect(page.locator("form[data-pick='1.2']")).to_be_visible()

    assert page.evaluate_handle(MOVES).json_value() == []
    expect(page.locator(".ghost")).to_have_count(0)


@pytest.mark.parametrize("reduced", ["no-preference", "reduce"])
def test_only_the_row_of_a_new_result_is_highlighted(new_page: Callable[..., Page], reduced: str):
    day = new_day()
    day.to_round(1)
    page = new_page(reduced_motion=reduced)
    page.add_init_script(RECORD)
    page.goto(f"/e/{day.event.slug}/pairings")
    is_live(page)

    enter_result(day.matches(1)[1], day.result("2-0"), by=day.by, last_seen_number=0)
    expect(page.get_by_role("row").nth(2)).to_contain_text("2-0")
    page.wait_for_function("() => window.moves.length > 0")

    moves = page.evaluate_handle("window.moves").json_value()
    assert {move["name"] for move in moves} == ({"tr"} if reduced == "reduce" else {"td", "th"})
    assert len(moves) == (1 if reduced == "reduce" else 4)
    assert all("transform" not in move["frames"] for move in moves)
