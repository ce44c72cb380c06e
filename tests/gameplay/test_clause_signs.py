"""Numbers of clauses are shown on demand."""

import re

import pytest
from django.template import engines
from django.test import Client

from gameplay.templatetags.clauses import clause, clauses
from tests.world import World
from tournaments.models import Event

NUMBER = re.compile(r"\b(?:DRF|ENE|HAG|RM)-[A-Z\d][\d.-]*")
SIGNED = re.compile(r'<span class="clause-id">[^<]*</span>')
NOT_TEXT = re.compile(r"<[^>]*>")
SIGN = '<span aria-hidden="true">§</span><span class="clause-id">{}</span>'


def test_a_clause_with_a_page_is_a_link_to_its_text():
    assert clause("ENE-16.2.3") == (
        f'<a class="clause" href="/rules/enemy/clauses#ENE-16.2.3" translate="no">{SIGN.format("ENE-16.2.3")}</a>'
    )


def test_a_clause_without_a_page_shows_its_number_only():
    assert clause("DRF-OP-5").startswith('<button class="clause" type="button"')
    assert SIGN.format("DRF-OP-5") in clause("DRF-OP-5")
    assert clause("") == ""


@pytest.mark.parametrize(
    ("text", "before", "number"),
    [
        ("Not a sanctioned draft (DRF-2.5).", "Not a sanctioned draft", "DRF-2.5"),
        ("ENE-16.2.3", "", "ENE-16.2.3"),
        ("<b> DRF-OP-12", "&lt;b&gt;", "DRF-OP-12"),
    ],
)
def test_numbers_in_a_text_become_signs(text: str, before: str, number: str):
    shown = clauses(text)

    assert shown == f"{before} {clause(number)}".strip() + ("." if text.endswith(".") else "")


def test_a_text_without_a_number_stays_as_it_is():
    assert clauses("Round 1-2, A-B & C") == "Round 1-2, A-B &amp; C"
    template = engines["django"].from_string("{% load clauses %}{{ text|clauses }}")
    assert template.render({"text": "3 > 2"}) == "3 &gt; 2"


PAGES = ["e/{slug}/", "e/{slug}/standings", "match/{match}", "e/{slug}/manage", "events/new?preset=enemy-FL-booster"]


def test_pages_for_people_have_no_numbers_in_their_text(db: None):
    world = World()
    Event.objects.exclude(boosters=[]).update(boosters=[{"game": "enemy", "by": "seat", "kinds": []}] * 4)
    client = Client()
    client.force_login(world.people["organizer"], backend="gameplay.infrastructure.sessions.AccountBackend")

    found, signs = {}, 0
    for path in PAGES:
        page = client.get("/" + path.format(**world.names)).content.decode().partition("<main")[2]
        signs += page.count('class="clause-id"')
        if numbers := NUMBER.findall(NOT_TEXT.sub(" ", SIGNED.sub("", page))):
            found[path] = numbers

    assert found == {}
    assert signs > 2
