"""Every verb: what it does."""

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


def done(effect: dict[str, Any], alice: Side | None = None, bob: Side | None = None, **options: Any) -> Duel:
    """Alice plays an order that says this; the order is her first card."""
    alice = alice or Side()
    alice.hand = [order("Order", effect), *alice.hand]
    return lay(alice, bob or Side(), **options).choose("play", "Order")


def test_draw_from_the_deck_that_is_chosen():
    duel = done({"draw": 2})
    assert duel.options == [("from_weapons",), ("from_operations",)]

    assert duel.choose("from_operations").told("drew") == [(ALICE, "Scrap")] * 2
    assert done({"draw": {"deck": "weapon"}}).told("drew") == [(ALICE, "Hulk")]


def test_damage_destroys_what_is_chosen():
    duel = done({"damage": 3}, Side(units=[GUN]), Side(units=[GUN, JEEP], facilities=[HUT]))
    assert duel.options == [("pick", "Gun"), ("pick", "Jeep")]

    assert duel.choose("pick", "Jeep").told("destroyed") == [("Jeep",)]
    every = done({"damage": {"amount": 3, "what": {"every": True}}}, Side(units=[GUN]), Side(units=[GUN, JEEP]))
    assert every.hurt() == {"Gun": 3}
    assert every.told("damaged") == [("Gun", 3), ("Gun", 3), ("Jeep", 3)]


def test_hit_reaches_one_opponent_all_or_everybody_but_nobody_who_is_defeated():
    sides = [Side(), Side(), Side(), Side(damage=(), defeated=True)]
    one = lay(Side(hand=[order("Order", {"hit": 1})]), *sides[1:], variant=MULTIPLAYER).choose("play", "Order")
    assert one.options == [("pick_player", BOB), ("pick_player", CAROL)]
    assert one.choose("pick_player", CAROL).told("hit") == [(CAROL, 1)]

    for who, hit in (("opponents", [BOB, CAROL]), ("each", [ALICE, BOB, CAROL]), ("you", [ALICE])):
        card = order("Order", {"hit": {"amount": 1, "who": who}})
        duel = lay(Side(hand=[card]), *sides[1:], variant=MULTIPLAYER).choose("play", "Order")
        assert [seat for seat, _ in duel.told("hit")] == hit


def test_destroy_takes_the_fuel_along():
    duel = done({"destroy": {}}, bob=Side(units=[(GUN, A)])).choose("as_they_lie")

    assert (duel.told("destroyed"), duel.zone("discard", BOB)) == ([("Gun",)], ["Gun", "A"])


def test_return_gives_the_unit_back_and_discards_its_fuel():
    duel = done({"return": {}}, bob=Side(units=[(GUN, A)], hurt={"Gun": 1}))

    assert (duel.zone("hand", BOB), duel.zone("discard", BOB), duel.hurt()) == (["Gun"], ["A"], {})


def test_repair_takes_the_damage_of_one_card():
    duel = done({"repair": {"what": {"whose": "yours", "damaged": True}}}, Side(units=[GUN, JEEP], hurt={"Gun": 1}))

    assert (duel.hurt(), duel.told("mended")) == ({}, [("Gun",)])


def test_boost_lasts_for_the_turn_and_less_armour_may_destroy():
    duel = done(
        {"boost": {"armour": -2}} | {"boost": {"armour": -2, "what": {}}}, bob=Side(units=[GUN], hurt={"Gun": 2})
    )

    assert duel.told("destroyed") == [("Gun",)]
    strong = done({"boost": {"firepower": 3, "what": {"whose": "yours"}}}, Side(units=[(GUN, 1)])).to("main")
    assert strong.choose("pass").choose("attack", "Gun").told("hit") == [(BOB, 5)]


@pytest.mark.clause("HAG-3.2.3")
def test_a_unit_that_is_down_neither_attacks_nor_defends():
    duel = done({"afflict": "down"}, Side(units=[(GUN, 1)]), Side(units=[(JEEP, 2)]))
    assert list(duel.table.ailments.values()) == [("down",)]

    duel.choose("pass").choose("attack", "Gun").choose("aim", "Jeep")
    assert duel.told("countered") == []
    assert duel.hurt() == {"Jeep": 2}
    mine = lay(Side(units=[(GUN, 1)], ailing={"Gun": "down"}), step="battle")
    assert mine.told("declared") == []
    assert mine.table.step != "battle"


def test_a_jammed_unit_has_no_skills_and_the_armour_they_lent_is_gone():
    thick = weapon("Thick", 1, 1, skills=[{"bonus": {"armour": 5}}, {"skill": {"once": True, "do": [{"hit": 1}]}}])
    duel = done({"afflict": "jammed"}, bob=Side(units=[thick], hurt={"Thick": 2}))

    assert duel.told("destroyed") == [("Thick",)]
    mine = lay(Side(units=[thick], ailing={"Thick": "jammed"}))
    assert mine.options == [("pass",)]


def test_ready_lets_a_unit_attack_again():
    again = order("Again", {"ready": {"what": {"whose": "yours"}}})
    horn = weapon("Horn", 1, 9, skills=[{"on": {"happens": "hits", "do": [{"ready": {}}]}}])
    duel = lay(Side(units=[(horn, 2)]), step="battle").choose("attack", "Horn").choose("keep", "Scratch")

    assert duel.options == [("attack", "Horn"), ("pass",)]
    assert lay(Side(units=[GUN], hand=[again])).choose("play", "Again").told("readied") == []


@pytest.mark.parametrize(
    ("source", "fuel"), [("discard", ["B", "A"]), ("hand", ["A", "B"]), ("weapon", ["Hulk"] * 2), ("operation", ["Scrap"] * 2)]
)  # fmt: skip
def test_supply_puts_cards_of_its_source_under_a_unit(source: str, fuel: list[str]):
    place = {"discard": {"discard": [A, B]}, "hand": {"hand": [A, B]}}.get(source, {})
    duel = done({"supply": {"count": 2, "source": source, "what": {"whose": "yours"}}}, Side(units=[GUN], **place))  # type: ignore[arg-type]
    if source == "hand":
        duel.choose("pick", "A")

    assert duel.fuel("Gun") == fuel
    assert duel.told("supplied") == [(ALICE, "Gun", 2)]


def test_supply_reaches_no_unit_that_is_cut_off_and_no_empty_source():
    cut = Side(units=[GUN], ailing={"Gun": "cut_off"}, discard=[A])
    assert done({"supply": {"count": 1, "what": {"whose": "yours"}}}, cut).fuel("Gun") == []
    bare = done({"supply": {"count": 1, "what": {"whose": "yours"}}}, Side(units=[GUN]))
    assert (bare.fuel("Gun"), bare.told("supplied")) == ([], [])


def test_drain_lets_the_controller_choose_the_fuel():
    duel = done({"drain": 1}, bob=Side(units=[(GUN, A, B)]))
    assert (duel.asked, duel.options) == ((BOB, "burn"), [("burn", "A"), ("burn", "B")])

    assert duel.choose("burn", "B").zone("discard", BOB) == ["B"]
    assert done({"drain": 9}, bob=Side(units=[(GUN, A)])).fuel("Gun") == []


def test_discard_is_the_choice_of_who_loses_the_cards():
    duel = done({"discard": {"count": 2}}, bob=Side(hand=[A, B, SCRAP]))
    assert duel.asked == (BOB, "pick_for")
    duel.choose("pick", "B").choose("pick", "A").choose("as_they_lie")

    assert (duel.zone("discard", BOB), duel.zone("hand", BOB)) == (["B", "A"], ["Scrap"])


def test_recover_takes_cards_of_one_type_out_of_the_pile():
    duel = done({"recover": {"type": "weapon", "count": 2}}, Side(discard=[GUN, A, JEEP])).choose("pick", "Jeep")

    assert (duel.zone("hand", ALICE), duel.zone("discard", ALICE)) == (["Jeep", "Gun"], ["A", "Order"])


PLAN = secret("Plan")


@pytest.mark.parametrize(
    ("effect", "alice", "bob", "asked"),
    [
        ({"discard": 1}, Side(), Side(hand=[A, A]), BOB),
        ({"unveil": True}, Side(secrets=[PLAN, PLAN]), Side(), ALICE),
    ],
)
def test_what_is_held_is_not_told_by_what_is_asked(effect: dict[str, Any], alice: Side, bob: Side, asked: int):
    """Of two cards one is chosen even where they are copies: not to be asked would tell that they are."""
    alice.hand = [order("Order", effect)]
    game = lay(alice, bob).game
    assert game.ask is not None
    game.choose(game.ask.options[0])

    assert (game.ask.seat, game.ask.about[0], len(game.ask.options)) == (asked, "pick_for", 2)


def test_what_everybody_sees_is_not_asked_of_copies():
    assert done({"recover": "weapon"}, Side(discard=[GUN, GUN])).told("recovered") == [(ALICE, "Gun")]


def test_a_deck_that_is_drawn_from_is_made_anew_where_that_is_agreed():
    again = replace(TACTICS, reshuffle_main_decks=True)
    duel = done({"draw": {"count": 2, "deck": "operation"}}, Side(discard=[B, GUN], blanks=0), variant=again)

    assert (duel.told("reshuffled"), duel.told("drew")) == ([(ALICE, "operation")], [(ALICE, "B")])
    assert duel.zone("discard", ALICE) == ["Gun", "Order"]
    either = done({"draw": 1}, Side(discard=[B], blanks=0), variant=again).choose("from_operations")
    assert either.told("reshuffled") == [(ALICE, "operation")]


def test_mend_shuffles_ones_own_damage_cards_back():
    duel = done({"mend": 2}, Side(discard=[SCRATCH, A]))

    assert (duel.table.scores()[ALICE], duel.zone("discard", ALICE)) == (6, ["A", "Order"])


@pytest.mark.clause("HAG-1.5")
def test_a_secret_plan_is_carried_out_only_when_a_card_says_so():
    plan, works = secret("Plan", {"hit": 1}), secret("Works", stays=True)
    assert lay(Side(secrets=[plan], hand=[A])).options == [("pass",)]
    duel = done({"unveil": True}, Side(secrets=[plan, works])).choose("pick", "Works")
    assert (duel.zone("facilities", ALICE), duel.zone("secrets", ALICE)) == (["Works"], ["Plan"])

    struck = done({"unveil": True}, Side(secrets=[plan])).choose("keep", "Scratch")
    assert (struck.told("unveiled"), struck.zone("discard", ALICE)) == ([(ALICE, "Plan")], ["Plan", "Order"])


def test_may_either_if_and_roll():
    assert done({"may": [{"logistics": 1}]}).choose("no").told("rolled") == []
    assert len(done({"may": [{"logistics": 1}]}).choose("yes").told("rolled")) == 1
    either = {"either": {"one": [{"logistics": 1}], "other": [{"hit": 1}]}}
    assert done(either).choose("either", "Order", 2).told("hit") == [(BOB, 1)]
    roll = {"roll": {"low": [{"draw": {"deck": "weapon"}}], "high": [{"draw": {"deck": "operation"}}]}}
    assert [done(roll, dice=[die]).told("drew")[0][1] for die in (3, 4)] == ["Hulk", "Scrap"]


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
    both = [done(effect, side, Side(units=[JEEP, JEEP])) for side in (holds, fails)]

    assert [len(duel.told("rolled")) for duel in both] == [1, 0]


def test_bonuses_and_auras_count_while_their_card_is_there():
    camp = facility("Camp", {"aura": {"to": {"whose": "yours", "kin": "vehicle"}, "firepower": 2}})
    fuelled = weapon("Fuelled", 1, 5, kin="machine", skills=[{"bonus": {"firepower": 3, "when": {"fuel": 2}}}])
    duel = lay(
        Side(units=[(GUN, 1), (JEEP, 1), (fuelled, 3)], facilities=[camp]), Side(damage=[SCRATCH] * 20), step="battle"
    )
    for name in ("Gun", "Jeep", "Fuelled"):
        duel.choose("attack", name).to("battle" if name != "Fuelled" else "main2")

    assert duel.told("hit") == [(BOB, 4), (BOB, 1), (BOB, 4)]


def test_an_aura_may_be_for_damaged_units_alone():
    camp = facility("Camp", {"aura": {"to": {"damaged": True}, "firepower": 2}})
    side = Side(units=[(GUN, 1), (JEEP, 1)], facilities=[camp], hurt={"Gun": 1})
    duel = lay(side, Side(damage=[SCRATCH] * 20), step="battle")
    duel.choose("attack", "Gun").to("battle").choose("attack", "Jeep").to("main2")

    assert duel.told("hit") == [(BOB, 4), (BOB, 1)]


def test_what_lent_armour_falls_and_then_what_it_lent_it_to():
    dock = facility("Dock", {"aura": {"to": {"whose": "yours"}, "armour": 3}}, armour=2)
    duel = done({"damage": {"amount": 3, "what": {"kind": "facility", "whose": "theirs"}}}, bob=Side(
        units=[JEEP], facilities=[dock], hurt={"Jeep": 4}))  # fmt: skip

    assert duel.told("destroyed") == [("Dock",), ("Jeep",)]


@pytest.mark.clause("HAG-7.1.5")
@pytest.mark.parametrize("removal", ["destroy", "return"])
def test_a_card_that_lent_armour_may_go_in_any_way(removal: str):
    """The damage of this turn is as much as the armour that is left: the unit is destroyed before the text goes on."""
    dock = facility("Dock", {"aura": {"to": {"whose": "yours"}, "armour": 3}})
    side = Side(units=[JEEP, GUN], facilities=[dock], hurt={"Jeep": 4, "Gun": 1})
    repair = {"repair": {"what": {"every": True}}}
    text = order("Text", {removal: {"what": {"kind": "facility", "whose": "theirs"}}}, repair)
    duel = lay(Side(hand=[text]), side).choose("play", "Text")

    assert duel.told("destroyed")[-1] == ("Jeep",)
    assert duel.zone("units", BOB) == ["Gun"]
    assert duel.asked == (ALICE, "main")


@pytest.mark.clause("HAG-7.1.5")
def test_a_unit_is_destroyed_when_the_condition_of_its_armour_ends():
    brave = weapon("Brave", 1, 2, skills=[{"bonus": {"armour": 2, "when": {"outnumbered": True}}}])
    duel = lay(Side(units=[brave], hand=[GUN], hurt={"Brave": 3}), Side(units=[JEEP, JEEP])).choose("produce", "Gun")

    assert duel.told("destroyed") == [("Brave",)]
    assert duel.zone("units", ALICE) == ["Gun"]


@pytest.mark.clause("HAG-7.1.5", "HAG-7.5.2")
def test_a_unit_whose_armour_was_its_fuel_is_destroyed_when_it_pays():
    tank = weapon("Tank", 1, 2, skills=[{"bonus": {"armour": 2, "when": {"fuel": 1}}}])
    duel = lay(Side(units=[(tank, 1)], hurt={"Tank": 3}), Side(), step="battle").choose("attack", "Tank").to("main")

    assert duel.order("declared", "burnt", "destroyed", "aimed_at_player", "hit") == ["declared", "burnt", "destroyed"]


def test_a_skill_of_a_destroyed_card_comes_after_it_is_gone():
    mine = weapon("Mine", 1, 1, skills=[{"on": {"happens": "destroyed", "do": [{"damage": 1}]}}])
    duel = done({"damage": 3}, Side(units=[GUN]), Side(units=[mine]))

    assert (duel.told("triggered"), duel.hurt()) == ([("Mine",)], {"Gun": 1})


def test_whatever_waits_for_a_hit_sees_it_whichever_card_it_is():
    bell = weapon("Bell", skills=[{"on": {"happens": "you_are_hit", "do": [{"logistics": 1}]}}])
    duel = done({"hit": {"amount": 1, "who": "you"}}, Side(units=[bell] * 4)).choose("keep", "Scratch").to("main")

    assert duel.told("rolled") == [(ALICE, 1)] * 4


def test_who_is_hit_sees_it_afterwards():
    bell = facility("Bell", {"on": {"happens": "you_are_hit", "do": [{"logistics": 1}]}})
    duel = done({"hit": 1}, bob=Side(facilities=[bell], damage=[damage("Leak")])).choose("keep", "Leak")

    assert duel.told("rolled") == [(BOB, 1)]
