"""/rules/<game>: every clause, to be found by its id."""

import re

import pytest
from django.test import Client

from gameplay.games import RULESETS
from gameplay.selectors.clauses import clauses, sections


def test_every_clause_can_be_linked_to(client: Client):
    page = client.get("/rules/enemy").content.decode()

    assert re.findall(r'<dt id="([^"]+)"', page) == list(clauses("enemy"))
    assert '<dt id="ENE-6.9" translate="no">ENE-6.9</dt><dd>' in page
    assert '<span class="chip">Sample game</span>' in page.partition('id="ENE-6.9"')[2].partition("</dd>")[0]
    assert 'class="chip"' not in page.partition('id="ENE-6.8"')[2].partition("</dd>")[0]


@pytest.mark.parametrize("game", ["chess", "__pycache__"])
def test_there_are_no_rules_of_other_games(client: Client, game: str):
    assert client.get(f"/rules/{game}").status_code == 404


@pytest.mark.parametrize("game", RULESETS)
def test_whatever_is_told_with_a_clause_names_one_there_is(game: str):
    words = RULESETS[game].words
    named = {say.clause for says in (words.events, words.asks, words.options) for say in says.values() if say.clause}

    assert named <= set(clauses(game))
    for clause in named - {"ENE-5.2", "ENE-5.4"}:  # in every variant; of these two each has one
        assert len(clauses(game)[clause].variants) == len(RULESETS[game].variants) or clause.startswith("ENE-11")
    assert sum(len(found) for _title, found in sections(game)) == len(clauses(game))


@pytest.mark.parametrize("game", RULESETS)
def test_every_question_has_a_reason(game: str):
    for say in RULESETS[game].words.asks.values():
        assert say.clause or (say.reads and say.fields[0] == "card")


def test_the_contents_lead_to_every_section(client: Client):
    page = client.get("/rules/enemy").content.decode()

    links = re.findall(r'<a href="#(section-\d+)">([^<]+)</a>', page)
    assert [title for _id, title in links] == [title for title, _clauses in sections("enemy")]
    assert re.findall(r'<h2 id="([^"]+)">([^<]+)</h2>', page) == links
