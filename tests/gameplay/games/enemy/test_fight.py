"""Resolving a fight: totals, wounds, tolerance (ENE-16.3 to 16.12, 16.2.*)."""

import pytest

from gameplay.games.enemy.terms import Card
from tests.gameplay.games.enemy.cards import BLANK, action, destiny, field, item, monster, pc
from tests.gameplay.games.enemy.duel import ALICE, Duel, Side, Stack, lay

WOLF = monster("Wolf", 5)


def fight(bob_pc: Stack, *monsters: Card, wounded: bool = False, deck: tuple[Card, Card] = (BLANK, BLANK)) -> Duel:
    """Return a duel with a fight of Bob's PC; ``deck`` has the destinies of attacker and defender."""
    top = bob_pc[0] if isinstance(bob_pc, tuple) else bob_pc
    hand = list(monsters) or [WOLF]
    alice = Side(hand=hand[:1], portal=hand[1:], deck=deck[:1])
    bob = Side(pcs=[bob_pc], deck=deck[1:], wounded=[top] if wounded else [])
    duel = lay(alice, bob).choose("attack", hand[0].name)
    while duel.pending == (ALICE, "join"):
        duel.choose(*duel.options[1])
    duel.choose("fight")
    if duel.game.ask is not None and duel.pending == (1, "assign"):
        duel.choose(*duel.options[0])
    return duel


def hunter(name: str, strength: int) -> Card:
    return monster(name, strength, storable=True, joins=[{}])


# --- comparison ------------------------------------------------------------------------------------


@pytest.mark.clause("ENE-16.9", "ENE-16.6", "ENE-1.12")
def test_each_side_adds_strength_items_bonuses_and_destiny():
    sword = item("Sword", 2, text=[{"bonus": {"amount": 1}}])
    orca = pc("Orca", 4, text=[{"bonus": {"amount": 1}}])
    duel = fight((orca, sword), WOLF, hunter("Bear", 3), deck=(destiny(4), destiny(6)))

    assert duel.events("compared") == [("Orca", 4 + 1 + 2 + 1 + 6, 5 + 3 + 4)]


@pytest.mark.clause("ENE-16.10")
def test_pc_with_the_higher_total_wins_and_the_monsters_are_destroyed():
    duel = fight(pc("Orca", 9), WOLF, hunter("Bear", 3))

    assert duel.wounded() == set()
    assert duel.zone("discard", ALICE)[-2:] == ["Wolf", "Bear"]
    assert (duel.events("destroyed"), duel.zone("score", ALICE)) == ([("Wolf",), ("Bear",)], [])


@pytest.mark.clause("ENE-16.11", "ENE-16.12", "ENE-16.2.3", "ENE-OP-11")
@pytest.mark.parametrize(("strength", "wounds"), [(4, {"Orca"}), (5, {"Orca"}), (6, set())])
def test_monsters_win_ties_and_a_pc_without_tolerance_is_wounded(strength: int, wounds: set[str]):
    duel = fight(pc("Orca", strength))

    assert duel.wounded() == wounds
    assert duel.zone("score", ALICE) == (["Wolf"] if wounds else [])


@pytest.mark.clause("ENE-16.12", "ENE-8.12")
def test_wounded_pc_that_loses_again_is_destroyed_with_its_items():
    duel = fight((pc("Orca", 1), item("Sword", 1), item("Helm", subtype="helm")), wounded=True)

    assert duel.zone("party", 1) == []
    assert sorted(duel.zone("discard", 1)) == ["Blank", "Helm", "Orca", "Sword"]


# --- tolerance -------------------------------------------------------------------------------------


@pytest.mark.clause("ENE-16.2.2", "ENE-16.2.4")
@pytest.mark.parametrize(("strength", "wounded"), [(5, False), (4, False), (3, False), (2, True)])
def test_losing_by_at_most_the_tolerance_does_not_wound(strength: int, wounded: bool):
    duel = fight(pc("Orca", strength, tolerance=2))

    assert duel.wounded() == ({"Orca"} if wounded else set())
    assert duel.events("tolerated") == ([] if wounded else [("Orca",)])


@pytest.mark.clause("ENE-16.2.2")
def test_margin_includes_destiny():
    assert fight(pc("Orca", 4, tolerance=1), deck=(destiny(3), destiny(2))).wounded() == {"Orca"}
    assert fight(pc("Orca", 4, tolerance=1), deck=(destiny(3), destiny(3))).wounded() == set()


@pytest.mark.clause("ENE-16.2.1", "ENE-9.4")
def test_tolerance_of_the_pc_and_all_its_items_counts():
    sword, helm = item("Sword", tolerance=1), item("Helm", subtype="helm", tolerance=1)

    assert fight((pc("Orca", 2, tolerance=1), sword, helm)).wounded() == set()
    assert fight((pc("Orca", 2, tolerance=1), sword)).wounded() == {"Orca"}


@pytest.mark.clause("ENE-16.2.5")
def test_tolerance_protects_a_wounded_pc_from_destruction():
    duel = fight(pc("Orca", 4, tolerance=1), wounded=True)

    assert (duel.zone("party", 1), duel.wounded()) == (["Orca"], {"Orca"})


@pytest.mark.clause("ENE-16.2.6")
def test_tolerance_does_not_prevent_the_loss():
    boar = monster("Boar", 5, reward=[{"draw": 1}])
    duel = fight(pc("Orca", 5, tolerance=1), boar).choose("reward", "Boar")

    assert (duel.zone("score", ALICE), duel.wounded()) == (["Boar"], set())
    assert len(duel.events("rewarded")) == 1


# --- the parts in order ------------------------------------------------------------------------------


@pytest.mark.clause("ENE-16.3", "ENE-14.7")
def test_order_of_a_fight():
    boar = monster("Boar", 5, reward=[{"draw": 1}])
    shout = action("Shout", {"strengthen": 1})
    duel = lay(Side(hand=[boar], hidden=[shout]), Side(pcs=[pc("Orca", 2)])).choose("attack", "Boar").choose("fight")
    duel.choose("flip", "Shout").choose("reward", "Boar")

    parts = ("fight", "flipped", "destiny", "compared", "wounded", "rewarded", "scored")
    assert list(dict.fromkeys(duel.order(*parts))) == list(parts)


@pytest.mark.clause("ENE-16.4", "ENE-16.9")
def test_strength_from_an_action_lasts_until_the_end_of_the_fight():
    shout = action("Shout", {"strengthen": 3})
    bob = Side(pcs=[pc("Orca", 4), pc("Elk", 4)], hidden=[shout])
    duel = lay(Side(hand=[WOLF], portal=[hunter("Bear", 5)]), bob).choose("attack", "Wolf").choose("join", "Bear")
    duel.choose("fight").choose("pair", "Orca", "Wolf").choose("resolve", "Orca").choose("flip", "Shout")

    assert duel.events("compared") == [("Orca", 7, 5), ("Elk", 4, 5)]


@pytest.mark.clause("ENE-16.9", "ENE-11.2")
def test_field_gives_strength_to_matching_cards():
    hill = field("Hill", text=[{"aura": {"amount": 2, "to": {"species": "goblin"}}}])
    goblin = monster("Goblin", 3, species="goblin")
    duel = lay(Side(hand=[goblin]), Side(pcs=[pc("Orca", 4)]), field=hill).choose("attack", "Goblin").choose("fight")

    assert duel.events("compared") == [("Orca", 4, 5)]
