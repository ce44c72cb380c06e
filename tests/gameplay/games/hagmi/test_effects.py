"""Effects of all verbs."""

from dataclasses import replace
from typing import Any

import pytest

from gameplay.games.hagmi.variants import MULTIPLAYER, TACTICS
from tests.gameplay.games.hagmi.cards import SCRAP, SCRATCH, damage, facility, order, secret, weapon
from tests.gameplay.games.hagmi.duel import ALICE, BOB, CAROL, Duel, Side, lay

GUN = weapon("Gun", 2, 4, kin="vehicle")
JEEP = weapon("Jeep", 1, 3, kin="infantry")
HUT = facility("Hut", armour=2)
A, B = order("A", cost=9), order("B", cost=9)


def perform(effect: dict[str, Any], alice: Side | None = None, bob: Side | None = None, **options: Any) -> Duel:
    """Alice plays an order with these effects, her first card."""
    alice = alice or Side()
    alice.hand = [order("Order", effect), *alice.hand]
    return lay(alice, bob or Side(), **options).choose("play", "Order")


def test_draw_takes_cards_from_the_chosen_deck():
    duel = perform({"draw": 2})
    assert duel.options == [("from_weapons",), ("from_operations",)]

    assert duel.choose("from_operations").events("drew") == [(ALICE, "Scrap")] * 2
    assert perform({"draw": {"deck": "weapon"}}).events("drew") == [(ALICE, "Hulk")]


def test_damage_destroys_the_chosen_unit():
    duel = perform({"damage": 3}, Side(units=[GUN]), Side(units=[GUN, JEEP], facilities=[HUT]))
    assert duel.options == [("pick", "Gun"), ("pick", "Jeep")]

    assert duel.choose("pick", "Jeep").events("destroyed") == [("Jeep",)]
    every = perform({"damage": {"amount": 3, "what": {"every": True}}}, Side(units=[GUN]), Side(units=[GUN, JEEP]))
    assert every.hurt() == {"Gun": 3}
    assert every.events("damaged") == [("Gun", 3), ("Gun", 3), ("Jeep", 3)]


def test_hit_affects_one_opponent_all_opponents_or_all_players_but_no_defeated_ones():
    sides = [Side(), Side(), Side(), Side(damage=(), defeated=True)]
    one = lay(Side(hand=[order("Order", {"hit": 1})]), *sides[1:], variant=MULTIPLAYER).choose("play", "Order")
    assert one.options == [("pick_player", BOB), ("pick_player", CAROL)]
    assert one.choose("pick_player", CAROL).events("hit") == [(CAROL, 1)]

    for who, hit in (("opponents", [BOB, CAROL]), ("each", [ALICE, BOB, CAROL]), ("you", [ALICE])):
        card = order("Order", {"hit": {"amount": 1, "who": who}})
        duel = lay(Side(hand=[card]), *sides[1:], variant=MULTIPLAYER).choose("play", "Order")
        assert [seat for seat, _ in duel.events("hit")] == hit


def test_destroy_discards_the_fuel():
    duel = perform({"destroy": {}}, bob=Side(units=[(GUN, A)])).choose("as_they_lie")

    assert (duel.events("destroyed"), duel.zone("discard", BOB)) == ([("Gun",)], ["Gun", "A"])


def test_return_moves_the_unit_to_hand_and_discards_its_fuel():
    duel = perform({"return": {}}, bob=Side(units=[(GUN, A)], hurt={"Gun": 1}))

    assert (duel.zone("hand", BOB), duel.zone("discard", BOB), duel.hurt()) == (["Gun"], ["A"], {})


def test_repair_removes_the_damage_of_one_card():
    duel = perform({"repair": {"what": {"whose": "yours", "damaged": True}}}, Side(units=[GUN, JEEP], hurt={"Gun": 1}))

    assert (duel.hurt(), duel.events("mended")) == ({}, [("Gun",)])


def test_boost_lasts_for_the_turn_and_less_armour_may_destroy():
    duel = perform(
        {"boost": {"armour": -2}} | {"boost": {"armour": -2, "what": {}}}, bob=Side(units=[GUN], hurt={"Gun": 2})
    )

    assert duel.events("destroyed") == [("Gun",)]
    strong = perform({"boost": {"firepower": 3, "what": {"whose": "yours"}}}, Side(units=[(GUN, 1)])).to("main")
    assert strong.choose("pass").choose("attack", "Gun").events("hit") == [(BOB, 5)]


@pytest.mark.clause("HAG-3.2.3")
def test_a_unit_that_is_down_neither_attacks_nor_defends():
    duel = perform({"afflict": "down"}, Side(units=[(GUN, 1)]), Side(units=[(JEEP, 2)]))
    assert list(duel.table.ailments.values()) == [("down",)]

    duel.choose("pass").choose("attack", "Gun").choose("aim", "Jeep")
    assert duel.events("countered") == []
    assert duel.hurt() == {"Jeep": 2}
    mine = lay(Side(units=[(GUN, 1)], ailing={"Gun": "down"}), step="battle")
    assert mine.events("declared") == []
    assert mine.table.step != "battle"


def test_a_jammed_unit_has_no_skills_and_the_armour_they_lent_is_gone():
    thick = weapon("Thick", 1, 1, skills=[{"bonus": {"armour": 5}}, {"skill": {"once": True, "do": [{"hit": 1}]}}])
    duel = perform({"afflict": "jammed"}, bob=Side(units=[thick], hurt={"Thick": 2}))

    assert duel.events("destroyed") == [("Thick",)]
    mine = lay(Side(units=[thick], ailing={"Thick": "jammed"}))
    assert mine.options == [("pass",)]


def test_ready_lets_a_unit_attack_again():
    again = order("Again", {"ready": {"what": {"whose": "yours"}}})
    horn = weapon("Horn", 1, 9, skills=[{"on": {"happens": "hits", "do": [{"ready": {}}]}}])
    duel = lay(Side(units=[(horn, 2)]), step="battle").choose("attack", "Horn").choose("keep", "Scratch")

    assert duel.options == [("attack", "Horn"), ("pass",)]
    assert lay(Side(units=[GUN], hand=[again])).choose("play", "Again").events("readied") == []


@pytest.mark.parametrize(
    ("source", "fuel"),
    [("discard", ["B", "A"]), ("hand", ["A", "B"]), ("weapon", ["Hulk"] * 2), ("operation", ["Scrap"] * 2)],
)  # fmt: skip
def test_supply_puts_cards_of_its_source_under_a_unit(source: str, fuel: list[str]):
    place = {"discard": {"discard": [A, B]}, "hand": {"hand": [A, B]}}.get(source, {})
    duel = perform({"supply": {"count": 2, "source": source, "what": {"whose": "yours"}}}, Side(units=[GUN], **place))  # type: ignore[arg-type]
    if source == "hand":
        duel.choose("pick", "A")

    assert duel.fuel("Gun") == fuel
    assert duel.events("supplied") == [(ALICE, "Gun", 2)]


def test_supply_does_nothing_for_a_cut_off_unit_or_from_an_empty_source():
    cut = Side(units=[GUN], ailing={"Gun": "cut_off"}, discard=[A])
    assert perform({"supply": {"count": 1, "what": {"whose": "yours"}}}, cut).fuel("Gun") == []
    bare = perform({"supply": {"count": 1, "what": {"whose": "yours"}}}, Side(units=[GUN]))
    assert (bare.fuel("Gun"), bare.events("supplied")) == ([], [])


def test_drain_lets_the_controller_choose_the_fuel():
    duel = perform({"drain": 1}, bob=Side(units=[(GUN, A, B)]))
    assert (duel.asked, duel.options) == ((BOB, "burn"), [("burn", "A"), ("burn", "B")])

    assert duel.choose("burn", "B").zone("discard", BOB) == ["B"]
    assert perform({"drain": 9}, bob=Side(units=[(GUN, A)])).fuel("Gun") == []


def test_the_player_who_discards_chooses_the_cards():
    duel = perform({"discard": {"count": 2}}, bob=Side(hand=[A, B, SCRAP]))
    assert duel.asked == (BOB, "pick_for")
    duel.choose("pick", "B").choose("pick", "A").choose("as_they_lie")

    assert (duel.zone("discard", BOB), duel.zone("hand", BOB)) == (["B", "A"], ["Scrap"])


def test_recover_returns_cards_of_one_type_to_hand():
    duel = perform({"recover": {"type": "weapon", "count": 2}}, Side(discard=[GUN, A, JEEP])).choose("pick", "Jeep")

    assert (duel.zone("hand", ALICE), duel.zone("discard", ALICE)) == (["Jeep", "Gun"], ["A", "Order"])


PLAN = secret("Plan")


@pytest.mark.parametrize(
    ("effect", "alice", "bob", "asked"),
    [
        ({"discard": 1}, Side(), Side(hand=[A, A]), BOB),
        ({"unveil": True}, Side(secrets=[PLAN, PLAN]), Side(), ALICE),
    ],
)
def test_questions_do_not_reveal_copies_in_hand(effect: dict[str, Any], alice: Side, bob: Side, asked: int):
    """A choice between two copies is asked, because not asking would reveal that they are copies."""
    alice.hand = [order("Order", effect)]
    game = lay(alice, bob).game
    assert game.ask is not None
    game.choose(game.ask.options[0])

    assert (game.ask.seat, game.ask.about[0], len(game.ask.options)) == (asked, "pick_for", 2)


def test_copies_of_a_visible_card_are_not_asked_about():
    assert perform({"recover": "weapon"}, Side(discard=[GUN, GUN])).events("recovered") == [(ALICE, "Gun")]


def test_an_empty_deck_is_reshuffled_if_the_switch_says_so():
    again = replace(TACTICS, reshuffle_main_decks=True)
    duel = perform({"draw": {"count": 2, "deck": "operation"}}, Side(discard=[B, GUN], blanks=0), variant=again)

    assert (duel.events("reshuffled"), duel.events("drew")) == ([(ALICE, "operation")], [(ALICE, "B")])
    assert duel.zone("discard", ALICE) == ["Gun", "Order"]
    either = perform({"draw": 1}, Side(discard=[B], blanks=0), variant=again).choose("from_operations")
    assert either.events("reshuffled") == [(ALICE, "operation")]


def test_mend_shuffles_own_damage_cards_into_the_damage_deck():
    duel = perform({"mend": 2}, Side(discard=[SCRATCH, A]))

    assert (duel.table.scores()[ALICE], duel.zone("discard", ALICE)) == (6, ["A", "Order"])


@pytest.mark.clause("HAG-1.5")
def test_a_secret_plan_is_used_only_if_a_card_says_so():
    plan, works = secret("Plan", {"hit": 1}), secret("Works", stays=True)
    assert lay(Side(secrets=[plan], hand=[A])).options == [("pass",)]
    duel = perform({"unveil": True}, Side(secrets=[plan, works])).choose("pick", "Works")
    assert (duel.zone("facilities", ALICE), duel.zone("secrets", ALICE)) == (["Works"], ["Plan"])

    struck = perform({"unveil": True}, Side(secrets=[plan])).choose("keep", "Scratch")
    assert (struck.events("unveiled"), struck.zone("discard", ALICE)) == ([(ALICE, "Plan")], ["Plan", "Order"])


def test_may_either_if_and_roll():
    assert perform({"may": [{"logistics": 1}]}).choose("no").events("rolled") == []
    assert len(perform({"may": [{"logistics": 1}]}).choose("yes").events("rolled")) == 1
    either = {"either": {"one": [{"logistics": 1}], "other": [{"hit": 1}]}}
    assert perform(either).choose("either", "Order", 2).events("hit") == [(BOB, 1)]
    roll = {"roll": {"low": [{"draw": {"deck": "weapon"}}], "high": [{"draw": {"deck": "operation"}}]}}
    assert [perform(roll, dice=[die]).events("drew")[0][1] for die in (3, 4)] == ["Hulk", "Scrap"]


@pytest.mark.parametrize(
    ("when", "holds", "fails"),
    [
        ({"outnumbered": True}, Side(), Side(units=[GUN, GUN, JEEP])),
        ({"damage_left": 2}, Side(damage=[SCRATCH] * 2), Side(damage=[SCRATCH] * 3)),
        ({"hand": 0}, Side(), Side(hand=[A])),
        ({"have": {"kin": "vehicle", "whose": "yours"}, "count": 2}, Side(units=[GUN, GUN]), Side(units=[GUN, JEEP])),
    ],
)
def test_a_condition_holds_or_not(when: dict[str, Any], holds: Side, fails: Side):
    effect = {"if": {"when": when, "do": [{"logistics": 1}]}}
    both = [perform(effect, side, Side(units=[JEEP, JEEP])) for side in (holds, fails)]

    assert [len(duel.events("rolled")) for duel in both] == [1, 0]


def test_bonuses_and_auras_work_while_their_card_is_in_play():
    camp = facility("Camp", {"aura": {"to": {"whose": "yours", "kin": "vehicle"}, "firepower": 2}})
    fuelled = weapon("Fuelled", 1, 5, kin="machine", skills=[{"bonus": {"firepower": 3, "when": {"fuel": 2}}}])
    duel = lay(
        Side(units=[(GUN, 1), (JEEP, 1), (fuelled, 3)], facilities=[camp]), Side(damage=[SCRATCH] * 20), step="battle"
    )
    for name in ("Gun", "Jeep", "Fuelled"):
        duel.choose("attack", name).to("battle" if name != "Fuelled" else "main2")

    assert duel.events("hit") == [(BOB, 4), (BOB, 1), (BOB, 4)]


def test_an_aura_can_affect_damaged_units_only():
    camp = facility("Camp", {"aura": {"to": {"damaged": True}, "firepower": 2}})
    side = Side(units=[(GUN, 1), (JEEP, 1)], facilities=[camp], hurt={"Gun": 1})
    duel = lay(side, Side(damage=[SCRATCH] * 20), step="battle")
    duel.choose("attack", "Gun").to("battle").choose("attack", "Jeep").to("main2")

    assert duel.events("hit") == [(BOB, 4), (BOB, 1)]


def test_a_unit_is_destroyed_after_the_card_that_gave_it_armour():
    dock = facility("Dock", {"aura": {"to": {"whose": "yours"}, "armour": 3}}, armour=2)
    duel = perform({"damage": {"amount": 3, "what": {"kind": "facility", "whose": "theirs"}}}, bob=Side(
        units=[JEEP], facilities=[dock], hurt={"Jeep": 4}))  # fmt: skip

    assert duel.events("destroyed") == [("Dock",), ("Jeep",)]


@pytest.mark.clause("HAG-7.1.5")
@pytest.mark.parametrize("removal", ["destroy", "return"])
def test_a_unit_is_destroyed_however_the_card_that_gave_it_armour_leaves(removal: str):
    """The damage equals the remaining armour, so the unit is destroyed before the text continues."""
    dock = facility("Dock", {"aura": {"to": {"whose": "yours"}, "armour": 3}})
    side = Side(units=[JEEP, GUN], facilities=[dock], hurt={"Jeep": 4, "Gun": 1})
    repair = {"repair": {"what": {"every": True}}}
    text = order("Text", {removal: {"what": {"kind": "facility", "whose": "theirs"}}}, repair)
    duel = lay(Side(hand=[text]), side).choose("play", "Text")

    assert duel.events("destroyed")[-1] == ("Jeep",)
    assert duel.zone("units", BOB) == ["Gun"]
    assert duel.asked == (ALICE, "main")


@pytest.mark.clause("HAG-7.1.5")
def test_a_unit_is_destroyed_when_the_condition_of_its_armour_ends():
    brave = weapon("Brave", 1, 2, skills=[{"bonus": {"armour": 2, "when": {"outnumbered": True}}}])
    duel = lay(Side(units=[brave], hand=[GUN], hurt={"Brave": 3}), Side(units=[JEEP, JEEP])).choose("produce", "Gun")

    assert duel.events("destroyed") == [("Brave",)]
    assert duel.zone("units", ALICE) == ["Gun"]


@pytest.mark.clause("HAG-7.1.5", "HAG-7.5.2")
def test_a_unit_whose_armour_was_its_fuel_is_destroyed_when_it_pays():
    tank = weapon("Tank", 1, 2, skills=[{"bonus": {"armour": 2, "when": {"fuel": 1}}}])
    duel = lay(Side(units=[(tank, 1)], hurt={"Tank": 3}), Side(), step="battle").choose("attack", "Tank").to("main")

    assert duel.order("declared", "burnt", "destroyed", "aimed_at_player", "hit") == ["declared", "burnt", "destroyed"]


def test_a_skill_of_a_destroyed_card_resolves_after_the_card_has_left():
    mine = weapon("Mine", 1, 1, skills=[{"on": {"happens": "destroyed", "do": [{"damage": 1}]}}])
    duel = perform({"damage": 3}, Side(units=[GUN]), Side(units=[mine]))

    assert (duel.events("triggered"), duel.hurt()) == ([("Mine",)], {"Gun": 1})


def test_damage_to_a_player_triggers_all_cards_that_wait_for_it():
    bell = weapon("Bell", skills=[{"on": {"happens": "you_are_hit", "do": [{"logistics": 1}]}}])
    duel = perform({"hit": {"amount": 1, "who": "you"}}, Side(units=[bell] * 4)).choose("keep", "Scratch").to("main")

    assert duel.events("rolled") == [(ALICE, 1)] * 4


def test_damage_to_a_player_triggers_after_the_damage_cards():
    bell = facility("Bell", {"on": {"happens": "you_are_hit", "do": [{"logistics": 1}]}})
    duel = perform({"hit": 1}, bob=Side(facilities=[bell], damage=[damage("Leak")])).choose("keep", "Leak")

    assert duel.events("rolled") == [(BOB, 1)]
