"""The attack: avoiding or fighting, and assigning monsters to PCs (ENE-14.*, ENE-15.*)."""

import pytest

from gameplay.games.enemy.terms import Card
from tests.gameplay.games.enemy.cards import action, event, monster, pc
from tests.gameplay.games.enemy.duel import ALICE, BOB, Duel, Side, lay

WOLF = monster("Wolf", 5, vp=1)
BEAR = monster("Bear", 6, vp=2, storable=True, joins=[{}])
BOAR = monster("Boar", 4, vp=0, storable=True, joins=[{}], reward=[{"draw": 1}])
HAWK = monster("Hawk", 3, vp=1, storable=True, joins=[{}])
ORCA, ELK, MIA = (pc(name, strength) for name, strength in (("Orca", 9), ("Elk", 1), ("Mia", 2)))


def attack(*portal: Card, pcs: tuple[Card, ...] = (ORCA,)) -> Duel:
    """Alice attacks with Wolf and everything in her portal; Bob has not decided."""
    duel = lay(Side(hand=[WOLF], portal=portal), Side(pcs=pcs)).choose("attack", "Wolf")
    while duel.pending == (ALICE, "join"):
        duel.choose(*duel.options[1])
    return duel


# --- avoid or fight ----------------------------------------------------------------------------


@pytest.mark.clause("ENE-14.1")
def test_attacking_with_a_monster_leads_to_the_attack_step():
    assert attack().pending == (BOB, "defend")


@pytest.mark.clause("ENE-14.2")
def test_defender_decides_once_for_the_whole_attack():
    duel = attack(BEAR, HAWK, pcs=(ORCA, ELK, MIA))

    assert duel.options == [("fight",), ("avoid",)]
    assert duel.choose("avoid").table.turn == 2


@pytest.mark.clause("ENE-14.3")
def test_defender_without_pcs_must_avoid():
    duel = attack(pcs=())

    assert duel.events("avoids") == [(BOB,)]
    assert duel.zone("score", ALICE) == ["Wolf"]


@pytest.mark.clause("ENE-14.4", "ENE-14.5", "ENE-14.6")
def test_avoided_monsters_are_scored_and_those_without_vp_are_discarded():
    duel = attack(BEAR, BOAR, HAWK).choose("avoid").choose("pass")

    assert sorted(duel.zone("score", ALICE)) == ["Bear", "Hawk", "Wolf"]
    assert duel.table.scores() == (4, 0)
    assert duel.zone("discard", ALICE) == ["Boar"]


@pytest.mark.clause("ENE-14.4", "ENE-14.6", "ENE-14.7", "ENE-OP-8")
def test_rewards_of_an_avoided_attack_come_before_scoring():
    duel = attack(BOAR).choose("avoid")
    assert (duel.pending, duel.answers) == ((ALICE, "rewards"), {"Boar", "pass"})
    duel.choose("reward", "Boar")

    assert len(duel.zone("hand", ALICE)) == 5
    assert duel.order("rewarded", "scored") == ["rewarded", "scored"]


@pytest.mark.clause("ENE-14.8")
def test_avoiding_draws_no_destiny_wounds_no_pc_and_ends_the_turn():
    duel = attack(pcs=(ELK,)).choose("avoid")

    assert (duel.events("destiny"), duel.wounded()) == ([], set())
    assert (duel.table.turn, duel.pending) == (2, (BOB, "play"))


# --- assigning ---------------------------------------------------------------------------------


@pytest.mark.clause("ENE-15.1", "ENE-15.3", "ENE-15.7")
def test_defender_chooses_the_pc_for_a_single_monster():
    duel = attack(pcs=(ORCA, ELK, MIA)).choose("fight")
    assert set(duel.options) == {("pair", name, "Wolf") for name in ("Orca", "Elk", "Mia")}

    duel.choose("pair", "Mia", "Wolf")
    assert duel.events("compared") == [("Mia", 2, 5)]
    assert duel.wounded() == {"Mia"}


@pytest.mark.clause("ENE-15.2", "ENE-15.4")
@pytest.mark.parametrize(
    ("portal", "pcs", "fights"),
    [((), (ORCA, ELK), 1), ((BEAR,), (ORCA, ELK), 2), ((BEAR, HAWK), (ORCA, ELK), 2), ((BEAR,), (ORCA, ELK, MIA), 2)],
)
def test_number_of_fights_is_the_lower_number_of_monsters_and_pcs(
    portal: tuple[Card, ...], pcs: tuple[Card, ...], fights: int
):
    duel = attack(*portal, pcs=pcs).choose("fight")
    while duel.pending == (BOB, "assign"):
        duel.choose(*duel.options[0])

    pairs = duel.events("assigned")[:fights]
    assert len({name for name, _ in pairs}) == len({name for _, name in pairs}) == fights


@pytest.mark.clause("ENE-15.1", "ENE-15.3")
def test_defender_may_make_any_pairs():
    made = set()
    for first in ("Wolf", "Bear"):
        duel = attack(BEAR, pcs=(ORCA, ELK)).choose("fight")
        made |= set(duel.choose("pair", "Orca", first).events("assigned"))

    assert made == {("Orca", "Wolf"), ("Elk", "Bear"), ("Orca", "Bear"), ("Elk", "Wolf")}


@pytest.mark.clause("ENE-15.3")
def test_defender_chooses_which_monster_is_left_over():
    duel = attack(BEAR, HAWK, pcs=(ORCA, ELK)).choose("fight")
    duel.choose("pair", "Orca", "Hawk").choose("pair", "Elk", "Bear")

    assert duel.pending == (ALICE, "assign_rest")
    assert set(duel.options) == {("add", "Orca", "Wolf"), ("add", "Elk", "Wolf")}


@pytest.mark.clause("ENE-15.5")
def test_attacker_must_add_every_extra_monster_to_a_fight():
    duel = attack(BEAR, HAWK, BOAR, pcs=(ORCA, ELK)).choose("fight")
    duel.choose("pair", "Orca", "Wolf").choose("pair", "Elk", "Bear")
    assert {option[0] for option in duel.options} == {"add"}

    duel.choose("add", "Elk", "Hawk").choose("add", "Elk", "Boar").choose("resolve", "Elk")
    assert duel.events("compared")[0] == ("Elk", 1, 6 + 3 + 4)


@pytest.mark.clause("ENE-15.5")
def test_single_fight_includes_all_monsters():
    duel = attack(BEAR, HAWK).choose("fight").choose("pair", "Orca", "Hawk")

    assert duel.events("compared") == [("Orca", 9, 5 + 6 + 3)]


@pytest.mark.clause("ENE-15.6")
def test_attacker_cannot_start_a_fight_with_another_pc():
    duel = attack(BEAR, HAWK, pcs=(ORCA, ELK)).choose("fight")
    duel.choose("pair", "Orca", "Wolf").choose("pair", "Elk", "Bear")

    assert {option[1] for option in duel.options} == {"Orca", "Elk"}


@pytest.mark.clause("ENE-15.8")
def test_assignment_takes_effect_only_when_complete():
    duel = attack(BEAR, HAWK, pcs=(ORCA, ELK)).choose("fight").choose("pair", "Orca", "Wolf")
    assert (duel.events("assigned"), duel.table.fights) == ([], [])

    duel.choose("pair", "Elk", "Bear")
    assert duel.events("assigned") == [("Orca", "Wolf"), ("Elk", "Bear")]


@pytest.mark.clause("ENE-15.8")
def test_extra_monsters_are_added_together():
    duel = attack(BEAR, HAWK, BOAR, pcs=(ORCA, ELK)).choose("fight")
    duel.choose("pair", "Orca", "Wolf").choose("pair", "Elk", "Bear").choose("add", "Orca", "Hawk")
    assert len(duel.events("assigned")) == 2

    duel.choose("add", "Orca", "Boar")
    assert duel.events("assigned")[2:] == [("Orca", "Hawk"), ("Orca", "Boar")]


# --- order ---------------------------------------------------------------------------------------


@pytest.mark.clause("ENE-16.1", "ENE-16.2")
@pytest.mark.parametrize(("first", "second"), [("Orca", "Elk"), ("Elk", "Orca")])
def test_fights_are_resolved_one_by_one_in_the_defenders_order(first: str, second: str):
    duel = attack(BEAR, pcs=(ORCA, ELK)).choose("fight").choose("pair", "Orca", "Wolf")
    assert duel.pending == (BOB, "order")
    duel.choose("resolve", first)

    assert duel.events("fight") == [(first,), (second,)]
    assert duel.order("fight", "destiny", "compared") == ["fight", "destiny", "destiny", "compared"] * 2


@pytest.mark.clause("ENE-16.3.9")
def test_turn_ends_after_the_last_fight():
    duel = attack(BEAR, pcs=(ORCA, ELK)).choose("fight").choose("pair", "Orca", "Wolf").choose("resolve", "Elk")

    assert (duel.table.turn, duel.pending) == (2, (BOB, "play"))
    assert (duel.zone("attack"), duel.table.fights) == ([], [])


def test_monsters_win_a_fight_whose_pc_left_play():
    curse = action("Curse", {"destroy": {"what": {"type": "pc", "whose": "theirs"}}}, moment="fight")
    duel = lay(Side(hand=[WOLF], hidden=[curse]), Side(pcs=[ORCA])).choose("attack", "Wolf").choose("fight")
    duel.choose("flip", "Curse")

    assert (duel.events("compared"), duel.zone("score", ALICE)) == ([], ["Wolf"])


def test_no_action_is_flipped_for_a_pc_that_left_play():
    curse = action("Curse", {"destroy": {"what": {"name": "Elk"}}}, moment="fight")
    bob = Side(pcs=[ORCA, ELK], hidden=[action("Shout", {"strengthen": 9})])
    duel = lay(Side(hand=[WOLF], portal=[HAWK], hidden=[curse]), bob).choose("attack", "Wolf").choose("join", "Hawk")
    duel.choose("fight").choose("pair", "Orca", "Wolf").choose("resolve", "Orca").choose("pass").choose("flip", "Curse")
    assert duel.pending == (BOB, "window")

    duel.choose("pass")
    assert (duel.table.turn, duel.events("compared")) == (2, [("Orca", 9, 5)])
    assert duel.zone("score", ALICE) == ["Hawk"]


@pytest.mark.clause("ENE-12.4", "ENE-OP-13")
def test_text_may_let_portal_monsters_attack_alone():
    call = event("Call", {"release": {"count": 2}})
    duel = lay(Side(hand=[call], portal=[BEAR, HAWK]), Side(pcs=[ORCA])).choose("event", "Call")
    duel.choose("join", "Bear").choose("enough")

    assert (duel.pending, duel.zone("attack")) == ((ALICE, "join"), ["Bear"])
    assert duel.choose("pass").pending == (BOB, "defend")
