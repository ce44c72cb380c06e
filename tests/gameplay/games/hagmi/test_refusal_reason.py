"""A choice that is not offered is refused with the right reason and clause."""

from typing import Any

import pytest

from gameplay.games.hagmi.reasons import REASONS
from gameplay.games.hagmi.variants import MULTIPLAYER, SIMPLE, TEAM
from gameplay.selectors.clauses import clauses
from tests.gameplay.games.hagmi.cards import SCRAP, SCRATCH, damage, facility, order, secret, weapon
from tests.gameplay.games.hagmi.duel import ALICE, BOB, Duel, Side, lay
from tests.gameplay.games.refusals import Refusal, refusal_cases, refused, uses

GUN, JEEP, BOAT = weapon("Gun", 2, 9), weapon("Jeep", 1, 9), weapon("Boat", 1, 9)
RAKE = weapon("Rake", 2, 9, targets=3)
TANK, CAR, BIKE = weapon("Tank", 1, 9, cost=2), weapon("Car", 1, 9, cost=1), weapon("Bike", 1, 9, cost=1)
HORN = weapon("Horn", 1, 9, skills=[{"skill": {"once": True, "do": [{"boost": {"firepower": 1}}]}}])
PUMP = weapon("Pump", 1, 9, skills=[{"skill": {"fuel": 1, "do": [{"hit": 1}]}}])
DRUM = weapon("Drum", 1, 9, skills=[{"skill": {"hand": 2, "do": [{"hit": 1}]}}])
HUT, PLAN, FREE = facility("Hut"), secret("Plan"), order("Free", cost=0)
A, B, C = order("A", cost=9), order("B", cost=9), order("C", cost=9)


def main(*, variant: Any = None, bob: Side | None = None, step: str = "main", **zones: Any) -> Duel:
    """Return a game in the Main phase of Alice."""
    options = {"variant": variant} if variant else {}
    sides = [Side(**zones), bob or Side(), *[Side()] * 2][: 4 if variant in (TEAM, MULTIPLAYER) else 2]
    return lay(*sides, step=step, **options)


def attacked(*targets: str, by: Any = RAKE, **bob: Any) -> Duel:
    """Return a game in which Bob is asked to defend ``targets``, or himself without any, against a unit of Alice."""
    duel = lay(Side(units=[(by, 3)]), Side(**bob), step="battle").choose("attack", by.name)
    for target in targets if duel.asked == (ALICE, "aim") else ():
        duel.choose("aim", target)
    if not targets and duel.asked == (ALICE, "aim"):
        duel.choose("aim_player", BOB)
    return duel.choose("enough") if duel.asked == (ALICE, "aim") else duel


def aiming(**bob: Any) -> Duel:
    """Return a game in which Alice chooses the targets of an attack."""
    alice = Side(units=[(RAKE, 3), (JEEP, 1)])
    return lay(alice, Side(**bob), step="battle").choose("attack", "Rake")


def team(code: str) -> Duel:
    """Return a team game in which Alice chooses the targets of an attack."""
    sides = Side(units=[(RAKE, 3)]), Side(units=[BOAT]), Side(units=[JEEP]), Side()
    return lay(*sides, variant=TEAM, step="battle").choose(code, "Rake")


def swept(**bob: Any) -> Duel:
    """Return a team game in which Bob is asked to defend after his teammate's Jeep was attacked, too."""
    wing = weapon("Wing", 1, 9, targets=2)
    duel = lay(Side(units=[(wing, 1)]), Side(**bob), Side(), Side(units=[JEEP]), variant=TEAM, step="battle")
    return duel.choose("attack", "Wing").choose("aim_player", BOB).choose("aim", "Jeep")


def resupply(**alice: Any) -> Duel:
    """Return a game in the End phase of Alice."""
    return lay(Side(**alice), Side(units=[BOAT]), step="end")


CASES = [
    # phases
    Refusal(lambda: attacked(units=[(JEEP, 1)], hand=[CAR, A]), ("produce", "Car"), "not_your_turn"),
    Refusal(lambda: attacked(units=[(JEEP, 1)], hand=[FREE, A]), ("play", "Free"), "not_your_turn"),
    Refusal(lambda: main(step="battle", units=[(GUN, 1)], hand=[CAR, A]), ("produce", "Car"), "another_phase"),
    Refusal(lambda: main(step="battle", units=[(GUN, 1), HORN]), ("use", "Horn", 0), "skill_out_of_phase"),
    Refusal(lambda: attacked(units=[(JEEP, 1), HORN]), ("use", "Horn", 0), "skill_out_of_phase"),
    Refusal(lambda: main(hand=[CAR, A, B, FREE]).choose("produce", "Car"), ("play", "Free"), "answer_first"),
    Refusal(lambda: attacked(units=[(JEEP, 1)]), ("attack", "Jeep"), "not_your_attack"),
    Refusal(lambda: main(units=[(GUN, 1)]), ("attack", "Gun"), "attack_later"),
    Refusal(
        lambda: main(step="battle", units=[(GUN, 2)]).choose("attack", "Gun").to("main2"),
        ("attack", "Gun"),
        "battle_over",
    ),
    Refusal(lambda: aiming(units=[BOAT]), ("attack", "Jeep"), "one_attack_at_a_time"),
    Refusal(lambda: main(units=[GUN], discard=[A]), ("supply", "Gun"), "resupply_later"),
    Refusal(lambda: main(units=[GUN], hand=[A]), ("load", "A", "Gun"), "resupply_later"),
    Refusal(lambda: attacked(units=[(JEEP, 1)]), ("supply", "Jeep"), "not_your_resupply"),
    Refusal(
        lambda: lay(Side(units=[(HORN, 1)], damage=(), defeated=True), Side(), Side(), variant=MULTIPLAYER),
        ("supply", "Horn"),
        "defeated_resupply",
    ),
    # playing cards
    Refusal(lambda: main(hand=[FREE], discard=[A]), ("play", "A"), "not_in_hand"),
    Refusal(lambda: main(hand=[FREE], units=[(GUN, A)]), ("play", "A"), "is_fuel"),
    Refusal(lambda: main(hand=[FREE], secrets=[PLAN]), ("play", "Plan"), "secret_plan"),
    Refusal(lambda: main(hand=[CAR, A]), ("play", "Car"), "weapon_is_produced"),
    Refusal(lambda: main(hand=[FREE]), ("produce", "Free"), "not_a_weapon"),
    Refusal(lambda: main(hand=[TANK, FREE], units=[HORN]), ("produce", "Tank"), "own_cost"),
    Refusal(lambda: main(hand=[A, FREE]), ("play", "A"), "cost"),
    Refusal(lambda: main(hand=[damage("Sting", cost=3), FREE]), ("play", "Sting"), "cost"),
    Refusal(lambda: main(hand=[CAR, A, B]).choose("produce", "Car"), ("pass",), "whole_cost"),
    Refusal(lambda: main(hand=[CAR, A, B]).choose("produce", "Car"), ("pay", "Car"), "own_cost"),
    Refusal(lambda: main(hand=[CAR, A, B], discard=[C]).choose("produce", "Car"), ("pay", "C"), "paid_from_hand"),
    Refusal(
        lambda: main(hand=[CAR, A, B], secrets=[PLAN]).choose("produce", "Car"), ("pay", "Plan"), "secret_plan_pays"
    ),
    # skills
    Refusal(lambda: main(hand=[FREE], bob=Side(units=[HORN])), ("use", "Horn", 0), "not_your_unit"),
    Refusal(lambda: main(hand=[FREE], units=[GUN]), ("use", "Gun", 0), "no_such_skill"),
    Refusal(lambda: main(hand=[FREE], units=[HORN], variant=SIMPLE), ("use", "Horn", 0), "skills_ignored"),
    Refusal(lambda: main(hand=[FREE], units=[HORN], ailing={"Horn": "jammed"}), ("use", "Horn", 0), "jammed"),
    Refusal(lambda: main(hand=[FREE], units=[HORN]).choose("use", "Horn", 0), ("use", "Horn", 0), "skill_used"),
    Refusal(lambda: main(hand=[FREE], units=[PUMP]), ("use", "Pump", 0), "skill_fuel"),
    Refusal(lambda: main(hand=[FREE], units=[DRUM]), ("use", "Drum", 0), "skill_hand"),
    Refusal(lambda: main(units=[(PUMP, A, B)]).choose("use", "Pump", 0), ("pass",), "more_fuel"),
    Refusal(lambda: main(units=[(PUMP, A, B), (GUN, C)]).choose("use", "Pump", 0), ("burn", "C"), "fuel_elsewhere"),
    # attacks
    Refusal(
        lambda: main(step="battle", units=[(GUN, 1)], bob=Side(units=[(BOAT, 1)])),
        ("attack", "Boat"),
        "not_your_attacker",
    ),
    Refusal(lambda: main(step="battle", units=[(GUN, 1)], hand=[CAR]), ("attack", "Car"), "not_on_battlefield"),
    Refusal(lambda: main(step="battle", units=[(GUN, 1)], facilities=[HUT]), ("attack", "Hut"), "facility"),
    Refusal(
        lambda: main(step="battle", units=[(GUN, 2), (JEEP, 1)]).choose("attack", "Gun").to("battle"),
        ("attack", "Gun"),
        "has_attacked",
    ),
    Refusal(lambda: main(step="battle", units=[(GUN, 1), JEEP]), ("attack", "Jeep"), "attack_fuel"),
    Refusal(
        lambda: main(step="battle", units=[(GUN, 1), (JEEP, 1)], ailing={"Jeep": "down"}), ("attack", "Jeep"), "down"
    ),
    Refusal(lambda: aiming(units=[BOAT]), ("enough",), "must_aim"),
    Refusal(lambda: main(units=[(GUN, 1)], bob=Side(units=[BOAT])), ("aim", "Boat"), "targets_at_declaration"),
    Refusal(lambda: main(step="battle", units=[(GUN, 1)]), ("aim_player", BOB), "targets_at_declaration"),
    Refusal(lambda: aiming(units=[BOAT]), ("aim", "Jeep"), "own_target"),
    Refusal(lambda: aiming(units=[BOAT]), ("aim_player", ALICE), "own_target"),
    Refusal(lambda: aiming(units=[(BOAT, A)], discard=[B]), ("aim", "B"), "own_target"),
    Refusal(lambda: team("attack"), ("aim", "Jeep"), "ally_target"),
    Refusal(lambda: team("attack"), ("aim_player", 2), "ally_target"),
    Refusal(lambda: aiming(units=[BOAT, JEEP]).choose("aim", "Boat"), ("aim", "Boat"), "chosen_target"),
    Refusal(lambda: aiming(units=[BOAT]).choose("aim_player", BOB), ("aim_player", BOB), "chosen_target"),
    Refusal(
        lambda: lay(
            Side(units=[(RAKE, 3)]), Side(units=[BOAT], defeated=True), Side(), variant=MULTIPLAYER, step="battle"
        ).choose("attack", "Rake"),
        ("aim_player", BOB),
        "defeated_target",
    ),
    # defence
    Refusal(lambda: main(units=[(GUN, 1)]), ("counter", "Gun"), "no_attack"),
    Refusal(lambda: main(units=[(GUN, 1)]), ("guard_player", "Gun"), "no_attack"),
    Refusal(lambda: main(hand=[CAR, A]), ("emergency", "Car"), "no_attack"),
    Refusal(
        lambda: attacked("Jeep", "Gun", units=[(JEEP, 2), (GUN, 2)]).choose("counter", "Jeep"),
        ("counter", "Jeep"),
        "closed_target",
    ),
    Refusal(
        lambda: attacked("Jeep", "Gun", units=[(JEEP, 2), (GUN, 2), (BOAT, 1)]).choose("counter", "Jeep"),
        ("guard", "Boat", "Jeep"),
        "closed_target",
    ),
    Refusal(lambda: attacked("Jeep", units=[(JEEP, 1), (BOAT, 1)]), ("counter", "Boat"), "not_a_target"),
    Refusal(lambda: attacked("Hut", units=[(BOAT, 1)], facilities=[HUT]), ("counter", "Hut"), "facility"),
    Refusal(lambda: attacked("Jeep", units=[JEEP, (BOAT, 1)]), ("counter", "Jeep"), "counter_fuel"),
    Refusal(lambda: attacked("Jeep", units=[(JEEP, 1)]), ("guard", "Rake", "Jeep"), "not_your_guard"),
    Refusal(lambda: attacked("Jeep", units=[(JEEP, 1)], facilities=[HUT]), ("guard", "Hut", "Jeep"), "facility"),
    Refusal(
        lambda: attacked("Jeep", "Gun", units=[(JEEP, 1), (GUN, 1)]), ("guard", "Gun", "Jeep"), "target_cannot_guard"
    ),
    Refusal(
        lambda: attacked("Jeep", "Gun", units=[(JEEP, 1), (GUN, 1), (BOAT, 2)]).choose("guard", "Boat", "Gun"),
        ("guard", "Boat", "Jeep"),
        "guards_already",
    ),
    Refusal(lambda: attacked("Jeep", units=[(JEEP, 1), (BOAT, 1)]), ("guard_player", "Boat"), "guarded_elsewhere"),
    Refusal(lambda: swept(units=[(BIKE, 1)]), ("guard", "Bike", "Jeep"), "ally_guard"),
    Refusal(lambda: attacked("Jeep", units=[(JEEP, 1), BOAT]), ("guard", "Boat", "Jeep"), "guard_fuel"),
    Refusal(
        lambda: attacked("Jeep", units=[(JEEP, 1), (BOAT, 1)], ailing={"Boat": "down"}),
        ("guard", "Boat", "Jeep"),
        "down",
    ),
    Refusal(lambda: attacked("Jeep", units=[(JEEP, 1)], hand=[FREE]), ("emergency", "Free"), "emergency_weapon"),
    Refusal(lambda: attacked("Jeep", units=[(JEEP, 1)], hand=[TANK, A]), ("emergency", "Tank"), "emergency_cost"),
    Refusal(
        lambda: (
            attacked("Jeep", "Gun", units=[(JEEP, 1), (GUN, 1)], hand=[CAR, BIKE, A, A, A])
            .choose("emergency", "Car")
            .choose("pay", "A")
            .choose("step_in", "Jeep")
        ),
        ("emergency", "Bike"),
        "emergency_used",
    ),
    Refusal(
        lambda: attacked("Jeep", "Gun", units=[(JEEP, 1), (GUN, 1)], hand=[CAR, A]).choose("emergency", "Car"),
        ("step_in", "Car"),
        "must_step_in",
    ),
    # damage, resupply, skipping a turn, order
    Refusal(lambda: attacked(hand=[A]).choose("pass"), ("pass",), "each_damage_card"),
    Refusal(lambda: attacked(hand=[A]).choose("pass"), ("keep", "A"), "not_drawn"),
    Refusal(lambda: resupply(units=[GUN, JEEP], discard=[A]), ("pass",), "must_resupply"),
    Refusal(lambda: resupply(units=[GUN, JEEP], discard=[A]), ("supply", "Boat"), "not_suppliable"),
    Refusal(
        lambda: resupply(units=[GUN, JEEP, HORN], ailing={"Horn": "cut_off"}, discard=[A]),
        ("supply", "Horn"),
        "not_suppliable",
    ),
    Refusal(lambda: resupply(units=[GUN], hand=[A, B]), ("load", "Gun", "Gun"), "fuel_from_hand"),
    Refusal(lambda: main(hand=[FREE]), ("give", BOB), "skip_if_defeated"),
    Refusal(
        lambda: lay(Side(defeated=True), Side(defeated=True), Side(), Side(), variant=MULTIPLAYER, step="standby"),
        ("give", BOB),
        "gift_to_defeated",
    ),
    Refusal(
        lambda: lay(
            Side(units=[(weapon(name, skills=[{"on": {"happens": "end", "do": [{"hit": 1}]}}]), 1) for name in "XY"]),
            Side(),
            step="end",
        ),
        ("pass",),
        "skill_order",
    ),
    Refusal(
        lambda: main(hand=[order("Dear", cost=2), A, B]).choose("play", "Dear"),
        ("pass",),
        "discard_order",
    ),
]


@pytest.mark.parametrize("case", refusal_cases(CASES, REASONS))
def test_an_illegal_choice_is_refused_with_its_clause(case: Refusal):
    assert refused(case.set_up().game, *case.choice) == (case.reason, REASONS[case.reason].clause)


def test_a_choice_that_answers_another_question_has_no_special_reason():
    assert refused(main().game, "step_in_for_player") == ("", "")


def test_each_reason_has_a_test_a_message_and_an_existing_clause_or_none():
    assert {case.reason for case in CASES} == {*REASONS}
    for reason in REASONS.values():
        assert reason.clause in {"", *clauses("hagmi")}
        assert reason.sentence.endswith(".")


def test_what_each_card_can_do_in_the_main_phase():
    duel = main(
        hand=[CAR, TANK, FREE], units=[(GUN, A), HORN], facilities=[HUT], secrets=[PLAN], bob=Side(units=[JEEP])
    )

    assert uses(duel.game, "Car") == {"produce": "", "emergency": "no_attack"}
    assert uses(duel.game, "Free") == {"play": ""}
    assert uses(duel.game, "Gun") == {"attack": "attack_later", "counter": "no_attack"}
    assert uses(duel.game, "Horn")["use"] == ""
    assert uses(duel.game, "Hut") == {"attack": "facility"}
    assert uses(duel.game, "Plan") == {"play": "secret_plan"}
    assert uses(duel.game, "A") == {"play": "is_fuel"}
    assert uses(duel.game, "Jeep") == {}  # a card of the opponent


def test_a_copy_in_the_hand_is_not_forbidden_but_offered_once():
    duel = main(hand=[CAR, CAR, A], units=[HORN])
    assert duel.options.count(("produce", "Car")) == 1

    assert refused(duel.game, "produce", "hand0.0") == ("copy_offered", "")
    assert refused(duel.game, "play", "hand0.0") == ("weapon_is_produced", "HAG-4.3.1")


def test_what_each_card_can_do_in_a_defence():
    duel = attacked("Jeep", units=[(JEEP, 1), (BOAT, 1), GUN], hand=[CAR, A, SCRAP], discard=[SCRATCH])

    assert uses(duel.game, "Jeep") == {
        "counter": "",
        "guard": "",  # it can be guarded
        "attack": "not_your_attack",
    }
    assert uses(duel.game, "Gun")["guard"] == "guard_fuel"
    assert uses(duel.game, "Car") == {"emergency": "", "produce": "not_your_turn"}
    assert uses(duel.game, "Rake") == {}
