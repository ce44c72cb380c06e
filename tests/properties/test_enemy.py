"""Invariants of whole games of ENEMY between bots of every kind."""

import json
from collections import Counter

import pytest

from gameplay.engine.bots.policies import play_to_end
from gameplay.engine.core.views import view_for_seat
from gameplay.games.enemy import RULESET
from gameplay.games.enemy.sentences import ASKS
from gameplay.games.enemy.table import EnemyTable
from tests.gameplay.games.enemy.kit import begin, marked_decks
from tests.parts.properties import given
from tests.parts.properties import strategies as st
from tests.properties.games import decisions, players, quick, seeds, text

variants = st.sampled_from(sorted(RULESET.variants))

# --- the table -------------------------------------------------------------------------------------


@pytest.mark.clause(
    "ENE-7.1", "ENE-7.2", "ENE-7.3", "ENE-7.4", "ENE-7.6", "ENE-8.12", "ENE-11.3", "ENE-11.5", "ENE-OP-20"
)
@given(seeds, variants)
@quick
def test_limits_are_never_exceeded(seed: bytes, variant: str):
    game = begin(seed, variant)
    for _ in decisions(game, seed):
        check_limits(game.table)


def check_limits(table: EnemyTable) -> None:
    cards = table.cards
    for party, hidden, grunties in zip(table.party, table.hidden, table.grunties, strict=True):
        assert len(party) <= 3
        assert len(hidden) <= 5
        assert len({cards[pc].name for pc in party}) == len(party)
        assert all(len(table.cards_under.get(grunty, ())) <= 5 for grunty in grunties)
        for pc in party:
            subtypes = [cards[item].subtype for item in table.cards_under.get(pc, ())]
            assert len(subtypes) == len(set(subtypes))
    assert table.wounded <= {pc for party in table.party for pc in party}
    assert len(table.field) <= 1
    in_play = [*table.portal[0], *table.portal[1], *table.score[0], *table.score[1], *table.attack]
    uniques = Counter(cards[card].name for card in in_play if cards[card].unique)
    assert not uniques or max(uniques.values()) == 1


@pytest.mark.clause("ENE-2.1", "ENE-2.5")
@given(seeds, variants)
@quick
def test_cards_are_only_in_zones_of_their_owner(seed: bytes, variant: str):
    game = begin(seed, variant)
    for _ in decisions(game, seed):
        for place in game.table.zones():
            assert {game.table.owners[card] for card in place.cards} <= {place.seat} or place.seat is None


@pytest.mark.clause("ENE-4.3", "ENE-6.4")
@given(seeds, variants)
@quick
def test_first_play_of_a_turn_is_made_with_five_cards_in_hand(seed: bytes, variant: str):
    game, turn = begin(seed, variant), 0
    for _ in decisions(game, seed):
        assert game.ask is not None
        if game.ask.about[0] == "play" and game.table.turn != turn:
            turn, seat = game.table.turn, game.ask.seat
            left = sum(len(zone[seat]) for zone in (game.table.deck, game.table.top, game.table.discard))
            assert len(game.table.hand[seat]) == 5 or left == 0
            assert ("pass",) not in game.ask.options


@given(seeds, variants)
@quick
def test_games_end_with_a_reason(seed: bytes, variant: str):
    game = begin(seed, variant)
    outcome = play_to_end(game, players(seed, greedy=RULESET.greedy_bot))

    assert game.table.turn < 400
    assert outcome.scores == game.table.scores()
    if outcome.reason == "vp":
        assert outcome.scores[outcome.winners[0]] >= RULESET.variants[variant].target
    else:
        assert outcome.reason == "deck"
        best = [seat for seat in (0, 1) if outcome.scores[seat] == max(outcome.scores)]
        assert outcome.winners == (tuple(best) if len(best) == 1 else ())


def test_every_ask_except_those_of_card_texts_has_a_clause():
    texts = {"may", "either_for", "discard_for", "recover_for", "return_for"}

    assert {code for code, say in ASKS.items() if not say.clause.startswith("ENE-")} == texts


# --- secrecy ---------------------------------------------------------------------------------------


def hidden_cards(table: EnemyTable, seat: int | None) -> list[int]:
    """Return the cards hidden from ``seat``: both decks, and the hand, hidden cards and food of other seats."""
    private = ("hand", "hidden", "food")
    return [
        card
        for place in table.zones()
        if place.name == "deck" or (place.name in private and place.seat != seat)
        for card in place.cards
    ]


@pytest.mark.clause("ENE-10.8")
@given(seeds, variants)
@quick
def test_views_contain_no_card_hidden_from_their_seat(seed: bytes, variant: str):
    game = begin(seed, variant, decks=marked_decks(seed, variant), pausing=True)
    for _ in decisions(game, seed):
        for seat in (0, 1, None):
            view = text(game, seat, since=len(game.table.events))
            assert not [card for card in hidden_cards(game.table, seat) if game.table.cards[card].ref in view]


@pytest.mark.clause("ENE-10.8")
@given(seeds, variants)
@quick
def test_public_events_do_not_contain_hidden_cards(seed: bytes, variant: str):
    game = begin(seed, variant, decks=marked_decks(seed, variant))
    play_to_end(game, players(seed, greedy=RULESET.greedy_bot))

    secret = {"drew", "hid", "looked"}
    for event, public in zip(game.table.events, view_for_seat(game, None)["events"], strict=True):
        if event[0] in secret:
            assert "MARK" not in json.dumps(public)
            assert public["unseen"] is True
