"""The engagement, and damage to players (HAG-7)."""

from dataclasses import replace

import pytest

from gameplay.games.hagmi.variants import MULTIPLAYER, TACTICS
from tests.gameplay.games.hagmi.cards import SCRATCH, damage, facility, order, weapon
from tests.gameplay.games.hagmi.duel import ALICE, BOB, CAROL, DAVE, Duel, Side, lay

LONG = weapon("Long", 3, 3, range="long")
MIDDLE = weapon("Middle", 3, 3, range="middle")
SHORT = weapon("Short", 3, 3)
WALL = weapon("Wall", 1, 9)
RAKE = weapon("Rake", 3, 3, targets=3, range="middle")
HUT, BUNKER = facility("Hut"), facility("Bunker", armour=3)
A, B = order("A", cost=9), order("B", cost=9)


def strike(by: object, bob: Side, *answers: tuple[object, ...], alice: Side | None = None) -> Duel:
    """Alice attacks with a unit of two fuel, then the answers follow."""
    side = alice or Side()
    duel = lay(replace(side, units=[(by, 2), *side.units]), bob, step="battle")
    duel.choose("attack", by.name)  # type: ignore[attr-defined]
    for answer in answers:
        duel.choose(*answer)
    return duel


def met(attacker: object, defender: object) -> Duel:
    """One unit attacks another, which counters."""
    name = defender.name  # type: ignore[attr-defined]
    return strike(attacker, Side(units=[(defender, 1)]), ("aim", name), ("counter", name)).to("main2")


@pytest.mark.clause("HAG-7.1.1", "HAG-7.1.4")
@pytest.mark.parametrize(
    ("attacker", "defender", "falls"),
    [(LONG, SHORT, ["Short"]), (SHORT, LONG, ["Short"]), (MIDDLE, LONG, ["Middle"]), (MIDDLE, SHORT, ["Short"])],
)
def test_the_longer_range_strikes_first_and_a_destroyed_unit_does_not_strike(
    attacker: object, defender: object, falls: list[str]
):
    duel = met(attacker, defender)

    assert [name for (name,) in duel.events("destroyed")] == falls
    assert duel.hurt() == {}


@pytest.mark.clause("HAG-7.1.2")
def test_a_strike_deals_the_firepower_of_its_unit():
    assert met(WALL, weapon("Tower", 2, 9)).hurt() == {"Tower": 1, "Wall": 2}


@pytest.mark.clause("HAG-7.1.3")
def test_units_of_the_same_range_strike_simultaneously():
    duel = met(SHORT, weapon("Twin", 3, 3))

    assert [name for (name,) in duel.events("destroyed")] == ["Short", "Twin"]


@pytest.mark.clause("HAG-7.1.5", "HAG-7.1.6")
def test_damage_of_one_turn_adds_up_until_it_reaches_the_armour():
    duel = lay(Side(units=[(SHORT, 1), (LONG, 1), (MIDDLE, 1)]), Side(units=[weapon("Keep", 1, 7)]), step="battle")
    duel.choose("attack", "Short").choose("aim", "Keep").choose("attack", "Long").choose("aim", "Keep")
    assert (duel.hurt(), duel.events("destroyed")) == ({"Keep": 6}, [])
    duel.choose("attack", "Middle").choose("aim", "Keep")

    assert duel.events("destroyed") == [("Keep",)]


@pytest.mark.clause("HAG-7.1.7", "HAG-7.1.8", "HAG-OP-7")
def test_a_destroyed_unit_is_discarded_with_its_fuel():
    duel = strike(SHORT, Side(units=[(weapon("Frail", 1, 1), A, B)]), ("aim", "Frail"), ("pass",))
    assert duel.asked == (BOB, "bury")
    duel.choose("as_they_lie")

    assert duel.zone("discard", BOB) == ["Frail", "A", "B"]
    assert duel.zone("units", BOB) == duel.zone("fuel", BOB) == []


@pytest.mark.clause("HAG-7.1.9", "HAG-7.1.10")
def test_several_targets_take_the_full_firepower_and_each_defender_strikes():
    walls = [(weapon("Left", 1, 9), 1), (weapon("Right", 1, 9), 1)]
    duel = strike(
        RAKE,
        Side(units=walls),
        ("aim", "Left"),
        ("aim", "Right"),
        ("enough",),
        ("counter", "Left"),
        ("counter", "Right"),
    )

    assert duel.hurt() == {"Left": 3, "Right": 3, "Rake": 2}


@pytest.mark.clause("HAG-7.1.11", "HAG-7.2.2", "HAG-OP-11")
@pytest.mark.parametrize(("guard", "hurt"), [(LONG, {}), (weapon("Slow", 3, 9), {"Open": 3, "Slow": 3})])
def test_undefended_targets_are_hit_at_the_attackers_range_if_it_survives(guard: object, hurt: dict[str, int]):
    name = guard.name  # type: ignore[attr-defined]
    bob = Side(units=[weapon("Open", 1, 9), weapon("Shut", 1, 9), (guard, 1)])
    duel = strike(RAKE, bob, ("aim", "Open"), ("aim", "Shut"), ("enough",), ("guard", name, "Shut"))
    duel.choose("as_they_lie")

    assert duel.hurt() == hurt
    assert duel.events("destroyed") == [("Rake",)]


@pytest.mark.clause("HAG-7.2.1")
def test_an_undefended_attack_deals_its_firepower():
    assert strike(SHORT, Side(units=[WALL]), ("aim", "Wall")).hurt() == {"Wall": 3}
    assert strike(SHORT, Side()).events("hit") == [(BOB, 3)]


@pytest.mark.clause("HAG-OP-9")
def test_a_facility_without_printed_armour_is_never_destroyed_by_damage():
    duel = strike(RAKE, Side(facilities=[HUT, BUNKER]), ("aim", "Hut"), ("aim", "Bunker"), ("enough",))

    assert (duel.hurt(), duel.events("destroyed")) == ({"Hut": 3}, [("Bunker",)])
    assert duel.events("countered") == []


# --- damage to a player ------------------------------------------------------------------------

LEAK = damage("Leak", {"draw": {"count": 1, "deck": "weapon"}})
SIREN = damage("Siren", {"hit": {"amount": 1}})
RUIN = damage("Ruin", stays=True)


@pytest.mark.clause("HAG-7.3.1", "HAG-7.3.2")
def test_damage_cards_are_drawn_and_all_revealed_first():
    duel = strike(SHORT, Side(damage=[LEAK, SIREN, RUIN, SCRATCH]))

    assert duel.events("revealed") == [(BOB, "Leak"), (BOB, "Siren"), (BOB, "Ruin")]
    assert duel.zone("limbo") == ["Leak", "Siren", "Ruin"]
    assert duel.asked == (BOB, "damage_cards")
    assert duel.table.scores() == (5, 1)


@pytest.mark.clause("HAG-7.3.3", "HAG-7.3.4")
def test_each_damage_card_is_played_free_or_kept_in_any_order():
    dear = damage("Dear", {"hit": {"amount": 1}}, cost=5)
    duel = strike(SHORT, Side(damage=[LEAK, dear, RUIN]))
    assert len(duel.options) == 6
    duel.choose("keep", "Ruin").choose("play_damage", "Dear")

    assert duel.asked == (ALICE, "damage_cards")
    duel.choose("keep", "Scratch").choose("keep", "Leak")
    assert duel.zone("hand", BOB) == ["Ruin", "Leak"]


@pytest.mark.clause("HAG-7.3.6", "HAG-7.3.8")
def test_damage_beyond_the_damage_deck_has_no_effect():
    duel = strike(SHORT, Side(damage=[LEAK, SIREN])).choose("keep", "Leak").choose("keep", "Siren")

    assert (duel.table.scores()[BOB], duel.game.is_over, duel.asked) == (0, False, (ALICE, "main2"))


@pytest.mark.clause("HAG-7.3.7", "HAG-12.7")
def test_damage_with_an_empty_damage_deck_loses_the_game():
    duel = strike(SHORT, Side(damage=[]))

    assert duel.game.outcome is not None
    assert (duel.game.outcome.winners, duel.game.outcome.reason) == ((ALICE,), "damage")


@pytest.mark.clause("HAG-7.3.9", "HAG-OP-12")
def test_damage_of_0_counts_as_no_damage():
    duel = strike(weapon("Toy", 0, 1), Side(damage=[]))

    assert (duel.events("hit"), duel.game.is_over) == ([], False)


@pytest.mark.clause("HAG-7.3.10", "HAG-OP-13")
def test_a_played_damage_card_is_discarded_unless_it_is_a_facility():
    duel = strike(weapon("Pair", 2, 9), Side(damage=[LEAK, RUIN]))
    duel.choose("play_damage", "Leak").choose("play_damage", "Ruin")

    assert (duel.zone("discard", BOB), duel.zone("facilities", BOB)) == (["Leak"], ["Ruin"])
    assert duel.events("drew") == [(BOB, "Hulk")]


# --- cards and players simultaneously ---------------------------------------------------------


@pytest.mark.clause("HAG-7.4.1")
def test_cards_are_damaged_and_destroyed_before_the_player():
    duel = strike(RAKE, Side(units=[SHORT]), ("aim_player", BOB), ("aim", "Short"))

    assert duel.order("destroyed", "hit", "damaged") == ["damaged", "destroyed", "hit"]


@pytest.mark.clause("HAG-7.4.2", "HAG-7.5.2")
def test_the_player_is_damaged_although_the_attacker_is_destroyed_simultaneously():
    twin = weapon("Twin", 3, 9, range="middle")
    duel = strike(RAKE, Side(units=[(twin, 1)]), ("aim_player", BOB), ("aim", "Twin"), ("counter", "Twin"))
    duel.choose("as_they_lie")

    assert duel.events("destroyed") == [("Rake",)]
    assert duel.events("hit") == [(BOB, 3)]


STORM = weapon("Storm", 2, 9, all=True)


@pytest.mark.clause("HAG-7.4.3", "HAG-OP-19")
def test_with_several_players_hit_defeat_is_tested_before_they_draw_in_turn_order():
    duel = lay(
        Side(damage=[]), Side(units=[(STORM, 2)]), Side(damage=[LEAK]), Side(damage=[SIREN]),
        variant=MULTIPLAYER, step="battle", active=BOB,
    )  # fmt: skip
    duel.choose("attack", "Storm")

    assert duel.events("defeated") == [(ALICE,)]
    assert duel.order("hit", "defeated", "revealed") == ["hit", "hit", "hit", "defeated", "revealed"]
    assert duel.asked == (CAROL, "damage_cards")
    duel.choose("keep", "Leak")
    assert duel.asked == (DAVE, "damage_cards")


@pytest.mark.clause("HAG-OP-19")
def test_the_game_is_drawn_if_no_player_is_left():
    doom = order("Doom", {"hit": {"amount": 1, "who": "each"}})
    duel = lay(Side(hand=[doom], damage=[]), Side(damage=[])).choose("play", "Doom")

    assert duel.game.outcome is not None
    assert duel.game.outcome.winners == ()


# --- the end of a battle and of the phase --------------------------------------------------------


@pytest.mark.clause("HAG-7.5.1", "HAG-7.5.2")
def test_a_battle_ends_when_all_units_have_struck_or_the_attacker_has_left():
    duel = strike(SHORT, Side(units=[(LONG, 1), (WALL, 1)]), ("aim", "Wall"), ("guard", "Long", "Wall"))
    duel.choose("as_they_lie")

    assert (duel.table.battle, duel.events("destroyed"), duel.hurt()) == (None, [("Short",)], {})
    assert met(WALL, weapon("Tower", 1, 9)).table.battle is None


@pytest.mark.clause("HAG-7.5.3")
def test_the_phase_ends_when_every_able_unit_has_declared():
    duel = lay(Side(units=[(SHORT, 1), WALL]), Side(), step="battle").choose("attack", "Short").to("main2")

    assert duel.table.step == "main2"


@pytest.mark.clause("HAG-7.5.4")
def test_the_phase_ends_when_the_turn_player_passes():
    duel = lay(Side(units=[(SHORT, 1)], hand=[A]), Side(), step="battle").choose("pass")

    assert (duel.events("declared"), duel.asked) == ([], (ALICE, "supply_hand"))
    assert TACTICS.players == (2, 2)


@pytest.mark.clause("HAG-7.1.3")
def test_card_0_is_not_struck_after_it_has_left():
    """Card ids begin at 0. A card is struck only while it is in play."""
    bold = {"on": {"happens": "counters", "do": [{"destroy": {"what": {"kin": "infantry"}}}]}}
    first, hero = weapon("First", 1, 5, kin="infantry"), weapon("Hero", 1, 5, skills=[bold])
    duel = lay(Side(units=[first, (hero, 1)]), Side(units=[(weapon("Rake", 2, 9, targets=2), 1)]),
               step="battle", active=BOB)  # fmt: skip
    duel.choose("attack", "Rake").choose("aim", "First").choose("aim", "Hero").choose("counter", "Hero")

    assert duel.events("destroyed") == [("First",)]
    assert [name for name, _ in duel.events("damaged")] == ["Hero", "Rake"]
