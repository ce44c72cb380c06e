"""Destiny (ENE-16.6 to 16.8)."""

import pytest

from tests.gameplay.games.enemy.cards import action, destiny, item, monster, pc
from tests.gameplay.games.enemy.duel import ALICE, BOB, Duel, Side, lay

WOLF = monster("Wolf", 5)
BEAR = monster("Bear", 5, storable=True, joins=[{}])


def fought(alice: Side, bob: Side) -> Duel:
    return lay(alice, bob).choose("attack", "Wolf").choose("fight")


@pytest.mark.clause("ENE-16.6")
def test_both_sides_draw_and_discard_the_card():
    duel = fought(Side(hand=[WOLF], deck=[destiny(3)]), Side(pcs=[pc("Orca", 9)], deck=[destiny(7)]))

    assert set(duel.told("destiny")) == {(ALICE, "Destiny 3", 3), (BOB, "Destiny 7", 7)}
    assert "Destiny 3" in duel.zone("discard", ALICE)
    assert duel.zone("discard", BOB) == ["Destiny 7"]
    assert duel.told("compared") == [("Orca", 16, 8)]


@pytest.mark.clause("ENE-16.7")
def test_one_card_a_side_however_many_monsters_fight():
    alice = Side(hand=[WOLF], portal=[BEAR, BEAR], deck=[destiny(2)] * 3)
    duel = lay(alice, Side(pcs=[pc("Orca", 1)])).choose("attack", "Wolf").choose("join", "Bear").choose("join", "Bear")
    duel.choose("fight").choose("pair", "Orca", "Wolf")

    assert [seat for seat, *_ in duel.told("destiny")] == [BOB, ALICE]
    assert duel.told("compared") == [("Orca", 1, 5 + 5 + 5 + 2)]


@pytest.mark.clause("ENE-16.7")
def test_each_fight_has_destinies_of_its_own():
    alice = Side(hand=[WOLF], portal=[BEAR], deck=[destiny(1), destiny(2)])
    bob = Side(pcs=[pc("Orca", 1), pc("Elk", 1)], deck=[destiny(3), destiny(4)])
    duel = lay(alice, bob).choose("attack", "Wolf").choose("join", "Bear").choose("fight")
    duel.choose("pair", "Orca", "Wolf").choose("resolve", "Orca")

    assert duel.told("compared") == [("Orca", 4, 6), ("Elk", 5, 7)]


@pytest.mark.clause("ENE-16.8")
def test_after_destiny_only_actions_that_say_so_are_flipped():
    late = action("Late", {"strengthen": 5}, moment="destiny")
    early = action("Early", {"strengthen": 5}, moment="fight")
    duel = fought(Side(hand=[WOLF]), Side(pcs=[pc("Orca", 1)], hidden=[early, late]))
    assert duel.answers == {"pass", "Early"}

    duel.choose("pass")
    assert duel.answers == {"pass", "Late"}
    assert len(duel.told("destiny")) == 2
    assert duel.choose("flip", "Late").told("compared") == [("Orca", 6, 5)]


@pytest.mark.clause("ENE-16.8")
def test_a_destiny_drawn_again_replaces_the_first():
    again = action("Again", {"destiny_again": True}, moment="destiny")
    bob = Side(pcs=[pc("Orca", 1)], hidden=[again], deck=[destiny(1), destiny(8)])
    duel = fought(Side(hand=[WOLF]), bob).choose("flip", "Again")

    assert duel.told("compared") == [("Orca", 9, 5)]
    assert sorted(duel.zone("discard", BOB)) == ["Again", "Destiny 1", "Destiny 8"]


def test_what_lies_known_on_top_is_the_destiny():
    crown = item("Crown", destiny=9)
    dig = action("Dig", {"recover": {"to": "top"}}, moment="attack")
    bob = Side(pcs=[pc("Orca", 1)], hidden=[dig], discard=[crown], deck=[destiny(2)])
    duel = lay(Side(hand=[WOLF]), bob).choose("attack", "Wolf").choose("flip", "Dig").choose("fight")

    assert duel.told("compared") == [("Orca", 10, 5)]
