"""The page of a pool and its deck without scripts, and its exports."""

import re
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from cards.printed import bundled_card_set
from cards.selectors import DisplayedCard, get_displayed_card
from drafting.models import Deck, Pick, Pod
from drafting.rules.decks import deck_checksum
from drafting.selectors.piles import PoolCard, make_curve
from drafting.services.pod import pause_pod, resume_pod
from drafting.services.seat import substitute_player
from gameplay.services.accounts import create_staff
from tests.drafting.conftest import Draft, NewDraft, make_draft
from tests.drafting.players import save_deck
from tests.drafting.views.conftest import Browser
from tests.drafting.views.deck_page import HTMX, address, counts, legal, page, rows, words, zones


@pytest.fixture(scope="module")
def prepared(shared_database: None) -> Draft:
    return make_draft("Alice", "Bob", "Charlie", "Dora").draft()


@pytest.fixture
def drafted(db: None, prepared: Draft) -> Draft:
    """A finished draft: two packs of four for each player, decks of six."""
    return deepcopy(prepared)


def test_before_the_end_of_the_draft_the_deck_page_redirects_to_the_draft(draft: Draft, browser: Browser):
    alice = browser(draft.people["Alice"])

    seen = alice.get(address(draft))
    sent = alice.post(address(draft), {"do": "all"})
    part = alice.post(address(draft), {"do": "all"}, headers=HTMX)

    assert (seen.status_code, seen["Location"]) == (302, f"/pod/{draft.pod_id}/draft")
    assert (sent.status_code, part.status_code) == (302, 409)
    assert not Deck.objects.exists()


@pytest.mark.clause("DRF-2.14", "DRF-2.16")
def test_the_pool_is_shown_with_all_copies(drafted: Draft, alice: Client):
    text = words(alice, drafted)

    assert rows(text) == counts(drafted.pool("Alice"), [])
    assert "Your 8 cards" in text
    assert "Any number of copies of a card" in text
    assert "The deck must have exactly 6 cards, not 0." in text


def test_a_button_moves_one_copy_and_saves_the_change(drafted: Draft, alice: Client):
    ref = drafted.pool("Alice")[0]

    assert alice.post(address(drafted) + "?group=none&q=a", {"add": ref})["Location"].endswith("?group=none&q=a")
    one = words(alice, drafted)
    part = alice.post(address(drafted) + "?as=words", {"remove": ref}, headers=HTMX).content.decode()

    assert rows(one) == counts(drafted.pool("Alice"), [ref])
    assert re.search(r"<b>1/6</b>.*Saved<time", one)
    assert rows(part) == counts(drafted.pool("Alice"), [])
    assert "<html" not in part


def test_as_pictures_the_pool_and_the_deck_are_two_zones(drafted: Draft, alice: Client):
    deck, pool = legal(drafted), drafted.pool("Alice")
    left_out = Counter(pool) - Counter(deck)

    assert zones(page(alice, drafted)) == {"pool": left_out, "deck": Counter(deck)}
    assert zones(page(alice, drafted, "?show=rest")) == {"pool": left_out}
    assert zones(page(alice, drafted, "?show=deck&group=nonsense")) == {"deck": Counter(deck)}


def test_the_button_of_a_picture_moves_one_copy(drafted: Draft, alice: Client):
    ref = drafted.pool("Alice")[0]

    for name in ("add", "remove"):
        assert f'id="{name}-{ref}" name="{name}" value="{ref}"' in page(alice, drafted)
        alice.post(address(drafted), {name: ref})

    assert drafted.deck("Alice").cards == []


def test_pictures_that_cannot_be_moved_are_links_to_the_cards(drafted: Draft, alice: Client):
    deck = legal(drafted)
    alice.post(address(drafted), {"do": "submit"})

    text = page(alice, drafted)

    links = {get_displayed_card("enemy", ref, "en").url for ref in (*deck, *drafted.pool("Alice"))}
    assert set(re.findall(r'<a class="move" href="([^"]+)"', text)) == links


def test_the_pool_is_grouped_by_archetype_with_the_largest_first(drafted: Draft, alice: Client):
    found = piles(words(alice, drafted, "?group=archetype"))

    pool = set(drafted.pool("Alice"))
    archetypes = {each.name.en: pool & set(each.cards) for each in bundled_card_set("enemy", "FL").archetypes}
    for label, refs in found.items():
        assert refs <= archetypes.get(label, pool)
    shared = set().union(*(refs for refs in archetypes.values() if len(refs) > 1))
    assert found.get("No archetype", set()) == pool - shared


def test_a_card_shows_what_it_goes_with_in_the_pool(drafted: Draft, alice: Client):
    archetypes = bundled_card_set("enemy", "FL").archetypes
    pool = set(drafted.pool("Alice"))
    archetype = next(each for each in archetypes if len(pool & set(each.cards)) > 1)
    first, second = sorted(pool & set(archetype.cards))[:2]

    strip = re.search(rf'data-copies="{first}"(.*?)(?=data-copies=|$)', page(alice, drafted))

    assert strip is not None
    assert "Goes with, in your pool" in strip[1]
    assert archetype.name.en in strip[1]
    assert get_displayed_card("enemy", second, "en").face.name in unescape(strip[1])


def test_while_a_substitute_builds_the_player_can_only_watch_or_return(drafted: Draft, alice: Client):
    substitute_player(
        drafted.seat("Alice"), "Sven", author=create_staff("Tomas"), role="head_judge", reason="a phone call"
    )

    away = page(alice, drafted)
    sent = alice.post(address(drafted), {"do": "all"})
    back = alice.post(address(drafted), {"do": "back"})

    assert "A substitute is playing for you" in away
    assert re.findall(r'name="do" value="(\w+)"', away) == ["back"]
    assert (sent.status_code, drafted.deck("Alice").cards, back.status_code) == (409, [], 302)
    assert 'value="all"' in page(alice, drafted)


def test_all_cards_can_be_added_and_removed(drafted: Draft, alice: Client):
    alice.post(address(drafted), {"do": "all"})
    assert drafted.deck("Alice").cards == sorted(drafted.pool("Alice"))

    alice.post(address(drafted), {"do": "none"})
    assert drafted.deck("Alice").cards == []


@pytest.mark.clause("DRF-3.2", "DRF-3.3")
@pytest.mark.parametrize("cards", [5, 7])
def test_an_illegal_deck_is_refused_with_its_errors(drafted: Draft, alice: Client, cards: int):
    save_deck(drafted.seat("Alice"), drafted.pool("Alice")[:cards])

    response = alice.post(address(drafted), {"do": "submit"})

    text = response.content.decode()
    assert response.status_code == 422
    assert text.count(f"The deck must have exactly 6 cards, not {cards}.") == 2
    assert ("1 card short" if cards == 5 else "1 card too many") in text
    assert drafted.deck("Alice").submitted_at is None


@pytest.mark.clause("DRF-3.3")
def test_more_copies_than_were_drafted_are_refused(drafted: Draft, alice: Client):
    foreign = next(ref for ref in drafted.pool("Bob") if ref not in drafted.pool("Alice"))

    response = alice.post(address(drafted), {"add": foreign})

    assert response.status_code == 422
    assert 'data-code="not_in_pool"' in response.content.decode()
    assert drafted.deck("Alice").cards == []


def test_a_submitted_deck_has_a_receipt_and_can_be_taken_back(drafted: Draft, alice: Client):
    deck = legal(drafted)

    assert alice.post(address(drafted), {"do": "submit"}).status_code == 302
    text = page(alice, drafted)
    alice.post(address(drafted), {"do": "unsubmit"})

    assert deck_checksum(deck) in text
    assert "Your deck is in" in text
    assert 'name="add"' not in text
    assert zones(text) == {"pool": Counter(drafted.pool("Alice")) - Counter(deck), "deck": Counter(deck)}
    assert "Build your deck" in page(alice, drafted)


def test_once_all_decks_are_in_the_list_is_read_only(new_draft: NewDraft, browser: Browser):
    draft = new_draft("Alice", "Bob").draft()
    alice, bob = browser(draft.people["Alice"]), browser(draft.people["Bob"])
    for name, client in (("Alice", alice), ("Bob", bob)):
        legal(draft, name)
        client.post(address(draft), {"do": "submit"})

    response = alice.post(address(draft), {"do": "unsubmit"})

    assert response.status_code == 409
    assert 'data-code="decks_in"' in response.content.decode()
    assert "It can no longer be changed." in page(alice, draft)
    assert "All other decks are in, too." in alice.get(f"/pod/{draft.pod_id}/draft").content.decode()


@pytest.mark.clause("DRF-3.1")
def test_after_the_deadline_the_deck_cannot_be_changed(drafted: Draft, alice: Client):
    Pod.objects.update(deck_deadline=timezone.now() - timedelta(seconds=3))

    response = alice.post(address(drafted), {"do": "all"})

    text = response.content.decode()
    assert response.status_code == 409
    assert 'data-code="build_time_over"' in text
    assert "Time is up" in text
    assert 'name="add"' not in text


@pytest.mark.parametrize("group", ["type", "element", "strength", "level", "destiny", "none"])
def test_the_pool_is_grouped_into_piles(drafted: Draft, alice: Client, group: str):
    first: dict[str, Callable[[DisplayedCard], str]] = {
        "type": lambda card: card.face.type_name,
        "element": lambda card: card.element or "No element",
        "destiny": lambda card: card.face.corner,
        "strength": lambda card: printed(card, "strength") or "No strength",
        "level": lambda card: printed(card, "level") or "No level",
        "none": lambda card: "All cards",
    }
    expected: dict[str, set[str]] = {}
    for ref in drafted.pool("Alice"):
        expected.setdefault(first[group](get_displayed_card("enemy", ref, "en")), set()).add(ref)

    assert piles(words(alice, drafted, f"?group={group}")) == expected


def test_the_pool_is_grouped_by_whether_cards_are_in_the_deck(drafted: Draft, alice: Client):
    deck, pool = legal(drafted), set(drafted.pool("Alice"))

    assert piles(words(alice, drafted, "?group=place")) == {"In the deck": set(deck), "Left out": pool - set(deck)}


@pytest.mark.parametrize("sort", ["number", "name", "type", "element", "kin", "strength", "level", "corner"])
def test_the_pool_is_sorted(drafted: Draft, alice: Client, sort: str):
    keys: dict[str, Callable[[DisplayedCard], Any]] = {
        "number": lambda card: card.printed.ref,
        "name": lambda card: card.face.name.casefold(),
        "type": lambda card: card.face.type_name,
        "element": lambda card: (not card.element, card.element),
        "kin": lambda card: (
            card.face.type_name if card.face.subtype else "",
            not card.face.subtype,
            card.face.subtype_name,
        ),
        "strength": lambda card: -int(printed(card, "strength") or -100),
        "level": lambda card: -int(printed(card, "level") or -100),
        "corner": lambda card: -int(card.face.corner),
    }

    listed = list(rows(words(alice, drafted, f"?group=none&sort={sort}")))

    order = [keys[sort](get_displayed_card("enemy", ref, "en")) for ref in listed]
    assert order == sorted(order)
    assert set(listed) == set(drafted.pool("Alice"))


def test_the_pool_is_filtered_and_searched(drafted: Draft, alice: Client):
    cards = {ref: get_displayed_card("enemy", ref, "en") for ref in drafted.pool("Alice")}
    kind = next(iter(cards.values())).printed.type
    name = next(iter(cards.values())).face.name

    of_kind, named, none = (
        words(alice, drafted, f"?{query}") for query in (f"type={kind}", f"q={name}", "q=nosuchcard")
    )

    assert set(rows(of_kind)) == {ref for ref, card in cards.items() if card.printed.type == kind}
    assert set(rows(named)) == {ref for ref, card in cards.items() if name in card.words}
    assert rows(none) == {}
    assert "No cards match." in none


def test_the_deck_and_the_left_out_cards_can_be_shown_alone(drafted: Draft, alice: Client):
    deck, pool = legal(drafted), drafted.pool("Alice")

    assert set(rows(words(alice, drafted, "?show=deck"))) == set(deck)
    assert set(rows(words(alice, drafted, "?show=rest"))) == {ref for ref in pool if pool.count(ref) > deck.count(ref)}
    assert set(rows(words(alice, drafted, "?show=nonsense&group=nonsense&sort=nonsense"))) == set(pool)


def test_curves_are_also_tables(drafted: Draft, alice: Client):
    deck, pool = legal(drafted), drafted.pool("Alice")

    text = page(alice, drafted)

    tables = re.findall(r'<table class="curve">(.*?)</table>', text)
    figures = re.findall(r'<figure class="curve">(.*?)</figure>', text)
    assert (len(tables), len(figures)) == (2, 3)
    for table in tables:
        assert column_sums(r'<td class="n">(\d+)<span class="quietly">/(\d+)<', table) == [len(deck), len(pool)]
    for figure in figures:
        label = re.search(r'aria-label="([^"]*)"', figure)
        assert label is not None
        assert column_sums(r": (\d+)/(\d+)", label[1]) == [len(deck), len(pool)]
        assert column_sums(r'<td class="n">(\d+)</td><td class="n">(\d+)</td>', figure) == [len(deck), len(pool)]


def test_a_curve_has_piles_for_missing_figures(drafted: Draft, alice: Client):
    curve = make_curve([PoolCard(card, 1, 0) for card in map(card_with_destiny, (2, 6))], "destiny")

    assert [(pile.label, pile.drafted) for pile in curve] == [("2", 1), ("3", 0), ("4", 0), ("5", 0), ("6", 1)]


def test_the_list_beside_the_pool_has_the_deck(drafted: Draft, alice: Client):
    deck = legal(drafted)

    text = words(alice, drafted, "?show=rest")

    assert set(re.findall(r'id="out-([\w-]+)"', text)) == set(deck)


def test_the_last_change_is_undone(drafted: Draft, alice: Client):
    deck = legal(drafted)
    alice.post(address(drafted), {"do": "none"})

    text = page(alice, drafted)
    alice.post(address(drafted), {"do": "undo", "version": drafted.deck("Alice").version})
    stale = alice.post(address(drafted), {"do": "undo", "version": 1})

    assert 'id="undo"' in text
    assert drafted.deck("Alice").cards == deck
    assert (stale.status_code, 'data-code="stale_deck"' in stale.content.decode()) == (409, True)


def printed(card: DisplayedCard, glyph: str) -> str:
    return next((stat.value for stat in card.face.stats if stat.glyph == glyph), "")


def card_with_destiny(figure: int) -> DisplayedCard:
    """Return a card with the destiny ``figure``."""
    cards = (get_displayed_card("enemy", card.ref, "en") for card in bundled_card_set("enemy", "FL").cards)
    return next(card for card in cards if card.face.corner == str(figure))


def piles(text: str) -> dict[str, set[str]]:
    """Return the refs in each pile of a page."""
    sections = re.findall(r'<section class="pile-of" aria-label="([^"]+)"(.*?)</section>', text)
    return {label: set(rows(pile)) for label, pile in sections}


def column_sums(pattern: str, text: str) -> list[int]:
    """Return the sums of the two groups of ``pattern`` over all matches in ``text``."""
    return [sum(map(int, column)) for column in zip(*re.findall(pattern, text), strict=True)]


@pytest.mark.clause("DRF-OP-4")
def test_cards_picked_by_the_clock_are_marked(drafted: Draft, alice: Client):
    Pick.objects.filter(seat=drafted.seat("Alice"), number=1, pack_round=1).update(by="clock")
    ref = Pick.objects.get(seat=drafted.seat("Alice"), by="clock").ref

    text = page(alice, drafted)

    assert re.findall(r'data-copies="([^"]+)"(?:(?!data-copies).)*#auto"/></svg>auto<', text) == [ref]


def test_the_page_shows_only_the_own_pool(drafted: Draft, browser: Browser):
    bob = browser(drafted.people["Bob"])

    assert zones(page(bob, drafted)) == {"pool": Counter(drafted.pool("Bob")), "deck": {}}
    assert set(rows(words(bob, drafted))) == set(drafted.pool("Bob"))


def test_a_page_and_a_change_take_few_queries(drafted: Draft, alice: Client, django_assert_max_num_queries: Any):
    page(alice, drafted)

    with django_assert_max_num_queries(9):
        page(alice, drafted)
    with django_assert_max_num_queries(22):
        alice.post(address(drafted), {"add": drafted.pool("Alice")[0]}, headers=HTMX)


def test_an_unknown_action_is_unreadable(drafted: Draft, alice: Client):
    assert alice.post(address(drafted), {"do": "nonsense"}).status_code == 400


def test_while_the_pod_is_paused_the_deck_is_read_only_without_a_clock(drafted: Draft, alice: Client):
    pause_pod(drafted.pod, author=None, role="head_judge", reason="the fire alarm")

    text = page(alice, drafted)

    assert "Deck building is paused" in text
    assert ("data-deadline" in text, "Submit deck" in text, 'name="add"' in text) == (False, False, False)
    assert alice.post(address(drafted), {"do": "all"}).status_code == 409
    resume_pod(drafted.pod, author=None, role="head_judge")
    assert "Submit deck" in page(alice, drafted)
