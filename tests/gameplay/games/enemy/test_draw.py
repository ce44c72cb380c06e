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
def test_with_fewer_than_five_the_hand_is_drawn_up_to_five(held: int):
    duel = hand_of(*[A, B, C, D][:held])

    assert len(duel.zone("hand", ALICE)) == 5
    assert len(duel.told("drew")) == 5 - held


@pytest.mark.clause("ENE-4.2", "ENE-4.6", "ENE-4.4")
def test_with_five_in_hand_one_is_drawn_all_the_same_and_one_discarded():
    duel = hand_of(A, B, C, D, E)

    assert duel.told("drew") == [(ALICE, "F")]
    assert duel.asked == (ALICE, "reconcile")
    assert duel.answers == {"A", "B", "C", "D", "E", "F"}


@pytest.mark.clause("ENE-4.3", "ENE-4.4")
def test_with_seven_the_player_chooses_two_and_goes_on_with_five():
    duel = hand_of(A, B, C, D, E, G).choose("discard", "C")
    assert duel.asked == (ALICE, "reconcile")
    duel.choose("discard", "A")

    assert duel.zone("discard", ALICE) == ["C", "A"]
    assert sorted(duel.zone("hand", ALICE)) == ["B", "D", "E", "F", "G"]
    assert duel.asked == (ALICE, "play")


@pytest.mark.clause("ENE-4.8")
def test_the_opponents_hand_is_left_alone():
    duel = lay(Side(), Side(hand=[A] * 8))
    assert len(duel.zone("hand", BOB)) == 8

    duel.choose("hide", "Blank")
    assert duel.asked == (BOB, "reconcile")


@pytest.mark.clause("ENE-4.8")
def test_after_a_play_the_hand_may_hold_more_than_five():
    gift = action("Gift", {"draw": 4}, moment="play")
    duel = lay(Side(hidden=[gift])).choose("flip", "Gift")

    assert (len(duel.zone("hand", ALICE)), duel.asked) == (9, (ALICE, "play"))


@pytest.mark.clause("ENE-4.1")
def test_a_turn_is_draw_step_then_play_step_then_attack_step():
    wolf = monster("Wolf", 3)
    duel = lay(Side(hand=[wolf])).choose("attack", "Wolf")

    steps = duel.order("turn", "drew", "attacked", "avoids")
    assert steps[:5] == ["turn", "drew", "attacked", "avoids", "turn"]


@pytest.mark.clause("ENE-4.1", "ENE-6.8")
def test_without_an_attack_the_play_ends_the_turn():
    duel = lay(Side(hand=[BLANK])).choose("hide", "Blank")

    assert (duel.table.turn, duel.asked) == (2, (BOB, "play"))
    assert duel.order("avoids", "fights") == []
