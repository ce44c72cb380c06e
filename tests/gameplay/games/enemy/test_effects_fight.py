"""Verbs that apply in a fight or while a card is in play: strengthen, toughen, spare, bonus, aura."""

from typing import Any

import pytest

from gameplay.games.enemy.terms import Card
from tests.gameplay.games.enemy.cards import BLANK, action, event, field, item, monster, pc
from tests.gameplay.games.enemy.duel import ALICE, BOB, Duel, Side, Stack, lay

WOLF = monster("Wolf", 5, species="beast", element="fire")
ORCA = pc("Orca", 5, class_="heavy_axeman", element="water")


def compared(bob_pc: Stack = ORCA, attacker: Card = WOLF, **table: Any) -> tuple[int, int]:
    """Return the totals of Bob's PC and Alice's monster without destiny; ``table`` adds further cards."""
    bob = {name.removeprefix("bob_"): value for name, value in table.items() if name.startswith("bob_")}
    alice = {name.removeprefix("alice_"): value for name, value in table.items() if name.startswith("alice_")}
    duel = lay(Side(hand=[attacker], **alice), Side(pcs=[bob_pc], **bob), field=table.get("field"))
    duel.choose("attack", attacker.name).choose("fight")
    [(_, ours, theirs)] = duel.events("compared")
    return ours, theirs


def flipped(*do: dict[str, Any], pc_: Card = ORCA) -> Duel:
    """Return a duel in which Bob flips an action with this text in the fight of his PC."""
    duel = lay(Side(hand=[WOLF]), Side(pcs=[pc_], hidden=[action("Trick", *do)])).choose("attack", "Wolf")
    return duel.choose("fight").choose("flip", "Trick")


@pytest.mark.clause("ENE-16.4")
@pytest.mark.parametrize(("amount", "side", "totals"), [(3, BOB, (8, 5)), (-2, ALICE, (5, 3))])
def test_strengthen_helps_its_own_side_or_weakens_the_opposing_side(amount: int, side: int, totals: tuple[int, int]):
    duel = flipped({"strengthen": amount})

    assert [each[1:] for each in duel.events("compared")] == [totals]
    assert duel.events("strengthened") == [(side, amount)]


@pytest.mark.parametrize(("species", "ours"), [("beast", 9), ("goblin", 6)])
def test_strengthen_gives_more_if_its_condition_holds(species: str, ours: int):
    text = {"strengthen": {"amount": 1, "more": 4, "when": {"against": {"species": species}}}}

    assert flipped(text).events("compared") == [("Orca", ours, 5)]


def test_strengthen_outside_a_fight_does_nothing():
    duel = lay(Side(hand=[event("Shout", {"strengthen": 3})])).choose("event", "Shout")

    assert duel.events("strengthened") == []


@pytest.mark.clause("ENE-16.2.1")
def test_toughen_gives_tolerance_for_this_fight():
    weak = pc("Weak", 3)

    saved = flipped({"toughen": 2}, pc_=weak)
    assert (saved.wounded(), saved.events("toughened")) == (set(), [("Weak", 2)])
    assert flipped({"toughen": 1}, pc_=weak).wounded() == {"Weak"}


@pytest.mark.clause("ENE-16.2.6")
def test_spare_prevents_the_wound_but_not_the_loss():
    duel = flipped({"spare": True}, pc_=pc("Weak", 0))

    assert (duel.wounded(), duel.zone("score", 0), duel.events("spared")) == (set(), ["Wolf"], [("Weak",)])


# --- bonus ---------------------------------------------------------------------------------------


@pytest.mark.clause("ENE-16.9")
@pytest.mark.parametrize(
    ("when", "table", "ours"),
    [
        ({"spot": {"what": {"element": "fire"}, "count": 2}}, {}, 5),
        ({"spot": {"what": {"element": "fire"}, "count": 2}}, {"bob_score": [WOLF]}, 7),
        ({"against": {"species": "beast"}}, {}, 7),
        ({"against": {"species": "bird"}}, {}, 5),
        ({"hidden": 1}, {"bob_hidden": [WOLF]}, 7),
        ({"hidden": 2}, {"bob_hidden": [WOLF]}, 5),
        ({"behind": True}, {"alice_score": [WOLF]}, 7),
        ({"behind": True}, {}, 5),
        ({"behind": False}, {}, 7),
        ({"party": 1}, {}, 7),
        ({"party": 2}, {}, 5),
        ({"wounded": False}, {}, 7),
        ({"wounded": True}, {}, 5),
        ({"buried": {"what": {"species": "beast"}}}, {"bob_discard": [WOLF]}, 7),
        ({"buried": {"what": {"species": "bird"}}}, {"bob_discard": [WOLF, WOLF]}, 5),
        ({"hidden": 1, "behind": True}, {"bob_hidden": [WOLF]}, 5),
        ({"hidden": 1, "behind": True}, {"bob_hidden": [WOLF], "alice_score": [WOLF]}, 7),
    ],
)
def test_bonus_applies_while_its_condition_holds(when: dict[str, Any], table: dict[str, Any], ours: int):
    hero = pc("Hero", 5, text=[{"bonus": {"amount": 2, "when": when}}])

    assert compared(hero, **table) == (ours, 5)


@pytest.mark.parametrize(("load", "ours"), [(1, 5), (2, 5 + 3)])
def test_bonus_may_depend_on_the_number_of_items(load: int, ours: int):
    charm = item("Charm", subtype="helm", text=[{"bonus": {"amount": 3, "when": {"bears": 2}}}])

    assert compared((ORCA, charm, item("Boots", subtype="boots"))[: load + 1]) == (ours, 5)


@pytest.mark.parametrize(("piles", "ours"), [(0, 5), (1, 6), (3, 8), (5, 8)])
def test_bonus_for_each_card_has_a_maximum(piles: int, ours: int):
    hero = pc("Hero", 5, text=[{"bonus": {"amount": 1, "each": {"element": "thunder"}}}])
    bolt = monster("Bolt", element="thunder", vp=0)

    assert compared(hero, bob_score=[bolt] * piles) == (ours, 5)


@pytest.mark.parametrize(("portal", "theirs"), [((), 5), ((WOLF,), 7)])
def test_monster_bonus_may_depend_on_other_attackers(portal: tuple[Card, ...], theirs: int):
    friend = {"bonus": {"amount": 2, "when": {"spot": {"what": {"species": "beast", "whose": "yours"}}}}}

    assert compared(attacker=monster("Cub", 5, text=[friend]), alice_portal=portal) == (5, theirs)


@pytest.mark.parametrize(("class_", "theirs"), [("heavy_axeman", 7), ("wavemaster", 5)])
def test_monster_bonus_may_depend_on_the_pc_it_fights(class_: str, theirs: int):
    hater = monster("Hater", 5, text=[{"bonus": {"amount": 2, "when": {"against": {"class": class_}}}}])

    assert compared(attacker=hater) == (5, theirs)


# --- aura ----------------------------------------------------------------------------------------


@pytest.mark.clause("ENE-11.2")
@pytest.mark.parametrize(
    ("to", "totals"),
    [
        ({"type": "pc"}, (7, 5)),
        ({"type": "monster"}, (5, 7)),
        ({"species": "beast"}, (5, 7)),
        ({"element": "water"}, (7, 5)),
        ({"element": "wood"}, (5, 5)),
        ({"class": "heavy_axeman"}, (7, 5)),
        ({"weight": "heavy"}, (7, 5)),
        ({"weight": "light"}, (5, 5)),
        ({"wounded": True}, (5, 5)),
        ({}, (7, 7)),
    ],
)
def test_aura_affects_every_matching_card_in_the_fight(to: dict[str, Any], totals: tuple[int, int]):
    assert compared(field=field("Hill", text=[{"aura": {"amount": 2, "to": to}}])) == totals


@pytest.mark.parametrize(("whose", "totals"), [("yours", (6, 5)), ("theirs", (5, 6)), ("any", (6, 6))])
def test_aura_filter_is_relative_to_its_controller(whose: str, totals: tuple[int, int]):
    elder = monster("Elder", storable=True, text=[{"aura": {"amount": 1, "to": {"whose": whose}}}])

    assert compared(bob_portal=[elder]) == totals


def test_aura_does_not_affect_its_own_card_or_its_bearer():
    aura = [{"aura": {"amount": 4, "to": {"type": "pc"}}}]

    assert compared(pc("Leader", 5, text=aura)) == (5, 5)
    assert compared((ORCA, item("Banner", text=aura))) == (5, 5)


@pytest.mark.parametrize("on_item", [False, True])
def test_aura_of_a_pc_or_item_affects_the_others_on_its_side(on_item: bool):
    text: dict[str, Any] = {"text": [{"aura": {"amount": 2, "to": {"type": "pc", "whose": "yours"}}}]}
    mia = (pc("Mia", **({} if on_item else text)), item("Banner", **(text if on_item else {})))
    duel = lay(Side(hand=[WOLF]), Side(pcs=[ORCA, mia])).choose("attack", "Wolf").choose("fight")

    assert duel.choose("pair", "Orca", "Wolf").events("compared") == [("Orca", 7, 5)]


def test_aura_needs_its_condition():
    hill = field("Hill", text=[{"aura": {"amount": 2, "to": {"type": "pc"}, "when": {"behind": True}}}])

    assert compared(field=hill) == (5, 5)
    assert compared(field=hill, alice_score=[WOLF]) == (7, 5)


def test_auras_in_score_piles_do_not_apply():
    elder = monster("Elder", text=[{"aura": {"amount": 1, "to": {}}}])

    assert compared(bob_score=[elder]) == (5, 5)


def test_each_player_acts_beginning_with_the_active_player():
    storm = action("Storm", {"discard": {"who": "each", "count": 1}}, moment="fight")
    duel = lay(
        Side(hand=[monster("Wolf", 3), monster("Ant"), monster("Bee")]),
        Side(pcs=[pc("Elk", 1)], hidden=[storm], hand=[monster("Cat"), monster("Dog")]),
    )

    duel.choose("attack", "Wolf").choose("fight").choose("flip", "Storm")

    assert duel.pending == (ALICE, "discard_for")
    assert duel.choose("discard", "Ant").pending == (BOB, "discard_for")


def test_release_without_a_count_is_for_one_monster():
    wolf, worm = monster("Wolf", storable=True), monster("Worm", storable=True)
    duel = lay(Side(hand=[event("Dawn", {"release": {"what": {}}})], portal=[wolf, worm]), Side(pcs=[pc("Elk", 1)]))

    duel.choose("event", "Dawn").choose("join", "Worm")

    assert (duel.zone("attack"), duel.pending) == (["Worm"], (BOB, "defend"))


@pytest.mark.clause("ENE-16.2.1")
def test_tolerance_bonuses_add_up():
    brace, bear = (action(name, {"toughen": amount}, moment="fight") for name, amount in (("Brace", 2), ("Bear", 1)))
    duel = lay(Side(hand=[monster("Wolf", 8)]), Side(pcs=[pc("Elk", 5)], hidden=[brace, bear], deck=[BLANK]))
    duel.choose("attack", "Wolf").choose("fight").choose("flip", "Brace").choose("flip", "Bear")

    assert (duel.wounded(), duel.events("tolerated")) == (set(), [("Elk",)])


@pytest.mark.clause("ENE-12.4")
def test_release_works_only_for_the_active_player():
    dawn = action("Dawn", {"release": 1}, moment="fight")
    duel = lay(
        Side(hand=[monster("Wolf", 3)]),
        Side(pcs=[pc("Elk", 5)], hidden=[dawn], portal=[monster("Worm", storable=True)], deck=[BLANK]),
    )
    duel.choose("attack", "Wolf").choose("fight").choose("flip", "Dawn")

    assert (duel.events("joined"), duel.zone("portal", BOB)) == ([], ["Worm"])
    assert "join" not in {option[0] for option in duel.options}
