"""Suggested decks, used card by card or as a whole, and missing cards added by the bot."""

import re

import pytest
from django.test import Client

from cards.selectors import get_printed_card as printed_card
from gameplay.games import RULESETS
from tests.drafting.conftest import Draft
from tests.drafting.views.test_deck import address, page


def test_a_suggestion_does_not_change_the_deck(drafted: Draft, alice: Client):
    bot_deck = RULESETS["enemy"].draft_bot.build_deck([printed_card("enemy", ref) for ref in drafted.pool("Alice")], 6)

    plain, suggested = page(alice, drafted), page(alice, drafted, "?suggest=1")

    assert ("Suggested deck" in plain, "Suggested deck" in suggested) == (False, True)
    assert set(re.findall(r'id="take-([\w-]+)"', suggested)) == {card.ref for card in bot_deck}
    assert drafted.deck("Alice").version == 0


def test_a_suggestion_is_used_card_by_card_or_as_a_whole_and_undone(drafted: Draft, alice: Client):
    bot_refs = sorted(
        card.ref
        for card in RULESETS["enemy"].draft_bot.build_deck(
            [printed_card("enemy", ref) for ref in drafted.pool("Alice")], 6
        )
    )
    url = address(drafted) + "?suggest=1"

    alice.post(url, {"add": bot_refs[0], "version": 0})
    one = drafted.deck("Alice").cards
    stale = alice.post(url, {"do": "suggested", "version": 0})
    alice.post(url, {"do": "suggested", "version": 1})
    text = page(alice, drafted, "?suggest=1")

    assert (one, stale.status_code) == ([bot_refs[0]], 409)
    assert drafted.deck("Alice").cards == bot_refs
    assert "Your deck is the suggested deck." in text
    alice.post(url, {"do": "undo", "version": 2})
    assert drafted.deck("Alice").cards == one


@pytest.mark.clause("DRF-3.2")
def test_missing_cards_are_added_by_the_bot_and_marked(drafted: Draft, alice: Client):
    ref = drafted.pool("Alice")[0]
    assert 'value="fill"' not in page(alice, drafted)  # an empty deck gets a whole suggestion instead
    alice.post(address(drafted), {"add": ref})
    assert "Add the 5 missing cards" in page(alice, drafted)

    alice.post(address(drafted), {"do": "fill", "version": 1})
    text = page(alice, drafted)
    again = alice.post(address(drafted), {"do": "fill", "version": 2})

    assert "This deck is legal" in text
    assert sum(map(int, re.findall(r"Just added: \+(\d)", text))) == 5
    assert (again.status_code, "The deck already has 6 of 6 cards." in again.content.decode()) == (409, True)
    alice.post(address(drafted), {"do": "undo", "version": 2})
    assert drafted.deck("Alice").cards == [ref]
