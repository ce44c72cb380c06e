"""Where a judge may put cards that lie under others."""

from dataclasses import replace

import pytest

from gameplay.engine.core.correction import Correction, NoSuchZoneError, UnreachableTableError
from gameplay.games.enemy.variants import DRAFT
from tests.gameplay.games.enemy.cards import card, field, item, monster, pc
from tests.gameplay.games.enemy.duel import ALICE, BOB, Duel, Side, lay

PET = card("Pet", "grunty", feed={"what": {}}, do=[{"draw": 2}])


def put(duel: Duel, name: str, zone: str, *under: int) -> None:
    [number] = [number for number in duel.table.hand[ALICE] if duel.table.cards[number].name == name]
    duel.game.apply_correction(Correction("Hana", "it lay elsewhere", (("move", number, zone, *under),)))


def laid() -> Duel:
    return lay(Side(pcs=[pc("Elk")], grunties=[PET], hand=[monster("Wolf"), item("Saw")]), Side(pcs=[pc("Orca")]))


@pytest.mark.clause("ENE-9.2", "ENE-11.4")
def test_items_lie_under_a_pc_and_food_under_a_grunty():
    duel = laid()
    put(duel, "Wolf", "food", duel.table.grunties[ALICE][0])
    put(duel, "Saw", "items", duel.table.party[ALICE][0])

    assert (duel.under("Pet"), duel.under("Elk")) == (["Wolf"], ["Saw"])


@pytest.mark.clause("ENE-11.3")
def test_the_field_takes_the_place_of_the_one_there():
    duel = lay(Side(hand=[field("Mist")]), Side(), field=field("Fog"))
    put(duel, "Mist", "field")

    assert duel.zone("field") == ["Mist"]
    assert (duel.zone("discard", ALICE), duel.zone("discard", BOB)) == ([], ["Fog"])


@pytest.mark.clause("ENE-OP-7")
def test_where_each_player_has_a_field_it_takes_the_place_of_the_own_one():
    duel = lay(Side(hand=[field("Mist"), field("Rain")]), field=field("Fog"), variant=replace(DRAFT, field="each"))
    put(duel, "Mist", "field")
    put(duel, "Rain", "field")

    assert (duel.zone("field"), duel.zone("discard", ALICE)) == (["Fog", "Rain"], ["Mist"])


@pytest.mark.parametrize("zone", ["items", "food"])
def test_nothing_lies_under_a_card_of_the_other_side_or_of_another_kind(zone: str):
    duel = laid()
    other = {"items": duel.table.grunties, "food": duel.table.party}[zone][ALICE][0]

    for under in (other, duel.table.party[BOB][0]):
        with pytest.raises(NoSuchZoneError):
            put(duel, "Saw", zone, under)


@pytest.mark.clause("ENE-12.7")
def test_a_monster_marked_as_stored_may_not_attack_in_this_turn():
    hound = monster("Hound", 2, storable=True, joins=[{"party": 0}])
    duel = lay(Side(hand=[monster("Wolf", 4)], portal=[hound]), Side(pcs=[pc("Elk", 1)]))
    [number] = duel.table.portal[ALICE]

    duel.game.apply_correction(Correction("Hana", "it was stored just now", (("mark", number, "stored"),)))

    assert duel.table.turn_stored == {number: duel.table.turn}
    assert duel.choose("attack", "Wolf").asked == (BOB, "defend")


@pytest.mark.clause("ENE-12.2", "ENE-16.3.6")
@pytest.mark.parametrize(("zone", "clause"), [("portal", "ENE-12.2"), ("score", "ENE-16.3.6"), ("party", "ENE-8.1")])
def test_a_judge_does_not_put_a_card_where_it_can_never_lie(zone: str, clause: str):
    duel = lay(Side(hand=[monster("Imp", vp=0)]))

    with pytest.raises(UnreachableTableError) as refusal:
        put(duel, "Imp", zone)

    assert (refusal.value.code, refusal.value.clause) == ("cannot_lie", clause)
    assert "Imp" in duel.zone("hand", ALICE)
