"""The browser's Back button tells nothing that is not on the page any more (S3, S11)."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from drafting.models import Pack, Pick, Seat
from drafting.selectors.tables import open_round
from drafting.services.pick import make_pick
from gameplay.models import Account
from gameplay.services.accounts import create_guest
from tests.browser.test_draft import SHORT, seated, sign_in

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("tasks_at_once")]


def told(page: "Page") -> set[str]:
    """The copies of cards that the page names."""
    page.wait_for_load_state("networkidle")
    copies = {token for pack in Pack.objects.all() for token, _ref in pack.contents}
    copies |= set(Pick.objects.values_list("token", flat=True))
    text = page.content()
    return {token for token in copies if token in text}


def in_hand(alice: Account) -> set[str]:
    seat = Seat.objects.select_related("pod").get(player=alice)
    waiting = open_round(seat.pod).before(seat.number)
    return {token for token, _ref in waiting[0].contents} if waiting else set()


@pytest.mark.clause("DRF-2.14", "DRF-2.15")
def test_back_shows_the_pack_in_hand_and_none_that_is_gone(new_page: Callable[..., "Page"], live_server_url: str):
    alice = create_guest("Alice")
    pod = seated(alice, SHORT)
    page = new_page()
    sign_in(page, alice, live_server_url)
    page.goto(f"/pod/{pod.pk}/draft")
    first = told(page)
    assert first == in_hand(alice)
    page.goto("/cards")
    waiting = open_round(pod.__class__.objects.get(pk=pod.pk)).before(0)[0]
    make_pick(alice, pod.pk, pack_id=waiting.pk, number=1, token=waiting.contents[0][0])

    page.go_back()

    page.get_by_role("heading", name="pick 2 of", level=1).wait_for()
    assert told(page) == in_hand(alice)
    assert not told(page) & first


@pytest.mark.clause("DRF-2.14")
def test_back_after_the_draft_or_after_signing_out_shows_no_card(new_page: Callable[..., "Page"], live_server_url: str):
    alice = create_guest("Alice")
    pod = seated(alice, SHORT)
    page = new_page()
    sign_in(page, alice, live_server_url)
    page.goto(f"/pod/{pod.pk}/draft")
    assert told(page)
    page.goto("/cards")
    while copies := in_hand(alice):
        waiting = open_round(pod.__class__.objects.get(pk=pod.pk)).before(0)[0]
        make_pick(alice, pod.pk, pack_id=waiting.pk, number=waiting.hops + 1, token=min(copies))
    page.go_back()
    page.get_by_role("heading", name="The draft is over").wait_for()
    assert told(page) == set()

    page.goto(f"/pod/{pod.pk}/deck")
    page.get_by_role("heading", name="Build your deck").wait_for()
    card = page.locator("[data-copies]").first.get_attribute("data-copies") or "?"
    assert card in page.content()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("link", name="Sign in").first.wait_for()
    page.go_back()
    page.wait_for_load_state("networkidle")

    assert card not in page.content()
    assert told(page) == set()
