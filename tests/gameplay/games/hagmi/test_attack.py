"""Attack declaration (HAG-5)."""

import pytest

from gameplay.engine.core.errors import NotAnOptionError
from gameplay.games.hagmi.battle import player_target
from gameplay.games.hagmi.variants import MULTIPLAYER
from tests.gameplay.games.hagmi.cards import SCRAP, facility, order, weapon
from tests.gameplay.games.hagmi.duel import ALICE, BOB, CAROL, Duel, Side, lay

GUN = weapon("Gun", 1, 9)
JEEP, BOAT = weapon("Jeep", 1, 9), weapon("Boat", 1, 9)
HUT = facility("Hut")
A, B, C = order("A", cost=9), order("B", cost=9), order("C", cost=9)


def battle(*units: object, bob: Side | None = None) -> Duel:
    return lay(Side(units=units), bob or Side(units=[JEEP], facilities=[HUT]), step="battle")  # type: ignore[arg-type]


@pytest.mark.clause("HAG-5.1.1")
def test_an_attack_is_prepared_defended_fought_and_ended_before_the_next():
    duel = battle((GUN, 1), (BOAT, 1), bob=Side(units=[(JEEP, 1)]))
    duel.choose("attack", "Gun").choose("aim", "Jeep").choose("counter", "Jeep")

    assert duel.order("declared", "aimed", "countered", "damaged") == [
        "declared",
        "aimed",
        "countered",
        "damaged",
        "damaged",
    ]
    assert (duel.asked, duel.table.battle) == ((ALICE, "battle"), None)


@pytest.mark.clause("HAG-5.1.2")
def test_only_the_turn_player_declares():
    duel = battle((GUN, 1), bob=Side(units=[(JEEP, 3)]))

    assert duel.options == [("attack", "Gun"), ("pass",)]


@pytest.mark.clause("HAG-5.1.3")
def test_a_unit_declares_once_in_a_battle_phase():
    duel = battle((GUN, 3), (BOAT, 1)).choose("attack", "Gun").to("battle")

    assert duel.options == [("attack", "Boat"), ("pass",)]
    with pytest.raises(NotAnOptionError) as refusal:
        duel.game.choose(("attack", duel.table.units[ALICE][0]))
    assert refusal.value.code == "not_an_option"
    duel.choose("pass").to("battle")  # Bob cannot attack, so it is Alice's next turn
    assert ("attack", "Gun") in duel.options


@pytest.mark.clause("HAG-5.1.4", "HAG-5.1.7", "HAG-OP-7")
def test_the_attacker_pays_its_consumption_with_fuel_chosen_by_its_controller():
    howitzer = weapon("Howitzer", 1, 9, consumption=2)
    duel = battle((howitzer, A, B, C)).choose("attack", "Howitzer")

    assert duel.options == [("burn", "A"), ("burn", "B"), ("burn", "C")]
    duel.choose("burn", "C").choose("burn", "A").choose("next", "A")
    assert (duel.fuel("Howitzer"), duel.zone("discard", ALICE)) == (["B"], ["A", "C"])


@pytest.mark.clause("HAG-5.1.5")
def test_without_enough_fuel_there_is_no_declaration():
    howitzer = weapon("Howitzer", 1, 9, consumption=2)

    assert battle((howitzer, 1), (GUN, 1)).options == [("attack", "Gun"), ("pass",)]


@pytest.mark.clause("HAG-5.1.6")
def test_the_consumption_is_paid_once_for_several_targets():
    rake = weapon("Rake", 1, 9, targets=3)
    duel = battle((rake, 2)).choose("attack", "Rake")
    duel.choose("aim", "Jeep").choose("aim", "Hut").choose("aim_player", BOB).to("main2")

    assert duel.events("burnt") == [(ALICE, "Rake", 1)]


@pytest.mark.clause("HAG-5.1.8", "HAG-5.1.9", "HAG-5.1.10", "HAG-OP-8")
def test_targets_are_the_opponent_and_their_cards_but_no_fuel_or_own_cards():
    duel = lay(
        Side(units=[(GUN, 1), BOAT], facilities=[HUT]), Side(units=[(JEEP, A)], facilities=[HUT]), step="battle"
    ).choose("attack", "Gun")

    assert duel.options == [("aim_player", BOB), ("aim", "Jeep"), ("aim", "Hut")]
    assert duel.table.owners[duel.game.ask.options[2][1]] == BOB  # type: ignore[union-attr]


# --- attack area -----------------------------------------------------------------------------


@pytest.mark.clause("HAG-5.2.1")
def test_single_takes_exactly_one_target():
    duel = battle((GUN, 1)).choose("attack", "Gun")

    assert ("enough",) not in duel.options
    assert duel.choose("aim", "Hut").events("aimed") == [("Gun", "Hut")]


@pytest.mark.clause("HAG-5.2.2", "HAG-5.2.3", "HAG-5.2.4", "HAG-OP-21")
def test_multi_takes_up_to_n_different_targets_of_any_kind():
    rake = weapon("Rake", 0, 9, targets=3)
    duel = battle((rake, 1), bob=Side(units=[JEEP, BOAT], facilities=[HUT])).choose("attack", "Rake")
    assert ("enough",) not in duel.options
    duel.choose("aim", "Hut")
    assert duel.options == [("aim_player", BOB), ("aim", "Jeep"), ("aim", "Boat"), ("enough",)]
    duel.choose("aim_player", BOB).choose("aim", "Jeep")

    assert (duel.events("aimed"), duel.events("aimed_at_player")) == (
        [("Rake", "Hut"), ("Rake", "Jeep")],
        [("Rake", BOB)],
    )
    fewer = battle((rake, 1)).choose("attack", "Rake").choose("aim", "Hut").choose("enough")
    assert fewer.events("aimed") == [("Rake", "Hut")]


@pytest.mark.clause("HAG-5.2.5")
def test_all_takes_every_target_without_a_choice():
    storm = weapon("Storm", 0, 9, all=True)
    duel = battle((storm, 1), bob=Side(units=[JEEP, (BOAT, 1)], facilities=[HUT])).choose("attack", "Storm")

    assert duel.asked == (BOB, "defend")
    assert duel.events("aimed") == [("Storm", "Jeep"), ("Storm", "Boat"), ("Storm", "Hut")]
    assert duel.events("aimed_at_player") == [("Storm", BOB)]


@pytest.mark.clause("HAG-5.2.5", "HAG-OP-8")
def test_in_multiplayer_all_hits_every_opponent():
    storm = weapon("Storm", 1, 9, all=True)
    duel = lay(Side(units=[(storm, 1)]), Side(), Side(units=[JEEP]), variant=MULTIPLAYER, step="battle")
    duel.choose("attack", "Storm").to("main2")

    assert sorted(duel.events("hit")) == [(BOB, 1), (CAROL, 1)]
    assert duel.events("damaged") == [("Jeep", 1)]


def test_a_player_target_is_not_a_card_id():
    assert {player_target(seat) for seat in range(4)} == {-1, -2, -3, -4}
    assert SCRAP.back == "operation"


@pytest.mark.clause("HAG-1.14", "HAG-5.1.7")
def test_the_payer_is_asked_even_if_all_fuel_is_the_same():
    """Not asking would reveal to all players that it is the same."""
    duel = lay(Side(units=[(GUN, 2)]), step="battle")
    [gun] = duel.table.units[ALICE]
    duel.game.choose(("attack", gun))

    assert duel.game.ask is not None
    assert (duel.game.ask.about[0], len(duel.game.ask.options)) == ("burn", 2)
