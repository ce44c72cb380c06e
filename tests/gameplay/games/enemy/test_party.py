"""PCs and their items (ENE-7.1, 7.2, 7.4, 7.5, 8.*, 9.*)."""

import pytest

from gameplay.games.enemy.terms import WEIGHTS, Card
from gameplay.games.enemy.variants import DRAFT, FULL, SAMPLE, Variant
from tests.gameplay.games.enemy.cards import action, event, item, monster, pc
from tests.gameplay.games.enemy.duel import ALICE, BOB, Duel, Side, lay

ORCA, ELK, MIA, KITE = (pc(name, 5) for name in ("Orca", "Elk", "Mia", "Kite"))
WOLF = monster("Wolf", 5)
SWORD = item("Sword", 2, subtype="weapon")
SHIELD = item("Shield", 1, subtype="armor")
HEAL = event("Heal", {"heal": {}})
HURT = event("Hurt", {"wound": {}})


# --- placing ---------------------------------------------------------------------------------


@pytest.mark.clause("ENE-8.1", "ENE-8.2")
def test_pc_enters_an_empty_place_face_up_and_healthy():
    duel = lay(Side(pcs=[ORCA], hand=[ELK])).choose("pc", "Elk").choose("free_place")

    assert (duel.zone("party", ALICE), duel.wounded()) == (["Orca", "Elk"], set())
    assert duel.events("played") == [(ALICE, "Elk")]


@pytest.mark.clause("ENE-8.2", "ENE-8.5")
def test_pc_may_be_replaced_even_with_an_empty_place():
    duel = lay(Side(pcs=[ORCA], hand=[ELK])).choose("pc", "Elk").choose("replace", "Orca")

    assert (duel.zone("party", ALICE), duel.zone("discard", ALICE)) == (["Elk"], ["Orca"])


@pytest.mark.clause("ENE-7.1", "ENE-7.5", "ENE-8.3")
def test_fourth_pc_must_replace_another():
    duel = lay(Side(pcs=[ORCA, ELK, MIA], hand=[KITE])).choose("pc", "Kite")

    assert set(duel.options) == {("replace", "Orca"), ("replace", "Elk"), ("replace", "Mia")}
    duel.choose("replace", "Elk")
    assert sorted(duel.zone("party", ALICE)) == ["Kite", "Mia", "Orca"]
    assert duel.zone("discard", ALICE) == ["Elk"]


@pytest.mark.clause("ENE-7.2", "ENE-8.4", "ENE-OP-20")
@pytest.mark.parametrize("others", [(), (ELK,), (ELK, MIA)], ids=len)
def test_pc_replaces_its_namesake_even_with_empty_places(others: tuple[Card, ...]):
    duel = lay(Side(pcs=[ORCA, *others], hand=[pc("Orca", 9)])).choose("pc", "Orca")

    assert duel.zone("party", ALICE).count("Orca") == 1
    assert len(duel.zone("party", ALICE)) == 1 + len(others)
    assert duel.zone("discard", ALICE) == ["Orca"]


@pytest.mark.clause("ENE-7.2")
def test_opponent_may_have_the_same_pc():
    duel = lay(Side(hand=[ORCA]), Side(pcs=[ORCA])).choose("pc", "Orca")

    assert (duel.zone("party", ALICE), duel.zone("party", BOB)) == (["Orca"], ["Orca"])


@pytest.mark.clause("ENE-7.8")
def test_hidden_copy_does_not_count_as_a_namesake():
    duel = lay(Side(pcs=[ELK], hidden=[ORCA], hand=[ORCA])).choose("pc", "Orca").choose("free_place")

    assert duel.zone("party", ALICE) == ["Elk", "Orca"]


@pytest.mark.clause("ENE-8.9", "ENE-8.6")
def test_copy_that_replaces_a_wounded_pc_is_healthy_and_keeps_its_items():
    duel = lay(Side(pcs=[(ORCA, SWORD, SHIELD)], wounded=[ORCA], hand=[ORCA])).choose("pc", "Orca")

    assert (duel.wounded(), duel.under("Orca")) == (set(), ["Sword", "Shield"])
    assert duel.zone("discard", ALICE) == ["Orca"]


@pytest.mark.clause("ENE-8.6", "ENE-8.7", "ENE-8.8", "ENE-OP-6")
def test_items_are_transferred_if_legal_and_sacrificed_otherwise():
    axe = item("Axe", 3, classes=["heavy_axeman"])
    axeman, mage = pc("Axeman", class_="heavy_axeman"), pc("Mage", class_="wavemaster")
    greeting = item("Greeting", subtype="helm", text=[{"on": {"happens": "played", "do": [{"draw": 3}]}}])
    duel = lay(Side(pcs=[(axeman, axe, greeting)], hand=[mage])).choose("pc", "Mage").choose("replace", "Axeman")

    assert duel.under("Mage") == ["Greeting"]
    assert sorted(duel.zone("discard", ALICE)) == ["Axe", "Axeman"]
    assert len(duel.zone("hand", ALICE)) == 4
    assert duel.pending == (BOB, "play")


# --- wounds ----------------------------------------------------------------------------------


@pytest.mark.clause("ENE-8.10", "ENE-8.11")
def test_healing_removes_a_wound_and_needs_a_wounded_pc():
    duel = lay(Side(pcs=[ORCA, ELK, MIA], wounded=[ORCA, MIA], hand=[HEAL])).choose("event", "Heal")

    assert duel.answers == {"Orca", "Mia"}
    assert duel.choose("heal", "Mia").wounded() == {"Orca"}


@pytest.mark.clause("ENE-8.11")
def test_healing_without_a_wounded_pc_does_nothing():
    duel = lay(Side(pcs=[ORCA], hand=[HEAL])).choose("event", "Heal")

    assert (duel.events("healed"), duel.pending) == ([], (BOB, "play"))


@pytest.mark.clause("ENE-8.12", "ENE-OP-19")
def test_second_wound_destroys_the_pc_with_all_its_items():
    tough = pc("Tough", 5, tolerance=3)
    bob = Side(pcs=[(tough, SWORD, SHIELD)])
    duel = lay(Side(hand=[event("Twice", {"wound": {}}, {"wound": {}})]), bob).choose("event", "Twice")

    assert duel.zone("party", BOB) == []
    assert sorted(duel.zone("discard", BOB)) == ["Shield", "Sword", "Tough"]


@pytest.mark.clause("ENE-OP-19")
def test_tolerance_does_not_prevent_a_wound_from_a_text():
    duel = lay(Side(hand=[HURT]), Side(pcs=[pc("Tough", tolerance=9)])).choose("event", "Hurt")

    assert duel.wounded() == {"Tough"}


@pytest.mark.clause("ENE-8.13")
def test_wounded_pc_fights_with_full_strength():
    orca = pc("Orca", 7)
    duel = lay(Side(hand=[WOLF]), Side(pcs=[orca], wounded=[orca])).choose("attack", "Wolf").choose("fight")

    assert duel.events("compared") == [("Orca", 7, 5)]


@pytest.mark.clause("ENE-8.10")
def test_wounds_are_public():
    from gameplay.engine.core.views import view_for_seat

    duel = lay(Side(pcs=[ORCA, ELK], wounded=[ORCA]))
    [party] = [
        zone for zone in view_for_seat(duel.game, BOB)["zones"] if (zone["zone"], zone["seat"]) == ("party", ALICE)
    ]

    assert [card.get("wounded", False) for card in party["cards"]] == [True, False]


# --- items -----------------------------------------------------------------------------------


def equip(who: Side, name: str, bearer: str | None = None) -> Duel:
    duel = lay(who).choose("item", name)
    return duel.choose("bearer", bearer) if bearer else duel


@pytest.mark.clause("ENE-9.1")
def test_item_is_put_under_the_chosen_pc():
    duel = equip(Side(pcs=[ORCA, ELK], hand=[SWORD]), "Sword", "Elk")

    assert duel.under("Elk") == ["Sword"]
    assert duel.zone("items", ALICE) == ["Sword"]


@pytest.mark.clause("ENE-9.1")
def test_item_needs_a_bearer_of_your_own():
    assert ("item", "Sword") not in lay(Side(hand=[SWORD]), Side(pcs=[ORCA])).options


@pytest.mark.clause("ENE-9.2", "ENE-1.20")
@pytest.mark.parametrize("class_", sorted(WEIGHTS))
def test_class_and_weight_determine_legal_bearers(class_: str):
    them = Side(
        pcs=[pc("One", class_=class_)], hand=[item("Rod", classes=["wavemaster"]), item("Plate", weights=["heavy"])]
    )

    offered = {card for play, *card in map(tuple, lay(them).options) if play == "item" for card in card}
    assert ("Rod" in offered) == (class_ == "wavemaster")
    assert ("Plate" in offered) == (class_ in ("heavy_blade", "heavy_axeman"))


@pytest.mark.clause("ENE-9.2")
def test_only_legal_bearers_are_offered():
    rod = item("Rod", classes=["wavemaster", "long_arm"])
    them = [pc("Mage", class_="wavemaster"), pc("Blade", class_="twin_blade"), pc("Lance", class_="long_arm")]

    assert lay(Side(pcs=them, hand=[rod])).choose("item", "Rod").answers == {"Mage", "Lance"}


@pytest.mark.clause("ENE-7.4", "ENE-7.5", "ENE-9.3")
def test_second_item_of_a_subtype_replaces_the_first():
    axe = item("Axe", 4, subtype="weapon")
    duel = equip(Side(pcs=[(ORCA, SWORD, SHIELD)], hand=[axe]), "Axe")

    assert duel.under("Orca") == ["Shield", "Axe"]
    assert duel.events("sacrificed") == [(ALICE, "Sword")]
    assert duel.zone("discard", ALICE) == ["Sword"]


@pytest.mark.clause("ENE-7.4", "ENE-1.18")
def test_pc_may_bear_items_of_different_subtypes():
    subtypes = ["weapon", "armor", "helm", "boots"]
    items = [item(subtype, subtype=subtype) for subtype in subtypes]
    duel = equip(Side(pcs=[(ORCA, *items[:3])], hand=[items[3]]), "boots")

    assert duel.under("Orca") == subtypes


def total(bob: Side, variant: Variant = DRAFT) -> int:
    """Return the total of Bob's PC in a fight, without destiny."""
    duel = lay(Side(hand=[WOLF]), bob, variant=variant).choose("attack", "Wolf").choose("fight")
    [(_, ours, _)] = duel.events("compared")
    return int(ours)


@pytest.mark.clause("ENE-9.4", "ENE-16.9")
def test_items_add_their_strength_to_their_bearer():
    assert total(Side(pcs=[(ORCA, SWORD, SHIELD)])) == 5 + 2 + 1


GOBLINS = [item(f"Goblin {subtype}", subtype=subtype, goblin=True) for subtype in ("weapon", "armor", "helm", "boots")]


@pytest.mark.clause("ENE-9.5", "ENE-9.6")
@pytest.mark.parametrize(("borne", "bonus"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2)])
@pytest.mark.parametrize("variant", [FULL, DRAFT])
def test_goblin_bonus_is_1_for_two_items_and_2_for_four(borne: int, bonus: int, variant: Variant):
    assert total(Side(pcs=[(ORCA, *GOBLINS[:borne])]), variant) == 5 + bonus


@pytest.mark.clause("ENE-9.5")
def test_goblin_items_of_two_pcs_are_not_counted_together():
    bob = Side(pcs=[(ORCA, GOBLINS[0]), (ELK, GOBLINS[1])])
    duel = lay(Side(hand=[WOLF]), bob).choose("attack", "Wolf").choose("fight").choose("pair", "Orca", "Wolf")

    assert duel.events("compared") == [("Orca", 5, 5)]


def test_sample_game_has_no_goblin_bonus():
    assert total(Side(pcs=[(ORCA, *GOBLINS)]), SAMPLE) == 5


@pytest.mark.clause("ENE-10.2")
def test_action_cannot_be_played_from_the_hand():
    trick = action("Trick", {"draw": 1}, moment="play")

    assert [option for option in lay(Side(hand=[trick])).options if "Trick" in option] == [("hide", "Trick")]
