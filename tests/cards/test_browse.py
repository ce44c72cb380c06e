"""Browsing a set: filters, search and sort orders, on pages without JavaScript."""

import html
import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import translation
from playwright.sync_api import Page, expect

from cards.browse import browse_set
from cards.printed import bundled_card_set
from tests.browser.steps import arrives, fits
from tests.page_text import compact_markup

LIGHT = bundled_card_set("enemy", "FL")
FIRES = sum(card.facts.get("element") == "fire" for card in LIGHT.cards)
SAMPLE = bundled_card_set("enemy", "SD")


def refs_found(language: str = "en", **query: str) -> list[str]:
    with translation.override(language):
        return [card.printed.ref for card in browse_set(SAMPLE, query, language).cards]


def listed_numbers(page: str) -> list[str]:
    """Return the numbers of the cards that a page links to, in order."""
    return re.findall(r'class="card-link" href="/cards/enemy/\w+/(\w+)"', page)


def refs(**facts: object) -> list[str]:
    return [card.ref for card in SAMPLE.cards if all(card.facts.get(key) == value for key, value in facts.items())]


def test_filters_are_combined():
    fire = refs_found(element="fire")

    assert refs_found() == [card.ref for card in SAMPLE.cards]
    assert fire == refs(element="fire")
    assert refs_found(element="none") == refs(element=None)
    assert refs_found(element="fire", type="item") == [ref for ref in fire if ref in refs_found(type="item")]
    assert refs_found(kin="wavemaster") == refs(**{"class": "wavemaster"})
    assert refs_found(element="butter") == []


def test_search_finds_words_anywhere_on_the_card():
    assert refs_found(q="juk ROM") == ["SD-08"]
    assert refs_found(q="ＪＵＫ") == ["SD-08"]
    assert refs_found(q="SD-08") == ["SD-08"]
    assert "SD-08" in refs_found(q="action wood")
    assert refs_found("ja", q="アクション 木 juk") == ["SD-08"]
    assert refs_found(q="nothing like it") == []


def test_sorting_by_a_stat_puts_the_highest_first_and_is_stable():
    destiny = {card.ref: card.facts["destiny"] for card in SAMPLE.cards}
    strength = {card.ref: card.facts.get("strength", 0) for card in SAMPLE.cards}

    ordered = refs_found(sort="corner")
    strong = refs_found(sort="strength", type="monster")

    assert ordered == sorted(destiny, key=lambda ref: -destiny[ref])
    assert strong == sorted(refs_found(type="monster"), key=lambda ref: -strength[ref])
    assert refs_found(sort="name") == sorted(destiny, key=lambda ref: SAMPLE.card(ref[3:]).name.en.casefold())
    assert refs_found(sort="weather") == refs_found()


def test_each_filter_option_has_the_number_of_its_cards():
    filters = browse_set(LIGHT, {"rarity": "rare"}, "en").filters

    assert [(each.label, each.cards, each.chosen) for each in filters["rarity"]] == [
        ("Common", 40, False),
        ("Uncommon", 40, False),
        ("Rare", 40, True),
    ]
    assert sum(each.cards for each in filters["element"]) == 120
    assert {each.group for each in filters["kin"]} == {"Monster", "PC", "Item"}


@pytest.mark.django_db
def test_sets_are_listed_by_game(client: Client, django_assert_num_queries):
    with django_assert_num_queries(3):
        page = client.get("/cards/").content.decode()

    assert re.findall(r'href="/cards/(\w+/\w+)/"', page) == [
        "enemy/FC", "enemy/FL", "enemy/HB", "enemy/SD", "hagmi/IS", "rm2k/CC",
    ]  # fmt: skip
    assert "120 cards" in page


@pytest.mark.django_db
def test_set_is_filtered_by_query_parameters(client: Client, django_assert_num_queries):
    with django_assert_num_queries(0):
        page = client.get("/cards/enemy/SD/?type=action&element=wood&q=juk&sort=name").content.decode()

    assert listed_numbers(page) == ["08"]
    assert f"1 of {len(SAMPLE.cards)} cards" in page
    markup = compact_markup(page)
    assert '<option value="wood" selected>' in markup
    assert 'value="juk"' in markup
    assert "<details open>" in markup


@pytest.mark.django_db
def test_set_page_needs_no_queries_whatever_its_size(client: Client, django_assert_num_queries):
    for code, cards in (("SD", len(SAMPLE.cards)), ("FL", 120)):
        with django_assert_num_queries(0):
            assert len(listed_numbers(client.get(f"/cards/enemy/{code}/").content.decode())) == cards


@pytest.mark.django_db
def test_cards_are_listed_as_text_for_narrow_screens(client: Client):
    page = client.get("/cards/enemy/SD/?as=words&q=juk").content.decode()

    assert listed_numbers(page) == ["08"]
    assert "<img" not in page
    assert "+3 strength" in page


@pytest.mark.django_db
def test_search_text_is_escaped(client: Client):
    page = client.get("/cards/enemy/SD/", {"q": '"><script>'}).content.decode()

    assert "<script>" not in page
    assert "No cards found" in page


@pytest.mark.django_db
def test_card_page_has_the_text_in_both_languages(client: Client, django_assert_num_queries):
    with django_assert_num_queries(0):
        page = compact_markup(html.unescape(client.get("/cards/enemy/FL/R02").content.decode()))

    card = LIGHT.card("R02")
    assert f"<h1>{card.name.en}</h1>" in page
    assert '<section class="panel" lang="ja"' in page
    assert card.name.ja in page
    assert "<dt>Number</dt><dd>FL-R02</dd>" in page
    assert 'rel="prev" href="/cards/enemy/FL/R01"' in page
    assert 'rel="next" href="/cards/enemy/FL/R03"' in page


@pytest.mark.django_db
def test_first_and_last_card_have_one_neighbour(client: Client):
    first = client.get(f"/cards/enemy/SD/{SAMPLE.cards[0].number}").content.decode()
    last = client.get(f"/cards/enemy/SD/{SAMPLE.cards[-1].number}").content.decode()

    assert ('rel="prev"' in first, 'rel="next"' in first) == (False, True)
    assert ('rel="prev"' in last, 'rel="next"' in last) == (True, False)


@pytest.mark.django_db
def test_card_page_lists_decks_and_marks_house_values(client: Client):
    page = compact_markup(client.get("/cards/enemy/SD/02").content.decode())

    assert "<dt>Sample deck A</dt><dd>3 copies</dd>" in page
    assert "House values" in page
    assert "House values" not in client.get("/cards/enemy/FL/C01").content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("place", ["enemy/ZZ/", "go/FL/", "enemy/FL/Z99", "enemy/FL/C01/more"])
def test_unknown_sets_and_cards_are_not_found(client: Client, place: str):
    assert client.get(f"/cards/{place}").status_code == 404


@pytest.mark.browser
def test_filters_apply_immediately_and_are_kept_after_visiting_a_card(new_page: Callable[..., Page]):
    page = new_page(viewport={"width": 360, "height": 740})
    page.goto("/cards/enemy/FL/")
    search = page.get_by_role("searchbox", name="Name or text")

    search.fill("skarg")
    expect(page.get_by_role("heading", name="1 of 120 cards")).to_be_visible()
    expect(search).to_be_focused()
    search.fill("")
    expect(page.get_by_role("heading", level=2)).to_have_text("120 of 120 cards")
    page.get_by_text("Filter and sort").click()
    page.get_by_label("Element").select_option("fire")
    page.get_by_label("Text", exact=True).check()
    expect(page.locator(".card-row")).to_have_count(FIRES)
    page.locator(".card-link").first.press("Enter")
    arrives(page, page.locator(".portrait-face"))
    page.go_back()

    expect(page.get_by_role("heading", name=f"{FIRES} of 120 cards")).to_be_visible()
    expect(page.get_by_label("Element")).to_have_value("fire")
    fits(page)


@pytest.mark.browser
def test_card_page_shows_a_large_face_and_links_to_its_neighbour(new_page: Callable[..., Page]):
    page = new_page(viewport={"width": 1280, "height": 900})
    page.goto("/cards/enemy/FL/R01")

    expect(page.locator(".portrait-face img")).to_have_js_property("complete", True)
    expect(page.locator(".portrait-face img")).not_to_have_js_property("naturalWidth", 0)
    page.get_by_role("link", name=re.compile("→")).press("Enter")
    page.wait_for_url("**/cards/enemy/FL/R02")
