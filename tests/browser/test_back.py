"""The browser's Back button shows nothing that the page would no longer show."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from drafting.models import Pack, Pick, Pod, Seat
from drafting.selectors.open_round import open_round
from gameplay.models import Account
from gameplay.services.accounts import create_guest
from tests.browser.pods import among_bots, draft_through, pick_first
from tests.browser.steps import arrives, is_live, sign_in, sign_out

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def source(page: Page) -> str:
    return str(page.locator(":root").evaluate("root => root.outerHTML"))


def visible_copies(page: Page) -> set[str]:
    """Return the copies of cards whose tokens are in the source of the page."""
    copies = {token for pack in Pack.objects.all() for token, _ref in pack.contents}
    copies |= set(Pick.objects.values_list("token", flat=True))
    text = source(page)
    return {token for token in copies if token in text}


def in_hand(alice: Account) -> set[str]:
    seat = Seat.objects.select_related("pod").get(player=alice)
    waiting = open_round(seat.pod).packs_before(seat.number)
    return {token for token, _ref in waiting[0].contents} if waiting else set()


def drafting(page: Page, alice: Account, url: str) -> Pod:
    """Open the page of a seat in a new pod."""
    pod = among_bots(alice)
    sign_in(page, alice, url)
    page.goto(f"/pod/{pod.pk}/draft")
    is_live(page, stream=pod.stream)
    return pod


@pytest.mark.clause("DRF-2.14", "DRF-2.15")
def test_back_only_shows_the_pack_in_hand(new_page: Callable[..., Page], live_server_url: str):
    alice, page = create_guest("Alice"), new_page()
    pod = drafting(page, alice, live_server_url)
    first = visible_copies(page)
    assert first == in_hand(alice)
    page.goto("/cards")
    pick_first(alice, pod)

    page.go_back()

    expect(page.get_by_role("heading", name="pick 2 of", level=1)).to_be_visible()
    is_live(page, stream=pod.stream)
    assert visible_copies(page) == in_hand(alice)
    assert not visible_copies(page) & first


@pytest.mark.clause("DRF-2.14")
def test_back_after_the_draft_or_after_signing_out_shows_no_card(new_page: Callable[..., Page], live_server_url: str):
    alice, page = create_guest("Alice"), new_page()
    pod = drafting(page, alice, live_server_url)
    assert visible_copies(page)
    page.goto("/cards")
    draft_through(alice, pod)
    page.go_back()
    arrives(page, page.get_by_role("heading", name="The draft is over"))
    assert visible_copies(page) == set()

    page.goto(f"/pod/{pod.pk}/deck")
    arrives(page, page.get_by_role("heading", name="Build your deck"))
    card = page.locator("[data-copies]").first.evaluate("row => row.dataset.copies")
    assert card in source(page)
    sign_out(page)
    arrives(page, page.get_by_role("link", name="Sign in").first)
    page.go_back()
    arrives(page, page.get_by_role("heading", name="Sign in"))

    assert card not in source(page)
    assert visible_copies(page) == set()
