"""Rewards and scoring (ENE-16.3.*)."""

import pytest

from gameplay.games.enemy.terms import Card
from tests.gameplay.games.enemy.cards import monster, pc
from tests.gameplay.games.enemy.duel import ALICE, BOB, Duel, Side, lay


def beast(name: str, strength: int = 5, *, vp: int = 1, reward: bool = False) -> Card:
    """Return a monster that may join from the portal; its reward draws a card."""
    return monster(name, strength, vp=vp, storable=True, joins=[{}], reward=[{"draw": 1}] * reward)


WOLF, BEAR, BOAR = beast("Wolf", reward=True), beast("Bear", vp=2, reward=True), beast("Boar", vp=0, reward=True)
HAWK, MOTH = beast("Hawk"), beast("Moth", vp=0)


def lost(*monsters: Card, strength: int = 1) -> Duel:
    """Return a duel in which all monsters fight Bob's only PC, up to the first ask after the comparison."""
    duel = lay(Side(hand=monsters[:1], portal=monsters[1:]), Side(pcs=[pc("Orca", strength)]))
    duel.choose("attack", monsters[0].name)
    while duel.pending == (ALICE, "join"):
        duel.choose(*duel.options[1])
    duel.choose("fight")
    if duel.pending == (BOB, "assign"):
        duel.choose(*duel.options[0])
    return duel


@pytest.mark.clause("ENE-16.3.1", "ENE-OP-8")
def test_each_winning_monster_may_use_its_reward():
    duel = lost(WOLF, BEAR).choose("reward", "Wolf").choose("reward", "Bear")

    assert duel.events("rewarded") == [(ALICE, "Wolf"), (ALICE, "Bear")]
    assert len(duel.zone("hand", ALICE)) == 4 + 2


@pytest.mark.clause("ENE-16.3.1", "ENE-OP-8")
def test_every_reward_is_optional():
    duel = lost(WOLF, BEAR).choose("reward", "Bear").choose("pass")

    assert duel.events("rewarded") == [(ALICE, "Bear")]


@pytest.mark.clause("ENE-16.3.1")
def test_reward_is_used_once():
    assert lost(WOLF, BEAR).choose("reward", "Wolf").answers == {"Bear", "pass"}


@pytest.mark.clause("ENE-16.3.2")
@pytest.mark.parametrize("order", [("Wolf", "Bear", "Boar"), ("Boar", "Wolf", "Bear")])
def test_the_attacker_orders_the_rewards(order: tuple[str, ...]):
    duel = lost(WOLF, BEAR, BOAR)
    assert duel.pending == (ALICE, "rewards")
    for name in order:
        duel.choose("reward", name)

    assert [name for _, name in duel.events("rewarded")] == list(order)


@pytest.mark.clause("ENE-16.3.3")
def test_monster_without_vp_may_use_its_reward():
    assert lost(BOAR).choose("reward", "Boar").events("rewarded") == [(ALICE, "Boar")]


@pytest.mark.clause("ENE-16.3.8")
def test_losing_monsters_cannot_use_rewards():
    duel = lost(WOLF, BEAR, strength=99)

    assert (duel.table.turn, duel.events("rewarded")) == (2, [])


@pytest.mark.clause("ENE-16.3.4", "ENE-16.3.5", "ENE-OP-12")
def test_attacker_scores_exactly_one_winner():
    duel = lost(HAWK, beast("Crow"), MOTH)
    assert (duel.pending, duel.answers) == ((ALICE, "score"), {"Hawk", "Crow"})
    duel.choose("score", "Crow")

    assert duel.zone("score", ALICE) == ["Crow"]
    assert sorted(set(duel.zone("discard", ALICE)) - {"Blank"}) == ["Hawk", "Moth"]


@pytest.mark.clause("ENE-16.3.4", "ENE-OP-12")
def test_scoring_cannot_be_declined():
    duel = lost(HAWK)

    assert (duel.zone("score", ALICE), duel.events("scored")) == (["Hawk"], [(ALICE, "Hawk")])


@pytest.mark.clause("ENE-16.3.6")
def test_winners_without_vp_are_discarded():
    duel = lost(MOTH, beast("Fly", vp=0))

    assert duel.zone("score", ALICE) == []
    assert set(duel.zone("discard", ALICE)) == {"Moth", "Fly", "Blank"}


@pytest.mark.clause("ENE-16.3.7")
def test_each_lost_fight_scores_one_monster():
    bob = Side(pcs=[pc("Orca", 1), pc("Elk", 1)])
    duel = lay(Side(hand=[HAWK], portal=[beast("Crow"), beast("Gull", vp=2)]), bob).choose("attack", "Hawk")
    duel.choose("join", "Crow").choose("join", "Gull").choose("fight")
    duel.choose("pair", "Orca", "Hawk").choose("pair", "Elk", "Crow").choose("add", "Elk", "Gull")
    duel.choose("resolve", "Elk").choose("score", "Gull")

    assert duel.zone("score", ALICE) == ["Gull", "Hawk"]
    assert duel.table.scores() == (3, 0)


@pytest.mark.clause("ENE-16.3.7", "ENE-16.3.8")
def test_won_fight_scores_nothing_beside_a_lost_one():
    bob = Side(pcs=[pc("Orca", 1), pc("Elk", 99)])
    duel = lay(Side(hand=[HAWK], portal=[WOLF]), bob).choose("attack", "Hawk").choose("join", "Wolf").choose("fight")
    duel.choose("pair", "Orca", "Hawk").choose("resolve", "Elk")

    assert (duel.zone("score", ALICE), duel.events("rewarded")) == (["Hawk"], [])


@pytest.mark.clause("ENE-16.3.4", "ENE-14.5")
def test_avoided_attack_scores_all_monsters_and_a_fight_exactly_one():
    alice = Side(hand=[HAWK], portal=[beast("Crow")])
    avoided = lay(alice, Side(pcs=[pc("Orca")])).choose("attack", "Hawk").choose("join", "Crow").choose("avoid")
    fought = lost(HAWK, beast("Crow")).choose("score", "Hawk")

    assert (avoided.table.scores(), fought.table.scores()) == ((2, 0), (1, 0))


def test_scoring_a_monster_triggers_its_text():
    herald = monster("Herald", 5, text=[{"on": {"happens": "scored", "do": [{"draw": 2}]}}])

    assert len(lost(herald).zone("hand", ALICE)) == 4 + 2
