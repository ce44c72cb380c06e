import pytest

from gameplay.games.enemy import RULESET
from gameplay.games.enemy.terms import Card
from gameplay.games.enemy.variants import SAMPLE
from tests.gameplay.games.enemy.cards import BLANK, action, card, event, monster, printed
from tests.gameplay.games.enemy.duel import ALICE, Duel, Side, lay

WOODY = card("Woody", "grunty", feed={"what": {"element": "wood"}}, size=2, do=[{"draw": 2}])
LEAF = monster("Leaf", vp=0, element="wood", storable=True)
STONE = monster("Stone", vp=0, element="earth", storable=True)
WIN = monster("Win", element="wood", vp=1)


def fed(size: int, *hand: Card) -> Duel:
    return lay(Side(grunties=[(WOODY, *[BLANK] * size)], hand=hand))


@pytest.mark.clause("ENE-2.7", "ENE-6.3", "ENE-OP-9")
def test_playing_a_grunty_is_a_play_and_its_size_is_zero():
    duel = lay(Side(hand=[WOODY])).choose("grunty", "Woody")

    assert (duel.zone("grunties", ALICE), duel.events("played")) == (["Woody"], [(ALICE, "Woody")])
    assert ("Woody" in duel.zone("hand", ALICE), duel.under("Woody")) == (False, [])
    assert duel.table.turn == 2


@pytest.mark.clause("ENE-OP-9")
def test_number_of_grunties_is_unlimited():
    duel = lay(Side(grunties=[WOODY] * 4, hand=[WOODY])).choose("grunty", "Woody")

    assert len(duel.zone("grunties", ALICE)) == 5


@pytest.mark.clause("ENE-11.4", "ENE-11.8")
def test_grunty_is_fed_when_its_condition_is_met_without_a_play():
    duel = fed(0, LEAF, STONE).choose("store", "Leaf")

    assert duel.pending == (ALICE, "feed")
    duel.choose("feed", "Stone")
    assert (duel.under("Woody"), duel.events("fed")) == (["Stone"], [(ALICE, "Woody", 1)])
    assert duel.table.turn == 2


@pytest.mark.clause("ENE-11.4")
def test_feeding_may_be_declined():
    duel = fed(0, LEAF, STONE).choose("store", "Leaf").choose("pass")

    assert duel.under("Woody") == []


@pytest.mark.clause("ENE-11.4")
def test_grunty_is_not_fed_without_its_condition():
    assert fed(0, LEAF, STONE).choose("store", "Stone").table.turn == 2


@pytest.mark.clause("ENE-11.4")
def test_hiding_a_matching_card_does_not_meet_the_condition():
    assert fed(0, LEAF).choose("hide", "Leaf").table.turn == 2


@pytest.mark.clause("ENE-11.8")
def test_grunty_is_not_fed_when_it_is_played_itself():
    glutton = card("Glutton", "grunty", feed={"what": {}}, do=[{"draw": 1}])

    assert lay(Side(hand=[glutton])).choose("grunty", "Glutton").table.turn == 2
    assert lay(Side(grunties=[glutton], hand=[LEAF])).choose("store", "Leaf").pending == (ALICE, "feed")


@pytest.mark.clause("ENE-11.8", "ENE-OP-9")
def test_each_grunty_with_the_condition_is_fed():
    duel = lay(Side(grunties=[WOODY, WOODY], hand=[LEAF, STONE])).choose("store", "Leaf")

    duel.choose("feed", "Stone").choose("feed", "Blank")
    assert duel.under("Woody") == ["Stone", "Blank"]


@pytest.mark.clause("ENE-11.5", "ENE-OP-9")
def test_grunty_of_size_five_is_not_fed():
    assert fed(4, LEAF).choose("store", "Leaf").pending == (ALICE, "feed")
    assert fed(5, LEAF).choose("store", "Leaf").table.turn == 2


@pytest.mark.clause("ENE-11.6")
@pytest.mark.parametrize(("size", "usable"), [(1, False), (2, True), (3, True)])
def test_grunty_effect_needs_its_size(size: int, usable: bool):
    assert (("use", "Woody") in fed(size).options) is usable


@pytest.mark.clause("ENE-6.3", "ENE-11.7")
def test_using_a_grunty_is_a_play():
    duel = fed(2).choose("use", "Woody")

    assert len(duel.zone("hand", ALICE)) == 7
    assert (duel.zone("grunties", ALICE), duel.table.turn) == (["Woody"], 2)


@pytest.mark.clause("ENE-OP-9", "ENE-2.5")
def test_food_of_a_grunty_that_leaves_play_is_discarded():
    axe = event("Axe", {"destroy": {"what": {"type": "grunty"}}})
    duel = lay(Side(grunties=[(WOODY, LEAF, STONE)], hand=[axe])).choose("event", "Axe")

    assert sorted(duel.zone("discard", ALICE)) == ["Axe", "Leaf", "Stone", "Woody"]


@pytest.mark.clause("ENE-7.8")
def test_food_does_not_block_unique_monsters_and_cannot_be_spotted():
    dragon = monster("Dragon", unique=True)
    hunter = monster("Hunter", requires=[{"spot": {"what": {"name": "Dragon"}}}])
    duel = lay(Side(grunties=[(WOODY, dragon)], hand=[dragon, hunter]))

    assert ("attack", "Dragon") in duel.options
    assert ("attack", "Hunter") not in duel.options


@pytest.mark.clause("ENE-13.2")
def test_grunty_can_be_spotted():
    rider = monster("Rider", requires=[{"spot": {"what": {"type": "grunty"}}}])

    assert ("attack", "Rider") in lay(Side(grunties=[WOODY], hand=[rider])).options
    assert ("attack", "Rider") not in lay(Side(hand=[rider])).options


def test_grunty_can_be_fed_when_its_player_scores():
    happy = card("Happy", "grunty", feed={"what": {"type": "monster"}, "when": "scored"}, do=[{"draw": 1}])
    duel = lay(Side(grunties=[happy], hand=[WIN])).choose("attack", "Win")

    assert duel.pending == (ALICE, "feed")


def test_grunty_text_has_its_feed_condition_and_effect():
    words = dict(
        RULESET.describe(printed("W", "grunty", feed={"what": {"element": "wood"}}, do=[{"draw": 2}]), "en")[1]
    )

    assert words == {"Feed": "When you play a {wood} card.", "Use": "At size 1 or more, draw 2 cards."}


@pytest.mark.clause("ENE-1.9")
def test_sample_game_has_no_grunties():
    assert "grunty" not in SAMPLE.types


def test_action_flipped_in_the_play_step_feeds_no_grunty():
    trick = action("Trick", {"draw": 1}, moment="play", element="wood")
    duel = lay(Side(grunties=[WOODY], hidden=[trick])).choose("flip", "Trick")

    assert duel.pending == (ALICE, "play")
