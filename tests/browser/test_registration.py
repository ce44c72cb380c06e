"""Pool registration of a paper draft on a phone: by keyboard, with a scanner, and without JavaScript."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from drafting.models import Pod, Registration
from drafting.rules.format import DraftFormat
from drafting.services.pod import create_pod, end_paper_draft, publish_seating
from gameplay.models import Account
from gameplay.services.accounts import create_guest
from tests.browser.pods import BOOSTER
from tests.browser.steps import PHONE, fits, is_live, sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
CARDS = [f"FL-{rarity}{number:02}" for rarity in "CUR" for number in range(1, 41)][:44]


@pytest.fixture
def people(transactional_db: None) -> list[Account]:
    return [create_guest(name) for name in ("Alice", "Bob", "Charlie", "Dora")]


@pytest.fixture
def pod(people: list[Account]) -> Pod:
    terms = DraftFormat()
    made = create_pod(label="A", players=people, seed=bytes(32), chance="pod/A", draft_format=terms,
                      boosters=[BOOSTER] * 4, opening=Pod.Opening.TABLE)  # fmt: skip
    end_paper_draft(publish_seating(made), author=None, role="organizer")
    return made


def cards() -> list[str]:
    return list(Registration.objects.get(seat__number=0).cards)


def expect_only_refusals(console: list[str]) -> None:
    """Assert that the browser only logged responses of status 422, and clear its log."""
    assert console
    assert [complaint for complaint in console if "422" not in complaint] == []
    console.clear()


def open_pool(page: Page, account: Account, pod: Pod, url: str) -> None:
    sign_in(page, account, url)
    page.goto(f"/pod/{pod.pk}/pool")


def test_a_pool_is_scanned_and_confirmed_by_the_neighbour(
    new_page: Callable[..., Page], live_server_url: str, people: list[Account], pod: Pod, console: list[str]
):
    page = new_page(viewport=PHONE)
    open_pool(page, people[0], pod, live_server_url)
    is_live(page)
    page.locator("#card-names option").first.wait_for(state="attached")
    entry = page.get_by_label("Card", exact=True)
    entry.focus()
    for ref in CARDS:  # without pauses, like a scanner
        page.keyboard.type(f"{ref}\n")
    expect(page.locator(".deck-count b").first).to_contain_text("44/44", timeout=120_000)
    assert cards() == CARDS
    expect(entry).to_be_focused()
    page.keyboard.type("c01\n")
    expect(page.get_by_text("The pool must have 44 cards, not 45.")).to_be_visible()
    expect_only_refusals(console)
    fits(page)
    page.get_by_role("button", name="Submit pool").click()
    expect(page.get_by_text("Give your cards to Bob")).to_be_visible()

    other = new_page(viewport=PHONE)
    sign_in(other, people[1], live_server_url)
    other.goto(f"/pod/{pod.pk}/pool/1")
    fits(other)
    other.get_by_role("button", name="Confirm: all cards are there").click()
    expect(other.get_by_role("heading", name="Register the pool")).to_be_visible()
    # The neighbour may no longer see the pool after the click, and the page may have reloaded it before it was left.
    console[:] = [complaint for complaint in console if "404" not in complaint]
    page.get_by_role("link", name="Build your deck").click()
    expect(page.get_by_role("heading", name="Pool 44")).to_be_visible()


def test_a_refusal_is_shown_while_more_is_typed(
    new_page: Callable[..., Page], live_server_url: str, people: list[Account], pod: Pod, console: list[str]
):
    page = new_page(viewport=PHONE)
    open_pool(page, people[0], pod, live_server_url)
    page.get_by_label("Card", exact=True).focus()
    page.keyboard.type("2 c07\nzzz\n")

    expect(page.get_by_text("There is no card “zzz”.")).to_be_visible()
    assert cards() == ["FL-C07"] * 2
    expect_only_refusals(console)
    expect(page.get_by_label("Card", exact=True)).to_have_value("zzz")
    page.keyboard.type("c08\n")  # replaces what was refused
    expect(page.get_by_text("3/44").first).to_be_visible()
    assert cards() == [*["FL-C07"] * 2, "FL-C08"]


def test_cards_are_added_and_removed_without_javascript(
    new_page: Callable[..., Page], live_server_url: str, people: list[Account], pod: Pod
):
    page = new_page(viewport=PHONE, java_script_enabled=False)
    open_pool(page, people[0], pod, live_server_url)
    page.get_by_label("Card", exact=True).fill("2 c07")
    page.keyboard.press("Enter")
    expect(page.get_by_text("2/44").first).to_be_visible()

    page.locator("button[name=ref]").first.click()

    expect(page.get_by_text("1/44").first).to_be_visible()
    assert cards() == ["FL-C07"]
