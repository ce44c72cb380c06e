"""The page of a pool and its deck, without a script."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from cards.selectors import shown
from drafting.models import Deck, Pick, Pod
from drafting.rules.decks import checksum
from drafting.services.deck import save_deck
from tests.drafting.conftest import Draft, NewDraft
from tests.drafting.views.conftest import Browser

HTMX = {"HX-Request": "true"}


@pytest.fixture
def drafted(draft: Draft) -> Draft:
    """Two packs of four each; decks of six."""
    return draft.draft()


@pytest.fixture
def alice(drafted: Draft, browser: Browser) -> Client:
    return browser(drafted.people["Alice"])


def address(draft: Draft) -> str:
    return f"/pod/{draft.pod_id}/deck"


def page(client: Client, draft: Draft, query: str = "") -> str:
    return client.get(address(draft) + query).content.decode()


def rows(text: str) -> dict[str, str]:
    """Copies in the deck of copies drafted, by ref."""
    return dict(re.findall(r'data-copies="([\w-]+)".*?<output[^>]*>(\d+/\d+)<', text, re.DOTALL))


def counts(pool: list[str], deck: list[str]) -> dict[str, str]:
    return {ref: f"{deck.count(ref)}/{pool.count(ref)}" for ref in pool}


def legal(draft: Draft, name: str = "Alice") -> list[str]:
    deck = sorted(draft.pool(name)[:6])
    save_deck(draft.seat(name), deck)
    return deck


def test_before_the_draft_is_over_there_is_only_the_draft(draft: Draft, browser: Browser):
    alice = browser(draft.people["Alice"])

    seen = alice.get(address(draft))
    sent = alice.post(address(draft), {"do": "all"})
    part = alice.post(address(draft), {"do": "all"}, headers=HTMX)

    assert (seen.status_code, seen["Location"]) == (302, f"/pod/{draft.pod_id}/draft")
    assert (sent.status_code, part.status_code) == (302, 409)
    assert not Deck.objects.exists()


@pytest.mark.clause("DRF-2.14", "DRF-2.16")
def test_the_pool_is_shown_with_all_copies(drafted: Draft, alice: Client):
    text = page(alice, drafted)

    assert rows(text) == counts(drafted.pool("Alice"), [])
    assert "Your 8 cards" in text
    assert "copies of a card are unlimited" in text
    assert "The deck has 0 cards; it must have exactly 6." in text


def test_a_button_moves_one_copy_and_every_change_is_saved(drafted: Draft, alice: Client):
    ref = drafted.pool("Alice")[0]

    assert alice.post(address(drafted) + "?by=name&show=all", {"add": ref})["Location"].endswith("?by=name&show=all")
    one = page(alice, drafted)
    part = alice.post(address(drafted), {"remove": ref}, headers=HTMX).content.decode()

    assert rows(one) == counts(drafted.pool("Alice"), [ref])
    assert re.search(r"<b>1/6</b>.*Saved <time", one, re.DOTALL)
    assert rows(part) == counts(drafted.pool("Alice"), [])
    assert "<html" not in part


def test_all_in_and_all_out(drafted: Draft, alice: Client):
    alice.post(address(drafted), {"do": "all"})
    assert drafted.deck("Alice").cards == sorted(drafted.pool("Alice"))

    alice.post(address(drafted), {"do": "none"})
    assert drafted.deck("Alice").cards == []


@pytest.mark.clause("DRF-3.2", "DRF-3.3")
@pytest.mark.parametrize("cards", [5, 7])
def test_a_deck_that_is_not_legal_is_refused_with_what_is_wrong(drafted: Draft, alice: Client, cards: int):
    save_deck(drafted.seat("Alice"), drafted.pool("Alice")[:cards])

    answer = alice.post(address(drafted), {"do": "submit"})

    text = answer.content.decode()
    assert answer.status_code == 422
    assert text.count(f"The deck has {cards} cards; it must have exactly 6.") == 2
    assert text.count("DRF-3.2") == 2
    assert drafted.deck("Alice").submitted_at is None


@pytest.mark.clause("DRF-3.3")
def test_more_copies_than_were_drafted_are_refused(drafted: Draft, alice: Client):
    foreign = next(ref for ref in drafted.pool("Bob") if ref not in drafted.pool("Alice"))

    answer = alice.post(address(drafted), {"add": foreign})

    assert answer.status_code == 422
    assert 'data-code="not_in_pool"' in answer.content.decode()
    assert drafted.deck("Alice").cards == []


def test_a_submitted_deck_has_a_receipt_and_can_be_taken_back(drafted: Draft, alice: Client):
    deck = legal(drafted)

    assert alice.post(address(drafted), {"do": "submit"}).status_code == 302
    text = page(alice, drafted)
    alice.post(address(drafted), {"do": "unsubmit"})

    assert checksum(deck) in text
    assert "Your deck is in" in text
    assert 'name="add"' not in text
    assert rows(text) == counts(drafted.pool("Alice"), deck)
    assert "Build your deck" in page(alice, drafted)


def test_once_all_decks_are_in_the_list_can_only_be_read(new_draft: NewDraft, browser: Browser):
    draft = new_draft("Alice", "Bob").draft()
    alice, bob = browser(draft.people["Alice"]), browser(draft.people["Bob"])
    for name, client in (("Alice", alice), ("Bob", bob)):
        legal(draft, name)
        client.post(address(draft), {"do": "submit"})

    answer = alice.post(address(draft), {"do": "unsubmit"})

    assert answer.status_code == 409
    assert 'data-code="decks_in"' in answer.content.decode()
    assert "It can no longer be changed." in page(alice, draft)
    assert "So is everybody else's" in alice.get(f"/pod/{draft.pod_id}/draft").content.decode()


@pytest.mark.clause("DRF-3.1")
def test_after_the_deadline_nothing_changes(drafted: Draft, alice: Client):
    Pod.objects.update(deck_deadline=timezone.now() - timedelta(seconds=3))

    answer = alice.post(address(drafted), {"do": "all"})

    text = answer.content.decode()
    assert answer.status_code == 409
    assert 'data-code="build_time_over"' in text
    assert "Time is up" in text
    assert 'name="add"' not in text


@pytest.mark.parametrize("by", ["type", "element", "strength", "destiny", "name"])
def test_the_pool_is_laid_out_in_piles(drafted: Draft, alice: Client, by: str):
    text = page(alice, drafted, f"?by={by}")

    piles = re.findall(r'<section class="pile-of" aria-label="([^"]+)"(.*?)</section>', text, re.DOTALL)
    first = {
        "type": lambda card: card.face.type_name,
        "element": lambda card: card.element or "No element",
        "destiny": lambda card: card.face.corner,
        "strength": lambda card: next((s.value for s in card.face.stats if s.glyph == "strength"), "No strength"),
        "name": lambda card: "All cards",
    }[by]
    found = {label: set(rows(pile)) for label, pile in piles}
    expected: dict[str, set[str]] = {}
    for ref in drafted.pool("Alice"):
        expected.setdefault(first(shown("enemy", ref, "en")), set()).add(ref)
    assert found == expected


def test_the_deck_and_what_is_left_out_can_be_seen_alone(drafted: Draft, alice: Client):
    deck, pool = legal(drafted), drafted.pool("Alice")

    assert set(rows(page(alice, drafted, "?show=deck"))) == set(deck)
    assert set(rows(page(alice, drafted, "?show=rest"))) == {ref for ref in pool if pool.count(ref) > deck.count(ref)}
    assert set(rows(page(alice, drafted, "?show=nonsense&by=nonsense"))) == set(pool)


def test_curves_are_tables_that_count_the_deck(drafted: Draft, alice: Client):
    deck = legal(drafted)

    tables = re.findall(r'<table class="curve">(.*?)</table>', page(alice, drafted), re.DOTALL)

    assert len(tables) == 4
    for table in tables:
        bars = [int(bar) for bar in re.findall(r'<progress max="6" value="(\d+)">', table)]
        assert bars == [int(number) for number in re.findall(r'<td class="n">(\d+)<', table)]
        assert sum(bars) == len(deck)


@pytest.mark.clause("DRF-OP-4")
def test_what_the_clock_took_is_marked(drafted: Draft, alice: Client):
    Pick.objects.filter(seat=drafted.seat("Alice"), number=1, pack_round=1).update(auto=True)
    ref = Pick.objects.get(seat=drafted.seat("Alice"), auto=True).ref

    text = page(alice, drafted)

    assert re.findall(r'data-copies="([^"]+)"(?:(?!data-copies).)*#auto"/></svg>auto<', text, re.DOTALL) == [ref]


def test_nobody_sees_the_pool_of_another(drafted: Draft, browser: Browser):
    text = page(browser(drafted.people["Bob"]), drafted)

    assert set(rows(text)) == set(drafted.pool("Bob"))


def test_a_page_and_a_change_cost_few_queries(drafted: Draft, alice: Client, django_assert_max_num_queries: Any):
    page(alice, drafted)

    with django_assert_max_num_queries(7):
        page(alice, drafted)
    with django_assert_max_num_queries(16):
        alice.post(address(drafted), {"add": drafted.pool("Alice")[0]}, headers=HTMX)
