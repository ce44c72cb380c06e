"""/rules/<game>: every clause, to be found by its id."""

import re

import pytest
from django.test import Client

from gameplay.games import RULESETS
from gameplay.selectors.clauses import clauses, sections

# Of what is told with its clause, this happens in some variants only.
SOME_VARIANTS = {"ENE-5.2", "ENE-5.4", "ENE-11.3", "ENE-11.4", "ENE-11.7", "HAG-1.5", "HAG-12.6", "HAG-13.3"}


@pytest.mark.parametrize("game", RULESETS)
def test_every_clause_can_be_linked_to(client: Client, game: str):
    page = client.get(f"/rules/{game}").content.decode()

    assert re.findall(r'<dt id="([^"]+)"', page) == list(clauses(game))


def test_a_clause_tells_the_only_variants_it_is_for(client: Client):
    page = client.get("/rules/enemy").content.decode()

    assert '<dt id="ENE-6.9" translate="no">ENE-6.9</dt><dd>' in page
    assert '<span class="chip">Sample game</span>' in page.partition('id="ENE-6.9"')[2].partition("</dd>")[0]
    assert 'class="chip"' not in page.partition('id="ENE-6.8"')[2].partition("</dd>")[0]


@pytest.mark.parametrize("game", ["chess", "__pycache__"])
def test_there_are_no_rules_of_other_games(client: Client, game: str):
    assert client.get(f"/rules/{game}").status_code == 404


@pytest.mark.parametrize("game", RULESETS)
def test_whatever_is_told_with_a_clause_names_one_there_is(game: str):
    words = RULESETS[game].sentences
    named = {say.clause for says in (words.events, words.asks, words.options) for say in says.values() if say.clause}

    assert named <= set(clauses(game))
    some = {clause for clause in named if len(clauses(game)[clause].variants) < len(RULESETS[game].variants)}
    assert some <= SOME_VARIANTS
    assert sum(len(found) for _title, found in sections(game)) == len(clauses(game))


@pytest.mark.parametrize("game", RULESETS)
def test_every_question_has_a_reason(game: str):
    for say in RULESETS[game].sentences.asks.values():
        assert say.clause or (say.show_rules_text and say.fields[0] == "card")


def test_the_contents_lead_to_every_section(client: Client):
    page = client.get("/rules/enemy").content.decode()

    links = re.findall(r'<a href="#(section-\d+)">([^<]+)</a>', page)
    assert [title for _id, title in links] == [title for title, _clauses in sections("enemy")]
    assert re.findall(r'<h2 id="([^"]+)">([^<]+)</h2>', page) == links
