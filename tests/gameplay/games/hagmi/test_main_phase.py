"""Playing cards and using skills in the main phases (HAG-4)."""

import pytest

from gameplay.engine.core.errors import NotAnOptionError
from tests.gameplay.games.hagmi.cards import SCRAP, SCRATCH, damage, facility, order, printed, secret, weapon
from tests.gameplay.games.hagmi.duel import ALICE, BOB, Duel, Side, lay

TANK = weapon("Tank", 3, 5, cost=2)
JEEP = weapon("Jeep", 1, 2)
RAID = order("Raid", {"hit": {"amount": 1}}, cost=1)
DEPOT = facility("Depot", {"convoy": {"dice": 1}}, cost=1)
A, B, C = order("A", cost=9), order("B", cost=9), order("C", cost=9)


def pay(duel: Duel, *names: str) -> Duel:
    for name in names:
        duel.choose("pay", name)
    return duel


@pytest.mark.clause("HAG-4.1.1")
def test_cards_are_played_and_skills_used_in_any_order_and_number():
    gun = weapon("Gun", 1, 5, skills=[{"skill": {"fuel": 1, "do": [{"hit": 1}]}}])
    duel = lay(Side(units=[(gun, 2)], hand=[JEEP, RAID, JEEP, SCRAP]))
    duel.choose("use", "Gun", 0).to("main").choose("produce", "Jeep").choose("play", "Raid")
    pay(duel, "Scrap").choose("keep", "Scratch").choose("as_they_lie").choose("use", "Gun", 0).to("main")

    assert duel.choose("produce", "Jeep").zone("units", ALICE) == ["Gun", "Jeep", "Jeep"]


@pytest.mark.clause("HAG-4.1.2", "HAG-4.1.3")
def test_doing_nothing_is_allowed_and_ends_the_phase():
    duel = lay(Side(units=[(JEEP, 1)], hand=[JEEP]))

    assert ("pass",) in duel.options
    assert duel.choose("pass").asked == (ALICE, "battle")


@pytest.mark.clause("HAG-4.2.1")
def test_a_card_whose_cost_cannot_be_paid_is_neither_offered_nor_accepted():
    duel = lay(Side(hand=[TANK, SCRAP]))

    assert duel.options == [("pass",)]
    with pytest.raises(NotAnOptionError) as refusal:
        duel.game.choose(("produce", duel.table.hand[ALICE][0]))
    assert refusal.value.code == "not_an_option"


@pytest.mark.clause("HAG-4.2.2", "HAG-4.2.4")
def test_the_cost_is_paid_with_any_cards_from_hand():
    duel = lay(Side(hand=[TANK, JEEP, SCRAP, SCRATCH])).choose("produce", "Tank")

    assert duel.options == [("pay", "Jeep"), ("pay", "Scrap"), ("pay", "Scratch")]
    pay(duel, "Scratch", "Jeep")
    assert (duel.fuel("Tank"), duel.zone("hand", ALICE)) == (["Scratch", "Jeep"], ["Scrap"])


@pytest.mark.clause("HAG-4.2.3")
def test_a_card_never_pays_for_itself():
    duel = lay(Side(hand=[RAID, A, B])).choose("play", "Raid")
    [raid] = duel.table.limbo
    before = duel.table.fingerprint()

    with pytest.raises(NotAnOptionError) as refusal:
        duel.game.choose(("pay", raid))
    assert (refusal.value.code, duel.table.fingerprint()) == ("not_an_option", before)


@pytest.mark.clause("HAG-4.2.5")
def test_a_secret_plan_cannot_pay_a_cost():
    duel = lay(Side(hand=[RAID, A, B], secrets=[secret("Plan")])).choose("play", "Raid")

    assert ("pay", "Plan") not in duel.options
    assert lay(Side(hand=[RAID], secrets=[secret("Plan")])).options == [("pass",)]


# --- weapons ---------------------------------------------------------------------------------


@pytest.mark.clause("HAG-4.3.1", "HAG-4.3.2")
def test_cards_paid_for_a_weapon_become_its_fuel():
    duel = pay(lay(Side(hand=[TANK, A, B, C])).choose("produce", "Tank"), "A", "C")

    assert duel.zone("units", ALICE) == ["Tank"]
    assert (duel.fuel("Tank"), duel.zone("discard", ALICE)) == (["A", "C"], [])


@pytest.mark.clause("HAG-4.3.3")
def test_production_triggers_skills():
    scout = weapon("Scout", skills=[{"on": {"happens": "produced", "do": [{"hit": 1}]}}])
    yard = facility("Yard", {"on": {"happens": "you_produce", "do": [{"logistics": 1}]}})
    duel = lay(Side(hand=[scout], facilities=[yard]), dice=[1]).choose("produce", "Scout")
    duel.to("main")

    assert duel.events("produced") == [(ALICE, "Scout", 0)]
    assert duel.events("triggered") == [("Scout",), ("Yard",)]
    assert (duel.events("hit"), duel.events("rolled")) == ([(BOB, 1)], [(ALICE, 1)])
    quiet = lay(Side(hand=[RAID, A], facilities=[yard])).choose("play", "Raid")
    assert quiet.events("triggered") == []


@pytest.mark.clause("HAG-4.3.4")
def test_a_weapon_without_cost_enters_without_fuel():
    assert lay(Side(hand=[JEEP])).choose("produce", "Jeep").fuel("Jeep") == []


@pytest.mark.clause("HAG-4.3.5", "HAG-OP-5")
def test_a_unit_attacks_in_the_turn_it_was_produced_also_in_the_first():
    duel = pay(lay(Side(hand=[TANK, A, B], began=False)).choose("produce", "Tank"))

    assert duel.choose("pass").options == [("attack", "Tank"), ("pass",)]


# --- operations ------------------------------------------------------------------------------


@pytest.mark.clause("HAG-4.4.1", "HAG-4.4.2", "HAG-4.4.5")
def test_an_operation_is_visible_and_its_cost_face_down_while_it_resolves():
    duel = lay(Side(hand=[RAID, A, B])).choose("play", "Raid").choose("pay", "B")

    assert duel.asked == (BOB, "damage_cards")
    assert duel.zone("limbo") == ["Raid", "Scratch"]
    assert (duel.zone("paid", ALICE), duel.zone("discard", ALICE)) == (["B"], [])
    assert duel.events("hit") == [(BOB, 1)]


@pytest.mark.clause("HAG-4.4.3")
def test_an_order_and_its_payment_are_discarded_afterwards():
    duel = lay(Side(hand=[RAID, A, B])).choose("play", "Raid").choose("pay", "B").choose("keep", "Scratch")

    assert duel.choose("as_they_lie").zone("discard", ALICE) == ["Raid", "B"]
    assert duel.zone("paid", ALICE) == []


@pytest.mark.clause("HAG-4.4.4")
def test_a_facility_stays_and_its_payment_is_discarded():
    duel = lay(Side(hand=[DEPOT, A])).choose("play", "Depot")

    assert (duel.zone("facilities", ALICE), duel.zone("discard", ALICE)) == (["Depot"], ["A"])


@pytest.mark.clause("HAG-4.4.6", "HAG-OP-6")
def test_the_player_chooses_the_order_on_the_discard_pile():
    duel = lay(Side(hand=[order("Plot", cost=2), A, B, C])).choose("play", "Plot")
    pay(duel, "A", "B")

    assert duel.asked == (ALICE, "bury")
    assert duel.options == [("as_they_lie",), ("next", "Plot"), ("next", "A"), ("next", "B")]
    duel.choose("next", "B").choose("as_they_lie")
    assert duel.zone("discard", ALICE) == ["B", "Plot", "A"]


# --- skills ----------------------------------------------------------------------------------


def gun(**terms: object) -> Duel:
    unit = weapon("Gun", 1, 5, skills=[{"skill": {"do": [{"boost": {"firepower": 1}}], **terms}}])
    return lay(Side(units=[(unit, A, B)], hand=[C, SCRAP]))


@pytest.mark.clause("HAG-4.5.1", "HAG-4.5.2")
def test_a_skill_has_its_cost_each_time():
    duel = gun(fuel=1, hand=1).choose("use", "Gun", 0).choose("burn", "B").choose("pay", "C")

    assert (duel.fuel("Gun"), duel.zone("hand", ALICE), duel.zone("discard", ALICE)) == (["A"], ["Scrap"], ["B", "C"])
    duel.choose("use", "Gun", 0)
    assert duel.options == [("pass",)]
    assert duel.events("boosted") == [("Gun", 1, 0)] * 2


@pytest.mark.clause("HAG-4.5.3")
def test_a_skill_can_be_used_as_often_as_it_can_be_paid_unless_limited():
    often, once = gun(fuel=1), gun(once=True)

    assert often.choose("use", "Gun", 0).choose("burn", "A").choose("use", "Gun", 0).options == [("pass",)]
    assert once.choose("use", "Gun", 0).options == [("pass",)]


def test_a_skill_without_a_cost_or_a_limit_is_rejected():
    with pytest.raises(Exception, match="once a turn"):
        weapon("Gun", skills=[{"skill": {"do": [{"hit": 1}]}}])


@pytest.mark.clause("HAG-4.5.4", "HAG-OP-20")
def test_a_main_skill_is_used_by_the_turn_player_in_main_phases_only():
    mine = weapon("Mine", 1, 5, skills=[{"skill": {"fuel": 1, "do": [{"hit": 1}]}}])
    theirs = weapon("Theirs", 1, 5, skills=[{"skill": {"fuel": 1, "do": [{"hit": 1}]}}])
    duel = lay(Side(units=[(mine, 3)]), Side(units=[(theirs, 3)]))
    assert [option for option in duel.options if option[0] == "use"] == [("use", "Mine", 0)]

    assert {option[0] for option in duel.choose("pass").options} == {"attack", "pass"}
    duel.choose("attack", "Mine").choose("aim_player", BOB)
    assert {option[0] for option in duel.options} == {"guard_player", "pass"}
    assert ("use", "Mine", 0) in duel.to("main2").options


@pytest.mark.clause("HAG-4.5.5")
def test_a_skill_with_another_timing_cannot_be_used():
    clock = weapon("Clock", skills=[{"on": {"happens": "end", "do": [{"hit": 1}]}}])
    duel = lay(Side(units=[clock]))

    assert (duel.options, duel.events("triggered")) == ([("pass",)], [])
    duel.choose("pass")
    assert (duel.events("triggered"), duel.events("hit")) == ([("Clock",)], [(BOB, 1)])


@pytest.mark.clause("HAG-7.3.5")
def test_a_damage_card_in_hand_is_paid_like_an_operation():
    leak = damage("Leak", {"hit": 1}, cost=1)
    duel = lay(Side(hand=[leak, A])).choose("play", "Leak").choose("keep", "Scratch").choose("as_they_lie")

    assert duel.zone("discard", ALICE) == ["Leak", "A"]
    assert lay(Side(hand=[leak])).options == [("pass",)]


def test_an_unknown_field_is_rejected_with_its_path():
    from gameplay.games.hagmi import RULESET

    with pytest.raises(Exception, match="x: unknown speed"):
        RULESET.definition(printed("x", "weapon", speed=1))
