"""Corrections by a judge."""

from typing import Any

import pytest

from gameplay.engine.core.correction import Correction
from gameplay.engine.core.errors import RulesError
from gameplay.games.hagmi.variants import SURVIVAL
from tests.gameplay.games.hagmi.cards import HULK, SCRAP, SCRATCH, facility, order, weapon
from tests.gameplay.games.hagmi.duel import ALICE, BOB, Duel, Side, lay

GUN, JEEP = weapon("Gun", 1, 4), weapon("Jeep", 1, 3)
A = order("A", cost=9)


def corrected(duel: Duel, *deeds: tuple[Any, ...]) -> Duel:
    duel.game.apply_correction(Correction("Hana", "it was so", deeds))
    return duel


def test_cards_are_moved_and_fuel_is_discarded_with_its_unit():
    duel = lay(Side(units=[(GUN, A)], hand=[JEEP]))
    gun, [jeep] = duel.table.units[ALICE][0], duel.table.hand[ALICE]

    corrected(duel, ("move", jeep, "units"))
    assert (duel.zone("units", ALICE), duel.fuel("Jeep")) == (["Gun", "Jeep"], [])
    corrected(duel, ("move", gun, "hand"))
    assert (duel.zone("hand", ALICE), duel.zone("discard", ALICE), duel.zone("fuel", ALICE)) == (["Gun"], ["A"], [])


def test_a_common_card_stays_with_its_player():
    duel = lay(Side(), Side(units=[(GUN, SCRAP)]), variant=SURVIVAL)
    [gun] = duel.table.units[BOB]
    [scrap] = duel.table.fuel[gun]

    corrected(duel, ("move", scrap, "hand"), ("move", gun, "hand"))
    assert (duel.zone("hand", ALICE), duel.zone("hand", BOB), duel.table.discard[BOB]) == ([], ["Scrap", "Gun"], [])


def test_a_card_becomes_fuel_of_a_unit():
    duel = lay(Side(units=[GUN], hand=[SCRAP]))
    gun, [scrap] = duel.table.units[ALICE][0], duel.table.hand[ALICE]

    assert corrected(duel, ("move", scrap, "fuel", gun)).fuel("Gun") == ["Scrap"]


def test_fuel_that_is_moved_is_no_longer_under_its_unit():
    duel = lay(Side(units=[(GUN, A), JEEP], discard=[SCRAP]))
    gun, jeep = duel.table.units[ALICE]
    [fuel] = duel.table.fuel[gun]

    assert corrected(duel, ("move", fuel, "fuel", jeep)).fuel("Jeep") == ["A"]
    assert duel.fuel("Gun") == []
    corrected(duel, ("move", fuel, "hand"))
    assert (duel.zone("hand", ALICE), duel.zone("fuel", ALICE), duel.zone("discard", ALICE)) == (["A"], [], ["Scrap"])


@pytest.mark.parametrize("lies", ["hand", "units", "facilities"])
def test_a_common_card_moves_to_the_hand_of_its_player_from_any_zone(lies: str):
    """A card from a common pile moves to the turn player, Alice."""
    card = {"hand": SCRAP, "units": GUN, "facilities": facility("Hut")}[lies]
    duel = lay(Side(discard=[order("B")]), Side(**{lies: [card]}), variant=SURVIVAL)  # type: ignore[arg-type]
    [held], [common] = getattr(duel.table, lies)[BOB], duel.table.discard[ALICE]

    corrected(duel, ("move", held, "hand"), ("move", common, "hand"))
    assert (duel.zone("hand", BOB), duel.zone("hand", ALICE)) == ([card.name], ["B"])


def test_a_brought_card_and_a_damage_card_move_to_their_owner():
    duel = lay(Side(damage=[SCRATCH]), Side(units=[GUN]), variant=SURVIVAL)
    [scratch] = duel.table.damage[ALICE]
    duel.table.active = BOB
    corrected(duel, ("move", scratch, "hand"))
    assert (duel.zone("hand", ALICE), duel.zone("damage", ALICE)) == (["Scratch"], [])

    mine = lay(Side(units=[GUN]), Side(units=[JEEP]))
    [jeep] = mine.table.units[BOB]
    assert corrected(mine, ("move", jeep, "hand")).zone("hand", BOB) == ["Jeep"]


def test_marks_are_set_and_cleared():
    duel = lay(Side(units=[(GUN, 1)]), step="battle")
    [gun] = duel.table.units[ALICE]

    assert corrected(duel, ("mark", gun, "down")).options == [("pass",)] or duel.table.ailments
    duel = lay(Side(units=[(GUN, 1)], ailing={"Gun": "jammed"}))
    [gun] = duel.table.units[ALICE]
    assert corrected(duel, ("clear", gun, "jammed")).table.ailments == {}


@pytest.mark.parametrize(
    ("deed", "code"),
    [
        (("move", 0, "fuel"), "no_such_zone"),
        (("move", 0, "fuel", 0), "no_such_zone"),
        (("move", 0, "hand", 1), "no_such_zone"),
        (("mark", 1, "down"), "no_such_mark"),
        (("mark", 0, "wounded"), "no_such_mark"),
    ],
)
def test_an_impossible_correction_is_refused_and_changes_nothing(deed: tuple[Any, ...], code: str):
    duel = lay(Side(units=[GUN], hand=[HULK]))
    before = duel.table.fingerprint()

    with pytest.raises(RulesError) as refusal:
        corrected(duel, deed)
    assert refusal.value.details["zone" if deed[0] == "move" else "mark"] == deed[2]
    assert (refusal.value.code, duel.table.fingerprint()) == (code, before)


def test_a_unit_can_be_marked_as_having_attacked():
    duel = lay(Side(units=[(GUN, 1), (JEEP, 1)]), step="battle")
    gun = duel.table.units[ALICE][0]

    assert corrected(duel, ("mark", gun, "attacked")).options == [("attack", "Jeep"), ("pass",)]
    assert corrected(duel, ("clear", gun, "attacked")).options == [("attack", "Gun"), ("attack", "Jeep"), ("pass",)]
