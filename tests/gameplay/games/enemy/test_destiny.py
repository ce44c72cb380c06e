"""Destiny (ENE-16.6 to 16.8)."""

import pytest

from tests.gameplay.games.enemy.cards import action, destiny, item, monster, pc
from tests.gameplay.games.enemy.duel import ALICE, BOB, Duel, Side, lay

WOLF = monster("Wolf", 5)
BEAR = monster("Bear", 5, storable=True, joins=[{}])


def fought(alice: Side, bob: Side) -> Duel:
    return lay(alice, bob).choose("attack", "Wolf").choose("fight")


@pytest.mark.clause("ENE-16.6")
def test_both_sides_draw_destiny_and_discard_the_card():
    duel = fought(Side(hand=[WOLF], deck=[destiny(3)]), Side(pcs=[pc("Orca", 9)], deck=[destiny(7)]))

    assert set(duel.events("destiny")) == {(ALICE, "Destiny 3", 3), (BOB, "Destiny 7", 7)}
    assert "Destiny 3" in duel.zone("discard", ALICE)
    assert duel.zone("discard", BOB) == ["Destiny 7"]
    assert duel.events("compared") == [("Orca", 16, 8)]


@pytest.mark.clause("ENE-16.7")
def test_each_side_draws_one_destiny_whatever_the_number_of_monsters():
    alice = Side(hand=[WOLF], portal=[BEAR, BEAR], deck=[destiny(2)] * 3)
    duel = lay(alice, Side(pcs=[pc("Orca", 1)])).choose("attack", "Wolf").choose("join", "Bear").choose("join", "Bear")
    duel.choose("fight").choose("pair", "Orca", "Wolf")

    assert [seat for seat, *_ in duel.events("destiny")] == [BOB, ALICE]
    assert duel.events("compared") == [("Orca", 1, 5 + 5 + 5 + 2)]


@pytest.mark.clause("ENE-16.7")
def test_each_fight_has_its_own_destinies():
    alice = Side(hand=[WOLF], portal=[BEAR], deck=[destiny(1), destiny(2)])
    bob = Side(pcs=[pc("Orca", 1), pc("Elk", 1)], deck=[destiny(3), destiny(4)])
    duel = lay(alice, bob).choose("attack", "Wolf").choose("join", "Bear").choose("fight")
    duel.choose("pair", "Orca", "Wolf").choose("resolve", "Orca")

    assert duel.events("compared") == [("Orca", 4, 6), ("Elk", 5, 7)]


@pytest.mark.clause("ENE-16.8")
def test_only_destiny_actions_can_be_flipped_after_destiny():
    late = action("Late", {"strengthen": 5}, moment="destiny")
    early = action("Early", {"strengthen": 5}, moment="fight")
    duel = fought(Side(hand=[WOLF]), Side(pcs=[pc("Orca", 1)], hidden=[early, late]))
    assert duel.answers == {"pass", "Early"}

    duel.choose("pass")
    assert duel.answers == {"pass", "Late"}
    assert len(duel.events("destiny")) == 2
    assert duel.choose("flip", "Late").events("compared") == [("Orca", 6, 5)]


@pytest.mark.clause("ENE-16.8")
def test_destiny_drawn_again_replaces_the_first():
    again = action("Again", {"destiny_again": True}, moment="destiny")
    bob = Side(pcs=[pc("Orca", 1)], hidden=[again], deck=[destiny(1), destiny(8)])
    duel = fought(Side(hand=[WOLF]), bob).choose("flip", "Again")

    assert duel.events("compared") == [("Orca", 9, 5)]
    assert sorted(duel.zone("discard", BOB)) == ["Again", "Destiny 1", "Destiny 8"]


def test_known_top_card_is_drawn_as_destiny():
    crown = item("Crown", destiny=9)
    dig = action("Dig", {"recover": {"to": "top"}}, moment="attack")
    bob = Side(pcs=[pc("Orca", 1)], hidden=[dig], discard=[crown], deck=[destiny(2)])
    duel = lay(Side(hand=[WOLF]), bob).choose("attack", "Wolf").choose("flip", "Dig").choose("fight")

    assert duel.events("compared") == [("Orca", 10, 5)]
