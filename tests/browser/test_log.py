"""Looking back on a draft by keyboard."""

from typing import TYPE_CHECKING, Any

import pytest

from gameplay.services.accounts import create_guest
from tests.browser.test_draft import SHORT, seated, sign_in

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("tasks_at_once")]


def test_arrows_home_and_end_go_through_the_draft(page: "Page", live_server_url: str, transactional_db: Any):
    from drafting.models import Seat
    from drafting.services.seat import give_seat_to_bot

    alice = create_guest("Alice")
    pod = seated(alice, SHORT)
    give_seat_to_bot(Seat.objects.get(player=alice), author=alice, role="player")
    sign_in(page, alice, live_server_url)
    page.goto(f"{live_server_url}/pod/{pod.pk}/log")

    def pressed(key: str, moment: str) -> str:
        """The heading, once ``key`` has led to ``moment``."""
        page.keyboard.press(key)
        page.wait_for_url(f"**/log?at={moment}&*")
        return page.inner_text("h1")

    assert pressed("End", "2.4") == "Pack 2, pick 4"
    assert pressed("ArrowLeft", "2.3") == "Pack 2, pick 3"
    assert pressed("ArrowRight", "2.4") == "Pack 2, pick 4"
    assert pressed("Home", "1.1") == "Pack 1, pick 1"
