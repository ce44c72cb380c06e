"""The draft log by keyboard."""

from typing import Any

import pytest
from playwright.sync_api import Page

from drafting.models import Seat
from drafting.services.seat import give_seat_to_bot
from gameplay.services.accounts import create_guest
from tests.browser.pods import among_bots
from tests.browser.steps import arrives, sign_in

pytestmark = [pytest.mark.browser]


def test_arrow_keys_home_and_end_move_through_the_draft(page: Page, live_server_url: str, transactional_db: Any):
    alice = create_guest("Alice")
    pod = among_bots(alice)
    give_seat_to_bot(Seat.objects.get(player=alice), author=alice, role="player")
    sign_in(page, alice, live_server_url)
    page.goto(f"/pod/{pod.pk}/log")

    for key, heading in (
        ("End", "Pack 2, pick 4"),
        ("ArrowLeft", "Pack 2, pick 3"),
        ("ArrowRight", "Pack 2, pick 4"),
        ("Home", "Pack 1, pick 1"),
    ):
        page.keyboard.press(key)
        arrives(page, page.get_by_role("heading", level=1, name=heading))
