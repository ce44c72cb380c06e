"""Simultaneous skills: which resolve, and in which order (HAG-3.2.2)."""

from typing import Any

import pytest

from gameplay.games.hagmi.terms import Card
from gameplay.games.hagmi.variants import SIMPLE
from tests.gameplay.games.hagmi.cards import damage, facility, order, weapon
from tests.gameplay.games.hagmi.duel import ALICE, BOB, Side, lay

BASE = weapon("Base", 1, 9)
DYING = {"Medic": {"mend": 1}, "Ann": {"logistics": 1}}


def on(happens: str, *do: dict[str, Any]) -> dict[str, Any]:
    """Return a triggered skill with these effects."""
    return {"on": {"happens": happens, "do": list(do)}}


def bell(name: str, *do: dict[str, Any], happens: str = "standby") -> Card:
    """Return a facility with effects at the start of the standby step."""
    return facility(name, on(happens, *do or ({"hit": 1},)))


def crew(name: str, *do: dict[str, Any], happens: str = "standby") -> Card:
    """Return a weapon with effects at the start of the standby step."""
    return weapon(name, 1, 9, skills=[on(happens, *do or ({"hit": 1},))])


# --- skills that are not offered ----------------------------------------------------------


@pytest.mark.clause("HAG-3.2.2", "HAG-11.1")
def test_ignored_skills_are_not_among_those_to_be_ordered():
    duel = lay(Side(units=[crew("Ann")], facilities=[bell("Bell"), bell("Horn")]), variant=SIMPLE, step="standby")

    assert duel.options == [("process", "Bell"), ("process", "Horn")]


@pytest.mark.clause("HAG-3.2.2", "HAG-11.1")
def test_no_order_is_asked_if_all_skills_are_ignored():
    duel = lay(Side(units=[crew("Ann"), crew("Eva")], facilities=[bell("Bell")]), variant=SIMPLE, step="standby")

    assert duel.asked == (BOB, "damage_cards")  # the facility was the only one to process
    assert duel.events("triggered") == [("Bell",)]


@pytest.mark.clause("HAG-3.2.2")
@pytest.mark.parametrize("jammed", ["Ann", "Bell"])
def test_skills_of_a_jammed_card_are_not_offered(jammed: str):
    side = Side(units=[crew("Ann")], facilities=[bell("Bell"), bell("Horn")], ailing={jammed: "jammed"})
    duel = lay(side, step="standby")

    assert duel.options == [("process", name) for name in ("Ann", "Bell", "Horn") if name != jammed]


@pytest.mark.clause("HAG-3.2.2")
def test_a_skill_jammed_meanwhile_is_no_longer_offered():
    jam = bell("Jam", {"afflict": {"ailment": "jammed", "what": {"whose": "yours", "every": True}}})
    duel = lay(Side(units=[crew("Ann"), crew("Eva")], facilities=[jam, bell("Bell")]), step="standby")
    duel.choose("process", "Jam")

    assert duel.events("triggered") == [("Jam",), ("Bell",)]


@pytest.mark.clause("HAG-3.2.2")
def test_a_card_that_has_left_is_no_longer_offered():
    raze = bell("Raze", {"destroy": {"what": {"whose": "yours", "every": True}}})
    side = Side(units=[crew("Ann")], facilities=[raze, bell("Bell"), bell("Horn")])
    duel = lay(side, step="standby").choose("process", "Raze")

    assert duel.options == [("process", "Bell"), ("process", "Horn")]


@pytest.mark.clause("HAG-3.2.2", "HAG-9.4.1", "HAG-11.1")
def test_ignored_skills_are_not_offered_at_resupply_and_at_the_end_of_the_turn():
    units: list[Any] = [
        (crew("Ann", happens="supplied"), 1),
        (crew("Eva", happens="supplied"), 1),
        crew("Kim", happens="end"),
    ]
    duel = lay(Side(units=units, hand=[BASE, BASE], facilities=[bell("Bell", happens="end")]), variant=SIMPLE)
    duel.choose("pass").to("supply_hand")
    duel.choose("load", "Base", "Ann").choose("load", "Base", "Eva")

    assert duel.asked == (BOB, "damage_cards")
    assert duel.events("triggered") == [("Bell",)]


# --- order of simultaneous skills ----------------------------------------------------------


@pytest.mark.clause("HAG-3.2.2")
def test_a_card_with_two_simultaneous_skills_is_offered_once_at_a_time():
    both = facility("Both", on("standby", {"hit": 1}), on("each_standby", {"draw": {"deck": "weapon"}}))
    duel = lay(Side(facilities=[both, bell("Bell")]), step="standby")
    assert duel.options == [("process", "Both"), ("process", "Bell")]

    duel.choose("process", "Both").to("process_next")
    assert duel.options == [("process", "Both"), ("process", "Bell")]


@pytest.mark.clause("HAG-3.2.2", "HAG-7.1.7")
def test_the_turn_player_orders_skills_of_cards_destroyed_simultaneously():
    ours, theirs = crew("Ann", happens="destroyed"), crew("Eva", {"logistics": 1}, happens="destroyed")
    bomb = order("Bomb", {"destroy": {"what": {"every": True}}}, cost=0)
    duel = lay(Side(units=[ours], hand=[bomb]), Side(units=[theirs])).choose("play", "Bomb")

    assert (duel.asked, duel.options) == ((ALICE, "process_next"), [("process", "Ann"), ("process", "Eva")])
    duel.choose("process", "Eva")
    assert duel.order("destroyed", "triggered", "rolled", "hit") == [
        *("destroyed", "destroyed"),
        *("triggered", "rolled"),
        *("triggered", "hit"),
    ]
    assert duel.events("hit") == [(BOB, 1)]  # each skill works for its own player


def test_a_destroyed_card_in_a_hidden_zone_can_still_be_ordered():
    """Another skill shuffles it into the damage deck before its own skill resolves."""
    bunker = damage("Bunker", stays=True, armour=1, skills=[on("destroyed", {"hit": 1})])
    units = [weapon(name, 1, 1, skills=[on("destroyed", does)]) for name, does in DYING.items()]
    sweep = weapon("Sweep", 5, 9, all=True)
    duel = lay(Side(units=[(sweep, 1)]), Side(units=units, facilities=[bunker], damage=()), step="battle")
    duel.choose("attack", "Sweep").to("bury").choose("as_they_lie").choose("process", "Medic")

    assert (duel.zone("damage", BOB), duel.options) == (["Bunker"], [("process", "Ann"), ("process", "Bunker")])
    assert duel.choose("process", "Bunker").events("hit")[0] == (ALICE, 1)


@pytest.mark.clause("HAG-3.2.2", "HAG-4.3.3")
def test_production_skills_are_ordered_too():
    new = weapon("New", 1, 9, skills=[on("produced", {"hit": 1})])
    yard = bell("Yard", {"logistics": 1}, happens="you_produce")
    duel = lay(Side(hand=[new], facilities=[yard])).choose("produce", "New")

    assert set(duel.options) == {("process", "New"), ("process", "Yard")}
    assert duel.choose("process", "Yard").order("rolled", "hit") == ["rolled", "hit"]


@pytest.mark.clause("HAG-3.2.2", "HAG-6.4.7")
def test_the_turn_player_orders_skills_of_an_emergency_production():
    new = weapon("New", 1, 9, skills=[on("produced", {"hit": 1})])
    yard = bell("Yard", {"logistics": 1}, happens="you_produce")
    duel = lay(Side(units=[(BASE, 1)]), Side(hand=[new], facilities=[yard]), step="battle")
    duel.choose("attack", "Base").choose("aim_player", BOB).choose("emergency", "New")

    assert duel.asked == (ALICE, "process_next")
