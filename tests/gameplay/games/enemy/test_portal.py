"""Monsters in the portal (ENE-12.*)."""

import pytest

from gameplay.games.enemy.terms import Card
from tests.gameplay.games.enemy.cards import event, monster, pc
from tests.gameplay.games.enemy.duel import ALICE, BOB, Duel, Side, lay

WOLF = monster("Wolf", 5, species="beast")
GOB = monster("Gob", 3, species="goblin", storable=True, joins=[{"beside": {"species": "goblin"}}])
CHIEF = monster("Chief", 4, species="goblin")
STATUE = monster("Statue", 9, storable=True)
HOUND = monster("Hound", 2, storable=True, joins=[{}])


@pytest.mark.clause("ENE-12.1")
def test_storable_monster_may_attack_or_be_stored():
    assert {("attack", "Hound"), ("store", "Hound")} <= set(lay(Side(hand=[HOUND])).options)

    duel = lay(Side(hand=[HOUND])).choose("attack", "Hound")
    assert (duel.events("attacked"), duel.zone("portal", ALICE)) == ([(ALICE, "Hound")], [])


@pytest.mark.clause("ENE-12.2")
def test_unstorable_monster_cannot_be_stored():
    assert ("store", "Wolf") not in lay(Side(hand=[WOLF])).options


@pytest.mark.clause("ENE-12.3")
def test_storing_is_a_play_without_an_attack_step():
    duel = lay(Side(hand=[HOUND]), Side(pcs=[pc("Orca")])).choose("store", "Hound")

    assert (duel.zone("portal", ALICE), duel.pending) == (["Hound"], (BOB, "play"))
    assert duel.order("avoids", "fights", "attacked") == []


def attack(hand: str, *portal: Card) -> Duel:
    alice = Side(hand=[WOLF, CHIEF], portal=portal)
    return lay(alice, Side(pcs=[pc("Orca", 1)])).choose("attack", hand)


@pytest.mark.clause("ENE-12.4")
def test_stored_monster_cannot_attack_without_a_text():
    assert attack("Wolf", STATUE).pending == (BOB, "defend")


@pytest.mark.clause("ENE-12.5")
def test_joining_monsters_are_declared_before_the_defender_decides():
    duel = attack("Wolf", HOUND)
    assert (duel.pending, duel.answers) == ((ALICE, "join"), {"pass", "Hound"})

    duel.choose("join", "Hound")
    assert duel.pending == (BOB, "defend")
    assert (duel.zone("attack"), duel.zone("portal", ALICE)) == (["Wolf", "Hound"], [])


@pytest.mark.clause("ENE-12.5")
def test_joining_is_the_attackers_choice():
    duel = attack("Wolf", HOUND).choose("pass")

    assert (duel.zone("attack"), duel.zone("portal", ALICE)) == (["Wolf"], ["Hound"])


@pytest.mark.clause("ENE-12.6")
def test_monster_whose_condition_is_not_met_cannot_join():
    assert attack("Wolf", GOB).pending == (BOB, "defend")
    assert attack("Chief", GOB).answers == {"pass", "Gob"}


@pytest.mark.clause("ENE-12.6")
def test_joining_monster_may_meet_the_condition_of_another():
    runner = monster("Runner", 1, species="goblin", storable=True, joins=[{}])
    duel = attack("Wolf", GOB, runner)
    assert duel.answers == {"pass", "Runner"}

    assert duel.choose("join", "Runner").answers == {"pass", "Gob"}


HASTE = event("Haste", {"play_again": 2})


@pytest.mark.clause("ENE-12.7")
def test_monster_stored_this_turn_cannot_join():
    duel = lay(Side(hand=[HASTE, HOUND, WOLF]), Side(pcs=[pc("Orca")])).choose("event", "Haste")
    duel.choose("store", "Hound").choose("attack", "Wolf")

    assert duel.pending == (BOB, "defend")


@pytest.mark.clause("ENE-12.7")
def test_text_cannot_release_monsters_stored_this_turn():
    call = event("Call", {"release": {"count": 2}})
    duel = lay(Side(hand=[HASTE, HOUND, call], portal=[STATUE])).choose("event", "Haste").choose("store", "Hound")
    duel.choose("event", "Call")

    assert duel.answers == {"Statue", "enough"}


@pytest.mark.clause("ENE-12.7", "ENE-12.4")
def test_stored_monster_may_join_on_a_later_turn():
    duel = lay(Side(hand=[HOUND, WOLF])).choose("store", "Hound").choose("hide", "Blank").choose("attack", "Wolf")

    assert duel.answers == {"pass", "Hound"}


@pytest.mark.clause("ENE-12.4")
def test_opponents_portal_monsters_cannot_join():
    duel = lay(Side(hand=[WOLF]), Side(pcs=[pc("Orca")], portal=[HOUND])).choose("attack", "Wolf")

    assert duel.pending == (BOB, "defend")
