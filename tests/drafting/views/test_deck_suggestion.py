"""What the drafting bot would build, taken card by card or whole, and what it adds to a deck that is begun."""

import re

import pytest
from django.test import Client

from cards.selectors import get_printed_card as printed_card
from gameplay.games import RULESETS
from tests.drafting.conftest import Draft
from tests.drafting.views.test_deck import address, page


def test_a_deck_is_suggested_and_nothing_is_changed_by_that(drafted: Draft, alice: Client):
    bots = RULESETS["enemy"].draft_bot.build_deck([printed_card("enemy", ref) for ref in drafted.pool("Alice")], 6)

    plain, asked = page(alice, drafted), page(alice, drafted, "?suggest=1")

    assert ("What the drafting bot would build" in plain, "What the drafting bot would build" in asked) == (False, True)
    assert set(re.findall(r'id="take-([\w-]+)"', asked)) == {card.ref for card in bots}
    assert drafted.deck("Alice").version == 0


def test_a_suggestion_is_taken_card_by_card_or_whole_and_undone(drafted: Draft, alice: Client):
    bots = sorted(
        card.ref
        for card in RULESETS["enemy"].draft_bot.build_deck(
            [printed_card("enemy", ref) for ref in drafted.pool("Alice")], 6
        )
    )
    where = address(drafted) + "?suggest=1"

    alice.post(where, {"add": bots[0], "version": 0})
    one = drafted.deck("Alice").cards
    stale = alice.post(where, {"do": "suggested", "version": 0})
    alice.post(where, {"do": "suggested", "version": 1})
    text = page(alice, drafted, "?suggest=1")

    assert (one, stale.status_code) == ([bots[0]], 409)
    assert drafted.deck("Alice").cards == bots
    assert "Your deck is the one it would build." in text
    alice.post(where, {"do": "undo", "version": 2})
    assert drafted.deck("Alice").cards == one


@pytest.mark.clause("DRF-3.2")
def test_what_is_missing_is_added_by_the_bot_and_marked(drafted: Draft, alice: Client):
    ref = drafted.pool("Alice")[0]
    assert 'value="fill"' not in page(alice, drafted)  # of nothing it would be the bot's deck
    alice.post(address(drafted), {"add": ref})
    assert "Add the 5 that are missing" in page(alice, drafted)

    alice.post(address(drafted), {"do": "fill", "version": 1})
    text = page(alice, drafted)
    again = alice.post(address(drafted), {"do": "fill", "version": 2})

    assert "This deck is legal" in text
    assert sum(map(int, re.findall(r"Just added: </span>\+(\d)", text))) == 5
    assert (again.status_code, "The deck has 6 cards already, of 6." in again.content.decode()) == (409, True)
    alice.post(address(drafted), {"do": "undo", "version": 2})
    assert drafted.deck("Alice").cards == [ref]
