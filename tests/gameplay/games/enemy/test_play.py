"""The Play Step and the play limits (ENE-6.*, 7.1, 7.3, 7.6 to 7.9, 11.1 to 11.3)."""

from dataclasses import replace
from typing import Any

import pytest

from gameplay.engine.core.errors import NotAnOptionError
from gameplay.games.enemy.terms import Card
from gameplay.games.enemy.variants import DRAFT, FULL, SAMPLE, Variant
from tests.gameplay.games.enemy.cards import BLANK, action, event, field, item, monster, pc
from tests.gameplay.games.enemy.duel import ALICE, BOB, Side, lay

WOLF = monster("Wolf", 3)
DRAGON = monster("Dragon", 8, unique=True, storable=True)
ORCA = pc("Orca", 5)
SWORD = item("Sword", 2)
TRICK = action("Trick", {"strengthen": 1})
PARTY = event("Party", {"draw": 1})
PLAIN = field("Plain")
AGAIN = event("Again", {"play_again": 1})


@pytest.mark.clause("ENE-6.1")
def test_each_turn_has_one_play():
    duel = lay(Side(hand=[ORCA, SWORD])).choose("pc", "Orca")

    assert duel.pending == (BOB, "play")


@pytest.mark.clause("ENE-6.2", "ENE-10.1")
def test_pc_item_monster_and_hidden_card_are_plays():
    options = lay(Side(pcs=[ORCA], hand=[WOLF, SWORD, pc("Elk")]), variant=SAMPLE).options

    assert {("pc", "Elk"), ("item", "Sword"), ("attack", "Wolf")} <= set(options)
    assert {card for play, card in options if play == "hide"} == {"Elk", "Sword", "Wolf", "Blank"}


@pytest.mark.clause("ENE-6.3")
@pytest.mark.parametrize("variant", [FULL, DRAFT])
def test_field_and_event_are_plays(variant: Variant):
    options = lay(Side(hand=[PLAIN, PARTY]), variant=variant).options

    assert {("field", "Plain"), ("event", "Party")} <= set(options)


@pytest.mark.clause("ENE-6.4", "ENE-OP-5")
def test_player_with_a_card_in_hand_cannot_pass():
    duel = lay(Side(hand=[BLANK], deck=[], blanks=0), ready=False)

    assert {option[0] for option in duel.options} == {"attack", "hide"}


@pytest.mark.clause("ENE-6.4", "ENE-OP-5")
def test_player_with_an_empty_hand_passes():
    duel = lay(Side(blanks=0), ready=False)

    assert (duel.table.turn, duel.pending) == (1, None)
    assert duel.game.is_over
    assert duel.events("hid") == []


@pytest.mark.clause("ENE-6.5")
def test_text_may_allow_another_play():
    duel = lay(Side(hand=[AGAIN, ORCA])).choose("event", "Again")
    assert duel.pending == (ALICE, "play")

    duel.choose("pc", "Orca")
    assert duel.pending == (BOB, "play")


@pytest.mark.clause("ENE-6.5")
def test_text_may_allow_two_more_plays():
    duel = lay(Side(hand=[event("Twice", {"play_again": 2}), ORCA, SWORD])).choose("event", "Twice")
    duel.choose("pc", "Orca").choose("item", "Sword")

    assert duel.pending == (BOB, "play")


@pytest.mark.clause("ENE-6.6")
@pytest.mark.parametrize("card", [WOLF, ORCA, PLAIN, PARTY], ids=lambda card: card.type)
def test_every_requirement_must_be_met(card: Card):
    needs: dict[str, Any] = {"requires": [{"party": 1}, {"hidden": 1}]}
    picky = {
        "monster": monster("Picky", **needs),
        "pc": pc("Picky", **needs),
        "field": field("Picky", **needs),
        "event": event("Picky", **needs),
    }[card.type]
    way = "attack" if card.type == "monster" else card.type

    assert (way, "Picky") not in lay(Side(pcs=[ORCA], hand=[picky])).options
    assert (way, "Picky") not in lay(Side(hidden=[WOLF], hand=[picky])).options
    assert (way, "Picky") in lay(Side(pcs=[ORCA], hidden=[WOLF], hand=[picky])).options


@pytest.mark.clause("ENE-6.6")
def test_play_that_is_not_offered_is_refused_and_changes_nothing():
    duel = lay(Side(hand=[monster("Picky", requires=[{"party": 1}])]))
    card = duel.table.hand[ALICE][0]
    before = duel.table.fingerprint()

    with pytest.raises(NotAnOptionError) as refusal:
        duel.game.choose(("attack", card))

    assert (refusal.value.code, refusal.value.clause) == ("not_an_option", "ENE-6.6")
    assert duel.table.fingerprint() == before


@pytest.mark.clause("ENE-6.7")
def test_item_must_be_legal_before_its_text_applies():
    ring = item("Ring", requires=[{"hidden": 1}], text=[{"on": {"happens": "played", "do": [{"draw": 2}]}}])

    assert ("item", "Ring") not in lay(Side(pcs=[ORCA], hand=[ring])).options
    duel = lay(Side(pcs=[ORCA], hand=[ring], hidden=[WOLF])).choose("item", "Ring")
    assert len(duel.zone("hand", ALICE)) == 6


# --- the first turn ------------------------------------------------------------------------


@pytest.mark.clause("ENE-6.10", "ENE-OP-15", "ENE-6.12")
@pytest.mark.parametrize("variant", [FULL, DRAFT])
def test_mulligan_shuffles_the_hand_into_the_deck(variant: Variant):
    duel = lay(Side(hand=[WOLF]), variant=variant, first_turn=True).choose("redraw")

    assert (duel.zone("hand", ALICE), duel.zone("discard", ALICE)) == ([], [])
    assert "Wolf" in duel.zone("deck", ALICE)
    assert duel.pending == (BOB, "play")

    duel.choose("hide", "Blank")
    assert (duel.pending, len(duel.zone("hand", ALICE))) == ((ALICE, "play"), 5)


@pytest.mark.clause("ENE-6.9", "ENE-6.12", "ENE-6.2")
def test_mulligan_discards_the_hand_in_the_sample_game():
    duel = lay(Side(hand=[WOLF]), variant=SAMPLE, first_turn=True).choose("redraw")

    assert duel.zone("discard", ALICE) == ["Wolf", *["Blank"] * 4]
    duel.choose("hide", "Blank")
    assert len([seat for seat, _ in duel.events("drew") if seat == ALICE]) == 1 + 5


@pytest.mark.clause("ENE-OP-15")
def test_switch_makes_the_draft_mulligan_a_discard():
    duel = lay(Side(hand=[WOLF]), variant=replace(DRAFT, redraw="discard"), first_turn=True).choose("redraw")

    assert "Wolf" in duel.zone("discard", ALICE)


@pytest.mark.clause("ENE-6.11")
@pytest.mark.parametrize("variant", [FULL, SAMPLE, DRAFT])
def test_mulligan_is_not_offered_on_a_later_turn(variant: Variant):
    assert ("redraw",) not in lay(Side(), variant=variant).options


@pytest.mark.clause("ENE-6.9", "ENE-6.11")
def test_each_player_has_one_first_turn():
    duel = lay(Side(), first_turn=True).choose("hide", "Blank")
    assert ("redraw",) in duel.options

    duel.choose("hide", "Blank")
    assert ("redraw",) not in duel.options


@pytest.mark.clause("ENE-6.5", "ENE-6.9", "ENE-6.10")
@pytest.mark.parametrize("variant", [FULL, SAMPLE, DRAFT])
def test_extra_play_of_the_first_turn_may_be_a_mulligan(variant: Variant):
    haste = monster("Haste", text=[{"on": {"happens": "stored", "do": [{"play_again": 1}]}}], storable=True)
    duel = lay(Side(hand=[haste]), variant=variant, first_turn=True).choose("store", "Haste")
    assert ("redraw",) in duel.options

    duel.choose("redraw")
    assert (duel.pending, duel.zone("hand", ALICE), duel.zone("portal", ALICE)) == ((BOB, "play"), [], ["Haste"])


@pytest.mark.clause("ENE-6.1", "ENE-6.10")
def test_mulligan_is_a_play():
    assert lay(Side(), first_turn=True).choose("redraw").pending == (BOB, "play")
    assert lay(Side(hand=[ORCA]), first_turn=True).choose("pc", "Orca").pending == (BOB, "play")


@pytest.mark.clause("ENE-6.10", "ENE-10.11")
def test_mulligan_is_offered_after_flipping_an_action():
    plan = action("Plan", {"draw": 1}, moment="play")
    duel = lay(Side(hidden=[plan]), first_turn=True).choose("flip", "Plan")

    assert ("redraw",) in duel.options


@pytest.mark.clause("ENE-6.11")
def test_unused_plays_do_not_allow_a_mulligan_on_a_later_turn():
    duel = lay(Side(hand=[event("Haste", {"play_again": 2})]), first_turn=True).choose("event", "Haste")
    duel.choose("redraw").choose("hide", "Blank")

    assert (duel.pending, duel.table.turn) == ((ALICE, "play"), 3)
    assert ("redraw",) not in duel.options


# --- limits --------------------------------------------------------------------------------


@pytest.mark.clause("ENE-7.3", "ENE-7.5", "ENE-10.3")
def test_sixth_hidden_card_costs_one_of_the_other_five():
    five = [monster(letter) for letter in "ABCDE"]
    duel = lay(Side(hidden=five, hand=[WOLF])).choose("hide", "Wolf")

    assert duel.pending == (ALICE, "make_room")
    assert duel.answers == {"A", "B", "C", "D", "E"}
    duel.choose("sacrifice_hidden", "C")
    assert duel.zone("hidden", ALICE) == ["A", "B", "D", "E", "Wolf"]
    assert duel.zone("discard", ALICE) == ["C"]


@pytest.mark.clause("ENE-7.3")
def test_fifth_hidden_card_costs_nothing():
    duel = lay(Side(hidden=[WOLF] * 4, hand=[SWORD])).choose("hide", "Sword")

    assert (len(duel.zone("hidden", ALICE)), duel.zone("discard", ALICE)) == (5, [])


@pytest.mark.clause("ENE-7.6", "ENE-7.7")
@pytest.mark.parametrize("zone", ["portal", "score"])
@pytest.mark.parametrize("seat", [ALICE, BOB])
def test_unique_monster_in_a_portal_or_score_pile_blocks_other_copies(zone: str, seat: int):
    sides = [Side(hand=[DRAGON]), Side()]
    setattr(sides[seat], zone, [DRAGON])

    plays = {play for play, *card in lay(*sides).options if card == ["Dragon"]}
    assert plays == {"hide"}


@pytest.mark.clause("ENE-7.6")
def test_attacking_unique_monster_blocks_storing_a_copy():
    again = monster("Second Wind", 1, text=[{"on": {"happens": "played", "do": [{"play_again": 1}]}}], unique=True)
    duel = lay(Side(hand=[again, again])).choose("attack", "Second Wind")

    assert ("attack", "Second Wind") not in duel.options


@pytest.mark.clause("ENE-7.6")
def test_unique_monsters_are_compared_by_name():
    reprint = monster("Dragon", 7, unique=True)

    assert ("attack", "Dragon") not in lay(Side(hand=[reprint], portal=[DRAGON])).options


@pytest.mark.clause("ENE-7.8", "ENE-OP-14")
@pytest.mark.parametrize("zone", ["hidden", "discard", "deck"])
def test_concealed_copies_do_not_block_a_unique_monster(zone: str):
    alice = Side(hand=[DRAGON, DRAGON], hidden=[BLANK])
    bob = Side(hand=[DRAGON])
    setattr(bob, zone, [DRAGON])

    assert {("attack", "Dragon"), ("store", "Dragon")} <= set(lay(alice, bob).options)


@pytest.mark.clause("ENE-OP-14")
def test_second_copy_of_a_unique_monster_may_be_hidden():
    duel = lay(Side(hand=[DRAGON], portal=[DRAGON])).choose("hide", "Dragon")

    assert duel.zone("hidden", ALICE) == ["Dragon"]


@pytest.mark.clause("ENE-7.6")
def test_monster_that_is_not_unique_does_not_block_copies():
    assert ("attack", "Wolf") in lay(Side(hand=[WOLF], score=[WOLF]), Side(score=[WOLF])).options


@pytest.mark.clause("ENE-7.9")
def test_portal_has_no_limit():
    keeper = monster("Keeper", storable=True)
    duel = lay(Side(hand=[keeper], portal=[keeper] * 12)).choose("store", "Keeper")

    assert len(duel.zone("portal", ALICE)) == 13


# --- events and fields -----------------------------------------------------------------------


@pytest.mark.clause("ENE-11.1")
def test_event_takes_effect_and_is_discarded():
    duel = lay(Side(hand=[event("Feast", {"draw": 3})])).choose("event", "Feast")

    assert len(duel.zone("hand", ALICE)) == 4 + 3
    assert duel.zone("discard", ALICE) == ["Feast"]


@pytest.mark.clause("ENE-11.1", "ENE-11.2")
def test_events_and_fields_are_offered_only_to_the_active_player():
    duel = lay(Side(hand=[WOLF], pcs=[ORCA]), Side(hand=[PARTY, PLAIN], pcs=[pc("Elk")], hidden=[BLANK]))
    duel.choose("attack", "Wolf")

    while duel.pending is not None and duel.table.turn == 1:
        assert not {"event", "field"} & {option[0] for option in duel.options}
        duel.choose(*duel.options[0])


@pytest.mark.clause("ENE-11.2")
def test_field_stays_in_play_with_its_effect():
    hill = field("Hill", text=[{"aura": {"amount": 2, "to": {"type": "pc"}}}])
    duel = lay(Side(hand=[hill]), Side(hand=[WOLF])).choose("field", "Hill")
    assert (duel.zone("field"), duel.events("played")) == (["Hill"], [(ALICE, "Hill")])

    duel.choose("hide", "Wolf")
    assert duel.zone("field") == ["Hill"]


@pytest.mark.clause("ENE-2.2", "ENE-11.3", "ENE-OP-7", "ENE-2.5")
def test_new_field_discards_the_old_one_of_either_player():
    duel = lay(Side(hand=[PLAIN]), field=field("Hill")).choose("field", "Plain")

    assert duel.zone("field") == ["Plain"]
    assert (duel.zone("discard", ALICE), duel.zone("discard", BOB)) == ([], ["Hill"])
    assert duel.events("discarded_field") == [(BOB, "Hill")]
