"""Counts from a draft of bots."""

from collections import Counter

import pytest

from cards.printed import Archetype, LocalizedText, bundled_card_set
from drafting.balance.drafts import GAMES, Counts, DraftedDeck, PlayedSide, archetype_of, card_pair_keys, play_draft

FIRST_LIGHT = bundled_card_set("enemy", "FL")


@pytest.fixture(scope="module")
def counts() -> Counts:
    return play_draft(FIRST_LIGHT, b"seed", 0)


def total(counts: Counts, kind: str) -> int:
    return sum(count for key, count in counts.items() if key[0] == kind)


def test_each_pair_of_decks_plays_once(counts: Counts):
    assert GAMES == 15
    assert [total(counts, kind) for kind in ("draft", "game", "turns", "first")] == [1, 15, 15, 15]


def test_a_card_counts_once_for_each_deck_that_drew_it(counts: Counts):
    drawn = {key[1] for key in counts if key[0] == "card"}

    assert drawn <= {card.ref for card in FIRST_LIGHT.cards}
    assert 15 * 2 * 5 < total(counts, "card") <= 15 * 2 * 35


def test_wins_and_losses_are_equal(counts: Counts):
    results = {
        result: sum(n for key, n in counts.items() if key[0] == "archetype" and key[2] == result)
        for result in ("won", "lost")
    }

    assert results["won"] == results["lost"] > 0


def test_a_draft_is_reproducible(counts: Counts):
    assert play_draft(FIRST_LIGHT, b"seed", 0) == counts
    assert play_draft(FIRST_LIGHT, b"seed", 1) != counts


def test_a_deck_follows_the_archetype_with_the_largest_share_of_cards():
    deck = [FIRST_LIGHT.card(number) for number in ("C01", "C01", "C04", "C05", "C06")]
    goblins = Archetype("goblins", LocalizedText("Goblins"), ("FL-C01", "FL-C02"))
    drowned = Archetype("drowned", LocalizedText("The drowned"), ("FL-C04", "FL-C05", "FL-C06", "FL-U05"))

    assert archetype_of(deck, [drowned, goblins]) == "goblins"
    assert archetype_of(deck[2:], [goblins, drowned]) == "drowned"
    assert archetype_of([FIRST_LIGHT.card("R40")], [goblins, drowned]) == ""


def test_games_with_a_card_are_compared_with_games_without_it():
    pincher, lookout = FIRST_LIGHT.card("C01"), FIRST_LIGHT.card("C02")
    with_both, with_lookout = frozenset({pincher.ref, lookout.ref}), frozenset({lookout.ref})
    games = [
        PlayedSide(with_both, "won"),
        PlayedSide(with_both, "drawn"),
        PlayedSide(with_lookout, "lost"),
        PlayedSide(with_lookout, "won"),
    ]

    # The won game beats the lost one and equals the other won one. The drawn game beats the lost one only.
    assert Counter(card_pair_keys(DraftedDeck([pincher, pincher, lookout], "kilns"), games)) == {
        ("pair", pincher.ref, "kilns", "won"): 2,
        ("pair", pincher.ref, "kilns", "drawn"): 1,
        ("pair", pincher.ref, "kilns", "lost"): 1,
    }


def test_a_draft_counts_pairs_of_games_for_its_cards(counts: Counts):
    pairs = {key: count for key, count in counts.items() if key[0] == "pair"}

    assert {key[2] for key in pairs} <= {archetype.code for archetype in FIRST_LIGHT.archetypes}
    assert {key[3] for key in pairs} >= {"won", "lost"}
    # A deck plays five games. Split 2 and 3, 1 and 4 or 0 and 5, they give at most six pairs for a card and a deck.
    assert all(count <= 6 * 6 for count in pairs.values())
