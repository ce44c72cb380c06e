"""The turn and its Draw Step (ENE-4.*)."""

import pytest

from gameplay.games.enemy.terms import Card
from tests.gameplay.games.enemy.cards import BLANK, action, monster
from tests.gameplay.games.enemy.duel import ALICE, BOB, Duel, Side, lay

A, B, C, D, E, F, G = (monster(letter, vp=0) for letter in "ABCDEFG")


def hand_of(*cards: Card) -> Duel:
    """Alice begins her Draw Step with these cards; F is the first of her deck."""
    return lay(Side(hand=cards, deck=[F, G]), ready=False)


@pytest.mark.clause("ENE-4.2", "ENE-4.3", "ENE-4.5")
@pytest.mark.parametrize("held", [0, 1, 3, 4])
def test_hand_of_fewer_than_five_is_drawn_up_to_five(held: int):
    duel = hand_of(*[A, B, C, D][:held])

    assert len(duel.zone("hand", ALICE)) == 5
    assert len(duel.events("drew")) == 5 - held


@pytest.mark.clause("ENE-4.2", "ENE-4.6", "ENE-4.4")
def test_hand_of_five_draws_one_and_discards_one():
    duel = hand_of(A, B, C, D, E)

    assert duel.events("drew") == [(ALICE, "F")]
    assert duel.pending == (ALICE, "reconcile")
    assert duel.answers == {"A", "B", "C", "D", "E", "F"}


@pytest.mark.clause("ENE-4.3", "ENE-4.4")
def test_hand_of_seven_is_discarded_down_to_five():
    duel = hand_of(A, B, C, D, E, G).choose("discard", "C")
    assert duel.pending == (ALICE, "reconcile")
    duel.choose("discard", "A")

    assert duel.zone("discard", ALICE) == ["C", "A"]
    assert sorted(duel.zone("hand", ALICE)) == ["B", "D", "E", "F", "G"]
    assert duel.pending == (ALICE, "play")


@pytest.mark.clause("ENE-4.4", "ENE-10.8")
@pytest.mark.parametrize(("held", "options"), [([A] * 5, 6), ([A, A, A, B, B], 2)])
def test_copies_are_offered_once_unless_the_hand_has_no_other_card(held: list[Card], options: int):
    """Without a question about a hand of copies, the opponent would know the whole hand."""
    duel = lay(Side(hand=held, deck=[A]), ready=False)

    assert duel.pending == (ALICE, "reconcile")
    assert duel.game.ask is not None
    assert len(duel.game.ask.options) == options


@pytest.mark.clause("ENE-4.8")
def test_opponents_hand_is_not_refilled():
    duel = lay(Side(), Side(hand=[A] * 8))
    assert len(duel.zone("hand", BOB)) == 8

    duel.choose("hide", "Blank")
    assert duel.pending == (BOB, "reconcile")


@pytest.mark.clause("ENE-4.8")
def test_hand_may_have_more_than_five_cards_after_a_play():
    gift = action("Gift", {"draw": 4}, moment="play")
    duel = lay(Side(hidden=[gift])).choose("flip", "Gift")

    assert (len(duel.zone("hand", ALICE)), duel.pending) == (9, (ALICE, "play"))


@pytest.mark.clause("ENE-4.1")
def test_turn_has_draw_step_play_step_and_attack_step():
    wolf = monster("Wolf", 3)
    duel = lay(Side(hand=[wolf])).choose("attack", "Wolf")

    steps = duel.order("turn", "drew", "attacked", "avoids")
    assert steps[:5] == ["turn", "drew", "attacked", "avoids", "turn"]


@pytest.mark.clause("ENE-4.1", "ENE-6.8")
def test_turn_without_an_attack_ends_after_the_play():
    duel = lay(Side(hand=[BLANK])).choose("hide", "Blank")

    assert (duel.table.turn, duel.pending) == (2, (BOB, "play"))
    assert duel.order("avoids", "fights") == []
