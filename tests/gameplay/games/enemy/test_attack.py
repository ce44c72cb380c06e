"""The attack: avoid or fight, and who meets whom (ENE-14.*, ENE-15.*)."""

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
    while duel.asked == (ALICE, "join"):
        duel.choose(*duel.options[1])
    return duel


# --- avoid or fight ----------------------------------------------------------------------------


@pytest.mark.clause("ENE-14.1")
def test_playing_a_monster_to_attack_brings_the_attack_step():
    assert attack().asked == (BOB, "defend")


@pytest.mark.clause("ENE-14.2")
def test_the_defender_decides_once_for_the_whole_attack():
    duel = attack(BEAR, HAWK, pcs=(ORCA, ELK, MIA))

    assert duel.options == [("fight",), ("avoid",)]
    assert duel.choose("avoid").table.turn == 2


@pytest.mark.clause("ENE-14.3")
def test_a_defender_without_pcs_must_avoid():
    duel = attack(pcs=())

    assert duel.told("avoids") == [(BOB,)]
    assert duel.zone("score", ALICE) == ["Wolf"]


@pytest.mark.clause("ENE-14.4", "ENE-14.5", "ENE-14.6")
def test_avoided_monsters_all_score_and_those_without_points_are_discarded():
    duel = attack(BEAR, BOAR, HAWK).choose("avoid").choose("pass")

    assert sorted(duel.zone("score", ALICE)) == ["Bear", "Hawk", "Wolf"]
    assert duel.table.scores() == (4, 0)
    assert duel.zone("discard", ALICE) == ["Boar"]


@pytest.mark.clause("ENE-14.4", "ENE-14.6", "ENE-14.7", "ENE-OP-8")
def test_an_avoided_monster_uses_its_reward_before_anything_is_scored():
    duel = attack(BOAR).choose("avoid")
    assert (duel.asked, duel.answers) == ((ALICE, "rewards"), {"Boar", "pass"})
    duel.choose("reward", "Boar")

    assert len(duel.zone("hand", ALICE)) == 5
    assert duel.order("rewarded", "scored") == ["rewarded", "scored"]


@pytest.mark.clause("ENE-14.8")
def test_avoiding_draws_no_destiny_wounds_nobody_and_ends_the_turn():
    duel = attack(pcs=(ELK,)).choose("avoid")

    assert (duel.told("destiny"), duel.wounded()) == ([], set())
    assert (duel.table.turn, duel.asked) == (2, (BOB, "play"))


# --- assigning ---------------------------------------------------------------------------------


@pytest.mark.clause("ENE-15.1", "ENE-15.3", "ENE-15.7")
def test_one_monster_meets_the_pc_the_defender_chooses():
    duel = attack(pcs=(ORCA, ELK, MIA)).choose("fight")
    assert set(duel.options) == {("pair", name, "Wolf") for name in ("Orca", "Elk", "Mia")}

    duel.choose("pair", "Mia", "Wolf")
    assert duel.told("compared") == [("Mia", 2, 5)]
    assert duel.wounded() == {"Mia"}


@pytest.mark.clause("ENE-15.2", "ENE-15.4")
@pytest.mark.parametrize(
    ("portal", "pcs", "fights"),
    [((), (ORCA, ELK), 1), ((BEAR,), (ORCA, ELK), 2), ((BEAR, HAWK), (ORCA, ELK), 2), ((BEAR,), (ORCA, ELK, MIA), 2)],
)
def test_there_are_as_many_fights_as_the_fewer_of_monsters_and_pcs(
    portal: tuple[Card, ...], pcs: tuple[Card, ...], fights: int
):
    duel = attack(*portal, pcs=pcs).choose("fight")
    while duel.asked == (BOB, "assign"):
        duel.choose(*duel.options[0])

    pairs = duel.told("assigned")[:fights]
    assert len({name for name, _ in pairs}) == len({name for _, name in pairs}) == fights


@pytest.mark.clause("ENE-15.1", "ENE-15.3")
def test_the_defender_may_make_any_pairing():
    made = set()
    for first in ("Wolf", "Bear"):
        duel = attack(BEAR, pcs=(ORCA, ELK)).choose("fight")
        made |= set(duel.choose("pair", "Orca", first).told("assigned"))

    assert made == {("Orca", "Wolf"), ("Elk", "Bear"), ("Orca", "Bear"), ("Elk", "Wolf")}


@pytest.mark.clause("ENE-15.3")
def test_the_defender_chooses_which_monster_is_left_to_the_attacker():
    duel = attack(BEAR, HAWK, pcs=(ORCA, ELK)).choose("fight")
    duel.choose("pair", "Orca", "Hawk").choose("pair", "Elk", "Bear")

    assert duel.asked == (ALICE, "assign_rest")
    assert set(duel.options) == {("add", "Orca", "Wolf"), ("add", "Elk", "Wolf")}


@pytest.mark.clause("ENE-15.5")
def test_the_attacker_must_add_every_monster_left_to_the_fights():
    duel = attack(BEAR, HAWK, BOAR, pcs=(ORCA, ELK)).choose("fight")
    duel.choose("pair", "Orca", "Wolf").choose("pair", "Elk", "Bear")
    assert {option[0] for option in duel.options} == {"add"}

    duel.choose("add", "Elk", "Hawk").choose("add", "Elk", "Boar").choose("resolve", "Elk")
    assert duel.told("compared")[0] == ("Elk", 1, 6 + 3 + 4)


@pytest.mark.clause("ENE-15.5")
def test_with_one_fight_all_monsters_are_in_it():
    duel = attack(BEAR, HAWK).choose("fight").choose("pair", "Orca", "Hawk")

    assert duel.told("compared") == [("Orca", 9, 5 + 6 + 3)]


@pytest.mark.clause("ENE-15.6")
def test_the_attacker_opens_no_fight_with_a_pc_left_out():
    duel = attack(BEAR, HAWK, pcs=(ORCA, ELK)).choose("fight")
    duel.choose("pair", "Orca", "Wolf").choose("pair", "Elk", "Bear")

    assert {option[1] for option in duel.options} == {"Orca", "Elk"}


@pytest.mark.clause("ENE-15.8")
def test_nothing_is_laid_down_until_the_assignment_is_complete():
    duel = attack(BEAR, HAWK, pcs=(ORCA, ELK)).choose("fight").choose("pair", "Orca", "Wolf")
    assert (duel.told("assigned"), duel.table.fights) == ([], [])

    duel.choose("pair", "Elk", "Bear")
    assert duel.told("assigned") == [("Orca", "Wolf"), ("Elk", "Bear")]


@pytest.mark.clause("ENE-15.8")
def test_the_attackers_additions_are_laid_down_together_too():
    duel = attack(BEAR, HAWK, BOAR, pcs=(ORCA, ELK)).choose("fight")
    duel.choose("pair", "Orca", "Wolf").choose("pair", "Elk", "Bear").choose("add", "Orca", "Hawk")
    assert len(duel.told("assigned")) == 2

    duel.choose("add", "Orca", "Boar")
    assert duel.told("assigned")[2:] == [("Orca", "Hawk"), ("Orca", "Boar")]


# --- order ---------------------------------------------------------------------------------------


@pytest.mark.clause("ENE-16.1", "ENE-16.2")
@pytest.mark.parametrize(("first", "second"), [("Orca", "Elk"), ("Elk", "Orca")])
def test_the_defender_orders_the_fights_and_each_is_finished_before_the_next(first: str, second: str):
    duel = attack(BEAR, pcs=(ORCA, ELK)).choose("fight").choose("pair", "Orca", "Wolf")
    assert duel.asked == (BOB, "order")
    duel.choose("resolve", first)

    assert duel.told("fight") == [(first,), (second,)]
    assert duel.order("fight", "destiny", "compared") == ["fight", "destiny", "destiny", "compared"] * 2


@pytest.mark.clause("ENE-16.3.9")
def test_after_the_last_fight_the_turn_ends():
    duel = attack(BEAR, pcs=(ORCA, ELK)).choose("fight").choose("pair", "Orca", "Wolf").choose("resolve", "Elk")

    assert (duel.table.turn, duel.asked) == (2, (BOB, "play"))
    assert (duel.zone("attack"), duel.table.fights) == ([], [])


def test_monsters_whose_pc_left_play_before_their_fight_have_won_it():
    curse = action("Curse", {"destroy": {"what": {"type": "pc", "whose": "theirs"}}}, moment="fight")
    duel = lay(Side(hand=[WOLF], hidden=[curse]), Side(pcs=[ORCA])).choose("attack", "Wolf").choose("fight")
    duel.choose("flip", "Curse")

    assert (duel.told("compared"), duel.zone("score", ALICE)) == ([], ["Wolf"])


def test_a_pc_that_left_play_in_an_earlier_fight_flips_nothing_in_its_own():
    curse = action("Curse", {"destroy": {"what": {"name": "Elk"}}}, moment="fight")
    bob = Side(pcs=[ORCA, ELK], hidden=[action("Shout", {"strengthen": 9})])
    duel = lay(Side(hand=[WOLF], portal=[HAWK], hidden=[curse]), bob).choose("attack", "Wolf").choose("join", "Hawk")
    duel.choose("fight").choose("pair", "Orca", "Wolf").choose("resolve", "Orca").choose("pass").choose("flip", "Curse")
    assert duel.asked == (BOB, "window")

    duel.choose("pass")
    assert (duel.table.turn, duel.told("compared")) == (2, [("Orca", 9, 5)])
    assert duel.zone("score", ALICE) == ["Hawk"]


@pytest.mark.clause("ENE-12.4", "ENE-OP-13")
def test_a_text_may_let_the_portal_attack_by_itself():
    call = event("Call", {"release": {"count": 2}})
    duel = lay(Side(hand=[call], portal=[BEAR, HAWK]), Side(pcs=[ORCA])).choose("event", "Call")
    duel.choose("join", "Bear").choose("enough")

    assert (duel.asked, duel.zone("attack")) == ((ALICE, "join"), ["Bear"])
    assert duel.choose("pass").asked == (BOB, "defend")
