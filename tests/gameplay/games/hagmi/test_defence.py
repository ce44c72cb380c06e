"""The defence step (HAG-6)."""

import pytest

from gameplay.engine.core.errors import NotAnOptionError
from gameplay.games.hagmi.table_layout import TABLE_LAYOUT
from tests.gameplay.games.hagmi.cards import SCRAP, facility, order, weapon
from tests.gameplay.games.hagmi.duel import ALICE, BOB, Duel, Side, lay

GUN = weapon("Gun", 2, 9)
RAKE = weapon("Rake", 2, 9, targets=3)
JEEP, BOAT, KITE = weapon("Jeep", 1, 9), weapon("Boat", 1, 9), weapon("Kite", 1, 9)
CAR = weapon("Car", 1, 9, cost=1)
HEAVY = weapon("Heavy", 3, 9, cost=1, consumption=2)
HUT = facility("Hut")
A, B, C = order("A", cost=9), order("B", cost=9), order("C", cost=9)


def attacked(bob: Side, *targets: object, by: object = RAKE) -> Duel:
    """Alice attacks the targets with a unit of three fuel."""
    duel = lay(Side(units=[(by, 3)]), bob, step="battle")
    duel.choose("attack", by.name)  # type: ignore[attr-defined]
    for target in targets if duel.asked == (ALICE, "aim") else ():
        duel.choose("aim_player", BOB) if target == BOB else duel.choose("aim", target)
    if duel.asked == (ALICE, "aim"):
        duel.choose("enough")
    return duel


@pytest.mark.clause("HAG-6.1.1", "HAG-6.1.2")
def test_an_attacked_player_may_defend_or_pass():
    duel = attacked(Side(units=[(JEEP, 1), (BOAT, 1)]), "Jeep")

    assert (duel.asked, ("pass",) in duel.options) == ((BOB, "defend"), True)
    duel.choose("pass")
    assert (duel.hurt(), duel.fuel("Jeep")) == ({"Jeep": 2}, ["Scrap"])


@pytest.mark.clause("HAG-6.1.3", "HAG-OP-10")
def test_a_target_is_defended_once_by_a_guard_or_a_counter():
    duel = attacked(Side(units=[(JEEP, 2), (BOAT, 2), (KITE, 2)]), "Jeep").choose("guard", "Boat", "Jeep")

    assert duel.asked == (ALICE, "battle") or duel.asked == (ALICE, "main2")
    assert duel.events("guarded") == [("Boat", "Jeep")]
    countered = attacked(Side(units=[(JEEP, 2), (BOAT, 2)]), "Jeep").choose("counter", "Jeep")
    assert countered.asked == (ALICE, "main2")


# --- guard -----------------------------------------------------------------------------------


@pytest.mark.clause("HAG-6.2.1", "HAG-6.2.5")
def test_a_guard_pays_and_takes_the_damage_of_the_target():
    duel = attacked(Side(units=[JEEP, (BOAT, 2)]), "Jeep").choose("guard", "Boat", "Jeep")

    assert duel.events("burnt")[1:] == [(BOB, "Boat", 1)]
    assert duel.hurt() == {"Boat": 2, "Rake": 1}
    poor = attacked(Side(units=[JEEP, BOAT]), "Jeep")
    assert poor.events("guarded") == []
    assert poor.asked == (ALICE, "main2")


@pytest.mark.clause("HAG-5.1.8", "HAG-6.2.5", "HAG-6.5.1")
def test_attackers_targets_and_guards_are_shown():
    duel = attacked(Side(units=[JEEP, (BOAT, 2), (KITE, 2), (GUN, 2)], facilities=[HUT]), "Jeep", "Hut", BOB)
    duel.choose("guard", "Boat", "Jeep").choose("guard_player", "Kite")

    shown = [duel.named(TABLE_LAYOUT.resolving_sentences, line) for line in duel.table.being_resolved()]
    assert shown[:3] == [("attacks", "Rake", "Jeep"), ("attacks", "Rake", "Hut"), ("attacks_player", "Rake", BOB)]
    assert shown[3:] == [
        ("covers", "Boat", "Jeep"),
        ("covers_player", "Kite", BOB),
        ("defends", "Boat"),
        ("defends", "Kite"),
    ]


@pytest.mark.clause("HAG-6.2.2", "HAG-6.2.6")
def test_one_unit_guards_one_target_and_a_target_has_one_guard():
    duel = attacked(Side(units=[JEEP, (BOAT, 3), (KITE, 3)], facilities=[HUT]), "Jeep", "Hut")
    duel.choose("guard", "Boat", "Jeep")

    assert duel.options == [("guard", "Kite", "Hut"), ("pass",)]


@pytest.mark.clause("HAG-6.2.3")
def test_a_target_cannot_guard_even_if_it_is_guarded():
    duel = attacked(Side(units=[(JEEP, 2), (BOAT, 2)]), "Jeep", BOB)
    assert duel.options == [
        ("counter", "Jeep"),
        ("guard", "Boat", "Jeep"),
        ("guard_player", "Boat"),
        ("pass",),
    ]
    duel.choose("guard", "Boat", "Jeep")

    assert duel.asked != (BOB, "defend")
    again = attacked(Side(units=[(JEEP, 2), (BOAT, 2)]), "Jeep", BOB)
    with pytest.raises(NotAnOptionError) as refusal:
        again.game.choose(("guard_player", again.table.units[BOB][0]))
    assert refusal.value.code == "not_an_option"


@pytest.mark.clause("HAG-6.2.4")
def test_a_player_can_be_guarded():
    duel = attacked(Side(units=[(JEEP, 1)]), BOB, by=GUN).choose("guard_player", "Jeep")

    assert (duel.events("hit"), duel.hurt()) == ([], {"Jeep": 2, "Gun": 1})


@pytest.mark.clause("HAG-6.2.7")
def test_a_unit_guards_again_as_long_as_it_can_pay():
    duel = lay(Side(units=[(GUN, 1), (KITE, 1)]), Side(units=[(JEEP, 2)]), step="battle")
    duel.choose("attack", "Gun").choose("aim_player", BOB).choose("guard_player", "Jeep")
    duel.choose("attack", "Kite").choose("aim_player", BOB)

    assert duel.options == [("guard_player", "Jeep"), ("pass",)]


# --- counter ---------------------------------------------------------------------------------


@pytest.mark.clause("HAG-6.3.1", "HAG-6.3.2", "HAG-6.3.3")
def test_only_a_target_that_pays_strikes_back():
    paid = attacked(Side(units=[(JEEP, 1)]), "Jeep").choose("counter", "Jeep")
    unpaid = attacked(Side(units=[(JEEP, 1)]), "Jeep").choose("pass")
    poor = attacked(Side(units=[JEEP]), "Jeep")

    assert (paid.hurt(), paid.fuel("Jeep")) == ({"Jeep": 2, "Rake": 1}, [])
    assert unpaid.hurt() == poor.hurt() == {"Jeep": 2}


# --- emergency production ----------------------------------------------------------------------


@pytest.mark.clause("HAG-6.4.1", "HAG-6.4.2", "HAG-6.4.3")
def test_a_weapon_from_hand_is_produced_and_guards():
    duel = attacked(Side(hand=[CAR, A, B]), BOB, by=GUN)
    assert duel.options == [("emergency", "Car"), ("pass",)]
    duel.choose("emergency", "Car").choose("pay", "B")

    assert duel.events("emergency") == [(BOB, "Car", 1)]
    assert duel.events("guarded_player") == [("Car", BOB)]
    assert (duel.events("burnt")[1:], duel.zone("discard", BOB)) == ([(BOB, "Car", 1)], ["B"])
    assert (duel.hurt(), duel.events("hit")) == ({"Car": 2, "Gun": 1}, [])


@pytest.mark.clause("HAG-6.4.4")
def test_an_emergency_unit_that_cannot_pay_takes_damage_and_deals_none():
    duel = attacked(Side(hand=[HEAVY, A]), BOB, by=GUN).choose("emergency", "Heavy")

    assert duel.events("replaced_player") == [("Heavy", BOB)]
    assert (duel.hurt(), duel.events("hit"), duel.fuel("Heavy")) == ({"Heavy": 2}, [], ["A"])


@pytest.mark.clause("HAG-6.4.5")
@pytest.mark.parametrize("card", [CAR, HEAVY])
def test_an_emergency_production_is_the_one_guard_of_its_target(card: object):
    duel = attacked(Side(units=[(JEEP, 2)], facilities=[HUT], hand=[card, A]), "Hut", BOB)  # type: ignore[list-item]
    duel.choose("emergency", card.name).choose("step_in", "Hut")  # type: ignore[attr-defined]

    assert duel.options == [("guard_player", "Jeep"), ("pass",)]


@pytest.mark.clause("HAG-6.4.6")
def test_there_is_one_emergency_production_per_attack():
    duel = attacked(Side(hand=[CAR, CAR, A, B], facilities=[HUT]), "Hut", BOB)
    duel.choose("emergency", "Car").choose("pay", "A").choose("step_in", "Hut")

    assert duel.asked != (BOB, "defend")
    next_attack = lay(Side(units=[(GUN, 1), (RAKE, 1)]), Side(hand=[CAR, CAR, A, B]), step="battle")
    next_attack.choose("attack", "Gun").choose("emergency", "Car").choose("pay", "A")
    next_attack.choose("attack", "Rake").choose("aim_player", BOB).choose("enough")
    assert ("emergency", "Car") in next_attack.options


@pytest.mark.clause("HAG-6.4.7")
def test_an_emergency_production_triggers_production_skills():
    yard = facility("Yard", {"on": {"happens": "you_produce", "do": [{"logistics": 1}]}})
    duel = attacked(Side(hand=[CAR, A], facilities=[yard]), BOB, by=GUN).choose("emergency", "Car")

    assert duel.events("triggered") == [("Yard",)]


# --- result ------------------------------------------------------------------------------------


@pytest.mark.clause("HAG-6.5.1")
def test_a_defender_is_in_a_battle_relation_with_the_attacker():
    duel = attacked(Side(units=[(JEEP, 1), (BOAT, 1)], hand=[A]), "Jeep", BOB)
    duel.choose("counter", "Jeep")

    shown = duel.table.public_state({card: str(card) for card in range(99)})["battle"]
    assert shown["defenders"] == [str(duel.table.units[BOB][0])]
    assert shown["attacker"] == str(duel.table.units[ALICE][0])


@pytest.mark.clause("HAG-6.5.2")
def test_fuel_paid_for_a_defence_is_not_returned_when_the_unit_never_strikes():
    sniper = weapon("Sniper", 9, 9, range="long")
    duel = attacked(Side(units=[(JEEP, A)]), "Jeep", by=sniper).choose("counter", "Jeep").to("main2")

    assert duel.zone("discard", BOB) == ["A", "Jeep"]
    assert "Sniper" not in duel.hurt()


def test_a_player_with_a_hand_is_asked_whether_or_not_it_holds_a_weapon():
    """Not asking would reveal that no weapon is in hand."""
    assert attacked(Side(hand=[SCRAP]), BOB, by=GUN).asked == (BOB, "defend")
    assert attacked(Side(), BOB, by=GUN).asked == (BOB, "damage_cards")


@pytest.mark.clause("HAG-6.2.1", "HAG-6.4.4")
def test_card_0_is_a_target_like_any_other():
    bob = Side(units=[(GUN, 1)])
    duel = (
        lay(Side(units=[JEEP, (BOAT, 1)]), bob, step="battle", active=BOB).choose("attack", "Gun").choose("aim", "Jeep")
    )
    assert duel.choose("guard", "Boat", "Jeep").events("guarded") == [("Boat", "Jeep")]

    poor = lay(Side(units=[JEEP], hand=[HEAVY, A]), bob, step="battle", active=BOB).choose("attack", "Gun")
    poor.choose("aim", "Jeep").choose("emergency", "Heavy")
    assert poor.events("replaced") == [("Heavy", "Jeep")]


@pytest.mark.clause("HAG-6.4.3")
def test_an_emergency_unit_can_step_in_for_card_0():
    rake = weapon("Rake", 1, 9, targets=2)
    duel = lay(Side(units=[JEEP], hand=[CAR, A, B]), Side(units=[(rake, 1)]), step="battle", active=BOB)
    duel.choose("attack", "Rake").choose("aim", "Jeep").choose("aim_player", ALICE)

    duel.choose("emergency", "Car").choose("pay", "A")
    assert duel.options == [("step_in", "Jeep"), ("step_in_for_player",)]
