"""The text export and the printed list of a deck."""

import re
from collections import Counter

from django.test import Client

from cards.printed import bundled_card_set
from cards.selectors import get_displayed_card
from drafting.rules.cube import read_cube
from drafting.rules.decks import deck_checksum
from gameplay.views.reported_game_form import ReportedGameForm
from tests.drafting.conftest import Draft
from tests.drafting.views.deck_page import address, legal


def test_the_text_export_can_be_read_as_a_cube_and_as_a_deck(drafted: Draft, alice: Client):
    deck = legal(drafted)

    response = alice.get(f"{address(drafted)}.txt")

    text = response.content.decode()
    typed = ReportedGameForm({"variant": "enemy-draft", "deck_1": text})
    typed.is_valid()
    assert read_cube(text, bundled_card_set("enemy", "FL").cards) == (deck, [])
    assert typed.log["decks"][0] == Counter(deck)
    assert "attachment" in response["Content-Disposition"]


def test_the_printed_list_has_a_box_for_each_copy_and_both_languages(drafted: Draft, alice: Client):
    deck = legal(drafted)
    early = alice.get(f"{address(drafted)}/print").content.decode()
    alice.post(address(drafted), {"do": "submit"})

    text = alice.get(f"{address(drafted)}/print").content.decode()

    assert re.findall(r'<span translate="no">([\w-]+)</span>', text) == sorted(set(deck))
    assert text.count('class="box"') == len(deck)
    assert re.findall(r'<b class="n">(\d+)</b>', text)[-1] == str(len(deck))
    assert all(get_displayed_card("enemy", ref, "ja").face.name in text for ref in deck)
    assert ("Not submitted" in early, deck_checksum(deck) in early) == (True, False)
    assert deck_checksum(deck) in text
