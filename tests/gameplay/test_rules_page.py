"""/rules/<game>/clauses: all clauses of a game."""

import re

import pytest
from django.test import Client

from gameplay.games import RULESETS
from gameplay.selectors.clauses import clauses, sections
from tests.page_text import compact_markup, visible_text

ENGLISH_SENTENCE = re.compile(r"[A-Za-z]+(?: [a-z]+){2}")

# Clauses named by sentences that only apply to some variants.
SOME_VARIANTS = {"ENE-5.2", "ENE-5.4", "ENE-11.3", "ENE-11.4", "ENE-11.7", "HAG-1.5", "HAG-12.6", "HAG-13.3"}


@pytest.mark.parametrize("game", RULESETS)
def test_every_clause_has_an_anchor(client: Client, game: str):
    page = client.get(f"/rules/{game}/clauses").content.decode()

    assert re.findall(r'<dt id="([^"]+)"', page) == list(clauses(game))


def test_clause_shows_the_variants_it_is_limited_to(client: Client):
    page = compact_markup(client.get("/rules/enemy/clauses").content.decode())

    assert '<dt id="ENE-6.9" translate="no">ENE-6.9</dt><dd>' in page
    assert '<span class="chip">Sample game</span>' in page.partition('id="ENE-6.9"')[2].partition("</dd>")[0]
    assert 'class="chip"' not in page.partition('id="ENE-6.8"')[2].partition("</dd>")[0]


@pytest.mark.parametrize("game", ["chess", "__pycache__"])
def test_rules_of_unknown_games_are_not_found(client: Client, game: str):
    assert client.get(f"/rules/{game}/clauses").status_code == 404


@pytest.mark.parametrize("game", RULESETS)
def test_clauses_of_sentences_exist(game: str):
    sentences = RULESETS[game].sentences
    templates = [*sentences.events.values(), *sentences.asks.values(), *sentences.options.values()]
    named = {sentence.clause for sentence in templates if sentence.clause}

    assert named <= set(clauses(game))
    limited = {clause for clause in named if len(clauses(game)[clause].variants) < len(RULESETS[game].variants)}
    assert limited <= SOME_VARIANTS
    assert sum(len(section) for _title, section in sections(game)) == len(clauses(game))


@pytest.mark.parametrize("game", RULESETS)
def test_every_question_has_a_clause_or_a_card_text(game: str):
    for sentence in RULESETS[game].sentences.asks.values():
        assert sentence.clause or (sentence.show_rules_text and sentence.fields[0] == "card")


def test_contents_link_to_every_section(client: Client):
    page = client.get("/rules/enemy/clauses").content.decode()

    links = re.findall(r'<a href="#(section-\d+)">([^<]+)</a>', page)
    assert [title for _id, title in links] == [title.en for title, _clauses in sections("enemy")]
    assert re.findall(r'<h2 id="([^"]+)">([^<]+)</h2>', page) == links


@pytest.mark.parametrize("game", RULESETS)
def test_japanese_readers_get_the_clauses_in_japanese(client: Client, game: str):
    page = client.get(f"/rules/{game}/clauses", headers={"Accept-Language": "ja"}).content.decode()

    main = page.partition("<main")[2].partition("</main>")[0]
    text = visible_text(main)
    for title, section in sections(game):
        assert text.count(title.ja) >= 2
        assert all(clause.summary.ja in text for clause in section)
    assert ' lang="' not in main


@pytest.mark.parametrize("page", ["/rules/{}", "/rules/{}/clauses"])
@pytest.mark.parametrize("game", RULESETS)
def test_no_english_sentence_is_left_in_japanese_rules(client: Client, game: str, page: str):
    html = client.get(page.format(game), headers={"Accept-Language": "ja"}).content.decode()

    assert ENGLISH_SENTENCE.findall(visible_text(html.partition("<main")[2].partition("</main>")[0])) == []


@pytest.mark.parametrize("game", RULESETS)
def test_english_readers_get_the_clauses_in_english(client: Client, game: str):
    page = client.get(f"/rules/{game}/clauses").content.decode()

    main = page.partition("<main")[2].partition("</main>")[0]
    text = visible_text(main)
    assert all(clause.summary.en in text for clause in clauses(game).values())
    assert re.findall("[ぁ-んァ-ヶ一-龯]+", text) == []
    assert ' lang="' not in main
