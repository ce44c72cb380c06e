"""The order of a turn, and its Start phase (HAG-3)."""

from dataclasses import replace

import pytest

from gameplay.games.hagmi.variants import SURVIVAL, TACTICS
from tests.gameplay.games.hagmi.cards import SCRAP, facility, order, weapon
from tests.gameplay.games.hagmi.duel import ALICE, BOB, Duel, Side, lay

TANK = weapon("Tank", 1, 5)
BELL = facility("Bell", {"on": {"happens": "standby", "do": [{"logistics": 1}]}})
DRUM = facility("Drum", {"on": {"happens": "each_standby", "do": [{"hit": {"amount": 1, "who": "opponent"}}]}})


def drawn(*dice: int, side: Side | None = None) -> tuple[int, int]:
    """Return the numbers of weapons and operations that Alice draws in her draw step with these dice."""
    duel = lay(side or Side(), step="draw", dice=dice)
    hand = [duel.table.cards[card].back for card in duel.table.hand[ALICE]]
    return hand.count("weapon"), hand.count("operation")


@pytest.mark.clause("HAG-3.1.1", "HAG-3.1.2", "HAG-9.4.2", "HAG-5.1.1")
def test_a_turn_goes_through_its_five_phases_and_then_to_the_next_player():
    duel = lay(Side(units=[(TANK, 2)], hand=[SCRAP]), step="standby", dice=(1, 4))
    steps = [(duel.table.step, duel.asked)]
    for answer in (("pass",), ("attack", "Tank")):
        duel.choose(*answer)
        steps.append((duel.table.step, duel.asked))
    duel.to("main2").choose("pass")
    steps.append((duel.table.step, duel.asked))

    assert steps == [
        ("main", (ALICE, "main")),
        ("battle", (ALICE, "battle")),
        ("battle", (BOB, "damage_cards")),
        ("end", (ALICE, "supply_hand")),
    ]
    duel.to("main")
    assert (duel.table.active, duel.table.turn) == (BOB, 2)


@pytest.mark.clause("HAG-3.1.3", "HAG-3.2.1", "HAG-OP-3", "HAG-3.2.5")
def test_the_standby_step_comes_before_the_draw_step_and_its_skills_before_the_ailments_go():
    siren = facility("Siren", {"on": {"happens": "standby", "do": [{"afflict": {"ailment": "down", "what": {}}}]}})
    duel = lay(Side(units=[TANK], facilities=[siren]), step="standby", dice=(1, 4))

    assert duel.order("triggered", "afflicted", "recovered_from", "rolled") == [
        "triggered",
        "afflicted",
        "recovered_from",
        "rolled",
        "rolled",
    ]


@pytest.mark.clause("HAG-3.2.2")
def test_the_turn_player_orders_all_simultaneous_skills():
    duel = lay(Side(facilities=[BELL]), Side(facilities=[DRUM]), step="standby")

    assert (duel.asked, set(duel.options)) == ((ALICE, "process_next"), {("process", "Bell"), ("process", "Drum")})
    duel.choose("process", "Drum")
    assert duel.events("hit") == [(ALICE, 1)]
    assert duel.order("hit", "rolled")[0] == "hit"


@pytest.mark.clause("HAG-3.2.3", "HAG-3.2.4")
def test_ailments_end_for_cards_of_the_turn_player_only():
    duel = lay(
        Side(units=[TANK], ailing={"Tank": "down"}), Side(units=[TANK], ailing={"Tank": "jammed"}), step="standby"
    )

    assert list(duel.table.ailments.values()) == [("jammed",)]
    assert list(duel.table.ailments) == duel.table.units[BOB]


@pytest.mark.clause("HAG-3.3.1", "HAG-3.3.3")
@pytest.mark.parametrize("began", [False, True])
def test_every_draw_step_has_logistics_two_also_the_first_with_brought_decks(began: bool):
    duel = lay(Side(began=began), step="draw", dice=(1, 4))

    assert duel.events("rolled") == [(ALICE, 1), (ALICE, 4)]


@pytest.mark.clause("HAG-3.3.2")
def test_with_common_decks_the_first_turn_draws_one_card_of_each_deck():
    first = lay(Side(began=False), variant=SURVIVAL, step="draw")
    later = lay(Side(), variant=SURVIVAL, step="draw")

    assert (first.events("rolled"), len(first.events("drew"))) == ([], 2)
    assert {first.table.cards[card].back for card in first.table.hand[ALICE]} == {"weapon", "operation"}
    assert len(later.events("rolled")) == 2


@pytest.mark.clause("HAG-3.4.1", "HAG-3.4.2", "HAG-3.4.3")
@pytest.mark.parametrize(("die", "weapons"), [(1, 0), (2, 0), (3, 0), (4, 1), (5, 1), (6, 1)])
def test_each_die_draws_a_card_of_the_deck_it_names(die: int, weapons: int):
    other = 1 if die > 3 else 4
    assert drawn(die, other) == (1, 1)
    duel = lay(Side(hand=[order("Call", {"logistics": 1})]), dice=[die]).choose("play", "Call")
    assert [duel.table.cards[card].back for card in duel.table.hand[ALICE]] == ["weapon" if weapons else "operation"]


@pytest.mark.clause("HAG-3.4.4")
@pytest.mark.parametrize(("die", "cards"), [(2, (0, 3)), (5, (3, 0))])
def test_equal_dice_draw_one_card_more_of_their_deck(die: int, cards: tuple[int, int]):
    assert drawn(die, die) == cards


@pytest.mark.clause("HAG-3.4.5")
def test_different_dice_of_one_deck_draw_no_extra_card():
    assert drawn(1, 3) == (0, 2)


def logistics(number: int, *dice: int) -> Duel:
    return lay(Side(hand=[order("Call", {"logistics": number})]), dice=dice).choose("play", "Call")


@pytest.mark.clause("HAG-3.4.6", "HAG-3.4.7")
def test_of_three_dice_all_must_be_equal_and_the_extra_is_one_card():
    assert len(logistics(3, 2, 2, 4).events("drew")) == 3
    assert len(logistics(3, 2, 2, 2).events("drew")) == 4
    assert len(logistics(4, 6, 6, 6, 6).events("drew")) == 5


@pytest.mark.clause("HAG-3.4.8")
def test_a_single_die_never_draws_an_extra_card():
    assert len(logistics(1, 2).events("drew")) == 1


@pytest.mark.clause("HAG-3.4.9")
def test_effects_change_the_number_of_dice():
    depot, mire = facility("Depot", {"convoy": {"dice": 1}}), facility("Mire", {"convoy": {"dice": -3}})

    assert drawn(1, 2, 4, side=Side(facilities=[depot])) == (1, 2)
    assert drawn(1, 2, side=Side(facilities=[mire])) == (0, 0)


@pytest.mark.clause("HAG-3.4.10", "HAG-OP-4")
def test_drawing_from_an_empty_deck_does_nothing():
    duel = lay(Side(blanks=0, discard=[SCRAP]), step="draw", dice=(1, 4))

    assert (duel.events("drew"), duel.game.is_over, duel.zone("discard", ALICE)) == ([], False, ["Scrap"])
    assert TACTICS.reshuffle_main_decks is False


@pytest.mark.clause("HAG-OP-4")
def test_with_the_switch_an_empty_deck_is_reshuffled():
    variant = replace(TACTICS, reshuffle_main_decks=True)
    duel = lay(Side(blanks=0, discard=[SCRAP, TANK]), variant=variant, step="draw", dice=(1, 2))

    assert duel.events("drew") == [(ALICE, "Scrap")]
    assert duel.zone("discard", ALICE) == ["Tank"]
