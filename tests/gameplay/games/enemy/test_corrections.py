"""Corrections by a judge: cards under others, fields and marks."""

from dataclasses import replace

import pytest

from gameplay.engine.core.correction import Correction, NoSuchZoneError, UnreachableTableError
from gameplay.games.enemy.variants import DRAFT
from tests.gameplay.games.enemy.cards import card, field, item, monster, pc
from tests.gameplay.games.enemy.duel import ALICE, BOB, Duel, Side, lay

PET = card("Pet", "grunty", feed={"what": {}}, do=[{"draw": 2}])


def put(duel: Duel, name: str, zone: str, *under: int) -> None:
    [number] = [number for number in duel.table.hand[ALICE] if duel.table.cards[number].name == name]
    duel.game.apply_correction(Correction("Hana", "it was in another zone", (("move", number, zone, *under),)))


def set_up_table() -> Duel:
    return lay(Side(pcs=[pc("Elk")], grunties=[PET], hand=[monster("Wolf"), item("Saw")]), Side(pcs=[pc("Orca")]))


@pytest.mark.clause("ENE-9.2", "ENE-11.4")
def test_correction_puts_items_under_a_pc_and_food_under_a_grunty():
    duel = set_up_table()
    put(duel, "Wolf", "food", duel.table.grunties[ALICE][0])
    put(duel, "Saw", "items", duel.table.party[ALICE][0])

    assert (duel.under("Pet"), duel.under("Elk")) == (["Wolf"], ["Saw"])


@pytest.mark.clause("ENE-11.3")
def test_correction_replaces_the_field():
    duel = lay(Side(hand=[field("Mist")]), Side(), field=field("Fog"))
    put(duel, "Mist", "field")

    assert duel.zone("field") == ["Mist"]
    assert (duel.zone("discard", ALICE), duel.zone("discard", BOB)) == ([], ["Fog"])


@pytest.mark.clause("ENE-OP-7")
def test_correction_replaces_the_owners_field_if_each_player_has_one():
    duel = lay(Side(hand=[field("Mist"), field("Rain")]), field=field("Fog"), variant=replace(DRAFT, field="each"))
    put(duel, "Mist", "field")
    put(duel, "Rain", "field")

    assert (duel.zone("field"), duel.zone("discard", ALICE)) == (["Fog", "Rain"], ["Mist"])


@pytest.mark.parametrize("zone", ["items", "food"])
def test_correction_under_a_wrong_card_is_refused(zone: str):
    duel = set_up_table()
    other = {"items": duel.table.grunties, "food": duel.table.party}[zone][ALICE][0]

    for under in (other, duel.table.party[BOB][0]):
        with pytest.raises(NoSuchZoneError):
            put(duel, "Saw", zone, under)


@pytest.mark.clause("ENE-12.7")
def test_monster_marked_as_stored_cannot_attack_this_turn():
    hound = monster("Hound", 2, storable=True, joins=[{"party": 0}])
    duel = lay(Side(hand=[monster("Wolf", 4)], portal=[hound]), Side(pcs=[pc("Elk", 1)]))
    [number] = duel.table.portal[ALICE]

    duel.game.apply_correction(Correction("Hana", "it was stored just now", (("mark", number, "stored"),)))

    assert duel.table.turn_stored == {number: duel.table.turn}
    assert duel.choose("attack", "Wolf").pending == (BOB, "defend")


@pytest.mark.clause("ENE-12.2", "ENE-16.3.6")
@pytest.mark.parametrize(("zone", "clause"), [("portal", "ENE-12.2"), ("score", "ENE-16.3.6"), ("party", "ENE-8.1")])
def test_correction_to_an_impossible_zone_is_refused(zone: str, clause: str):
    duel = lay(Side(hand=[monster("Imp", vp=0)]))

    with pytest.raises(UnreachableTableError) as refusal:
        put(duel, "Imp", zone)

    assert (refusal.value.code, refusal.value.clause) == ("cannot_lie", clause)
    assert "Imp" in duel.zone("hand", ALICE)
