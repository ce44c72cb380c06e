"""The start of the game (ENE-3.*)."""

from typing import Any

import pytest

from gameplay.engine.core.chance import RandomStream, RecordedChance, SeededChance
from gameplay.engine.core.game import Game
from gameplay.games.enemy import RULESET
from gameplay.games.enemy.terms import Card
from gameplay.games.enemy.variants import DRAFT, FULL, SAMPLE, Variant
from tests.gameplay.games.enemy.cards import destiny
from tests.gameplay.games.enemy.duel import ALICE, BOB, Duel, InOrder

LOW, HIGH = destiny(1), destiny(5)
SIZE = 12
BOBS_FIRST = SIZE
"""Alice's cards have ids from 0, Bob's from this number."""


def begin(alice: list[Card], bob: list[Card], *comes_up: int, variant: Variant = DRAFT) -> Duel:
    """Begin a game in which these cards are drawn first, then the cards of each deck in order."""
    chance = RecordedChance(comes_up, InOrder())
    return Duel(Game(RULESET, RULESET.deal(variant, [alice, bob], chance)))


@pytest.mark.clause("ENE-3.2", "ENE-1.11")
@pytest.mark.parametrize(("alice", "bob", "first"), [(HIGH, LOW, ALICE), (LOW, HIGH, BOB)])
def test_player_with_the_higher_destiny_goes_first(alice: Card, bob: Card, first: int):
    duel = begin([alice] * SIZE, [bob] * SIZE)

    assert duel.events("goes_first") == [(first,)]
    assert duel.pending == (first, "play")


@pytest.mark.clause("ENE-3.3")
def test_equal_destinies_are_revealed_again():
    mixed = [LOW, HIGH] * 6
    duel = begin(mixed, mixed, 0, BOBS_FIRST, 1, BOBS_FIRST + 1, 0, BOBS_FIRST + 1)

    numbers = [number for _, _, number in duel.events("revealed")]
    assert numbers == [1, 1, 5, 5, 1, 5]
    assert duel.events("goes_first") == [(BOB,)]


def test_decks_with_a_single_destiny_are_decided_by_lot():
    duel = begin([LOW] * SIZE, [LOW] * SIZE)

    assert duel.events("goes_first") == [(ALICE,)]


@pytest.mark.clause("ENE-3.4", "ENE-OP-1")
def test_revealed_card_returns_to_the_deck():
    duel = begin([HIGH] * SIZE, [LOW] * SIZE, 7, BOBS_FIRST + 9, 7)

    assert 7 in duel.table.hand[ALICE]
    assert BOBS_FIRST + 9 in duel.table.deck[BOB]
    assert len(duel.table.deck[ALICE]) + len(duel.table.hand[ALICE]) == SIZE


@pytest.mark.clause("ENE-3.5", "ENE-OP-2", "ENE-4.7")
@pytest.mark.parametrize("variant", [FULL, SAMPLE, DRAFT])
def test_opening_hands_have_four_cards_and_the_first_turn_has_a_draw_step(variant: Variant):
    duel = begin([HIGH] * SIZE, [LOW] * SIZE, variant=variant)

    assert [drawer for drawer, _ in duel.events("drew")] == [ALICE] * 4 + [BOB] * 4 + [ALICE]
    assert (len(duel.zone("hand", ALICE)), len(duel.zone("hand", BOB))) == (5, 4)


@pytest.mark.clause("ENE-3.6")
def test_turns_alternate():
    duel = begin([LOW] * SIZE, [HIGH] * SIZE)
    for _ in range(4):
        duel.choose("hide", str(duel.zone("hand", duel.table.active)[0]))

    assert [seat for seat, _ in duel.events("turn")] == [BOB, ALICE, BOB, ALICE, BOB]


@pytest.mark.clause("ENE-3.1")
@pytest.mark.parametrize("card", range(SIZE))
def test_any_card_may_be_drawn_first(card: int):
    duel = begin([HIGH] * SIZE, [LOW] * SIZE, 0, BOBS_FIRST, card)

    assert duel.table.hand[ALICE][0] == card


@pytest.mark.clause("ENE-3.1")
def test_shuffle_depends_only_on_the_seed():
    def hands(seed: bytes) -> list[Any]:
        table = RULESET.deal(DRAFT, [[HIGH] * 35, [LOW] * 35], SeededChance(RandomStream(seed, "game")))
        return list(Game(RULESET, table).table.hand)

    assert hands(b"one") == hands(b"one")
    assert hands(b"one") != hands(b"two")


@pytest.mark.clause("ENE-1.10", "ENE-2.1")
def test_two_players_have_their_own_decks_and_zones():
    duel = begin([HIGH] * SIZE, [LOW] * SIZE)

    places = [(place.name, place.seat) for place in duel.table.zones()]
    for name in ("deck", "hand", "party", "items", "hidden", "portal", "score", "discard"):
        assert [seat for zone, seat in places if zone == name] == [ALICE, BOB]
    owners = duel.table.owners
    assert owners == [ALICE] * SIZE + [BOB] * SIZE
