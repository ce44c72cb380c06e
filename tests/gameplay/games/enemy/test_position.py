"""Positions written by hand: where they may stand, and what is refused with which place."""

import json
from pathlib import Path
from typing import Any

import pytest

from gameplay.engine.chance import Seeded, Stream
from gameplay.engine.errors import NotAnOptionError, NotAskedError, UnreadableError
from gameplay.engine.game import Game
from gameplay.engine.position import apply, choose, options, position_of, read
from gameplay.games import RULESETS, enemy
from tests.gameplay.games.enemy.cards import catalogue

EXAMPLE = Path(enemy.__file__).parent / "example.position.json"
CARDS: list[dict[str, Any]] = [
    {"number": "W", "name": {"en": "Wolf", "ja": "狼"}, "type": "monster", "strength": 6, "vp": 1, "storable": True},
    {"number": "K", "name": {"en": "King"}, "type": "monster", "strength": 9, "vp": 2, "unique": True},
    {"number": "H", "name": {"en": "Hound"}, "type": "monster", "strength": 1, "storable": True, "joins": [{}]},
    {"number": "E", "name": {"en": "Elk"}, "type": "pc", "class": "long_arm", "strength": 4},
    {"number": "O", "name": {"en": "Orca"}, "type": "pc", "class": "twin_blade", "strength": 5},
    {"number": "S", "name": {"en": "Sword"}, "type": "item", "subtype": "weapon", "classes": ["twin_blade"]},
    {"number": "B", "name": {"en": "Blade"}, "type": "item", "subtype": "weapon"},
    {"number": "A", "name": {"en": "Again"}, "type": "event", "do": [{"play_again": 1}]},
    {"number": "F", "name": {"en": "Fog"}, "type": "field"},
    {"number": "G", "name": {"en": "Pet"}, "type": "grunty", "feed": {"what": {}}, "size": 2, "do": [{"draw": 1}]},
]


def position(alice: dict[str, Any] | None = None, bob: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    cards = [{"rarity": "common", "destiny": 0} | card for card in CARDS]
    written = {"format": "passleft-position-1", "ruleset": "enemy", "variant": "draft", "cards": cards, "step": "play"}
    return written | {"seats": [alice or {}, bob or {}]} | more


def stands(*sides: dict[str, Any], **more: Any) -> Game:
    return read(json.dumps(position(*sides, **more)), RULESETS, catalogue, file="p.json")


def offered(game: Game) -> list[tuple[str, str]]:
    return [(option["code"], option.get("card", "")) for option in options(game)["options"]]


def after(game: Game, *choices: int) -> Game:
    """Apply one choice after the other, each to the position that the one before gave."""
    for choice in choices:
        game = read(json.dumps(apply(game, choice)["position"]), RULESETS, catalogue)
    return game


# --- where it may stand --------------------------------------------------------------------------


def test_at_the_start_of_a_turn_the_draw_step_is_still_to_come():
    game = stands({"hand": ["Wolf"] * 4, "top": ["Elk"], "deck": ["Orca"]}, step="draw")

    assert game.table.events[:2] == [("turn", 0, 1), ("drew", 0, game.table.hand[0][-1])]
    assert offered(game)[-2:] == [("pc", "NEW-E"), ("hide", "NEW-E")]


def test_at_the_start_of_the_attack_step_the_portal_may_join():
    game = stands({"portal": ["Hound", {"card": "Hound", "stored": True}]}, step="attack", attack=["Wolf"])

    assert offered(game) == [("pass", ""), ("join", "NEW-H")]


def test_before_a_further_play_monsters_may_wait_for_their_attack():
    game = stands({"hand": ["Again"]}, {"deck": ["Elk"]}, plays=2, attack=["Wolf"])
    game = after(game, 0)

    assert game.outcome is None
    assert [game.table.cards[card].name for card in game.table.score[0]] == ["Wolf"]


def test_on_a_first_turn_the_hand_may_be_redrawn():
    assert ("redraw", "") in offered(stands({"hand": ["Wolf"], "began": False}))
    assert ("redraw", "") not in offered(stands({"hand": ["Wolf"]}))


def test_switches_are_read_as_json_has_them_and_written_again():
    switches = {"copies": 3, "types": ["monster", "pc"], "subtypes": [], "speed": False}
    game = stands({"hand": ["Wolf"]}, switches=switches | {"copies": None, "target": 7})

    assert (game.table.variant.copies, game.table.variant.types) == (None, ("monster", "pc"))
    assert position_of(game)["switches"] == {"target": 7, "types": ("monster", "pc"), "speed": False}
    assert stands({"hand": ["Wolf"]}, switches=switches).table.variant.copies == 3


@pytest.mark.clause("ENE-OP-7")
def test_where_each_player_may_have_a_field_they_are_a_list():
    both = [{"card": "NEW-F", "seat": 0}, {"card": "NEW-F", "seat": 1}]
    game = stands({"hand": ["Wolf", "Elk"]}, field=both, switches={"field": "each"})

    assert position_of(game)["field"] == both


def test_cards_put_on_the_deck_come_up_in_the_order_written():
    game = stands({"hand": ["Wolf"], "top": ["Elk", "Orca"], "deck": ["Wolf"]})

    assert position_of(game)["seats"][0]["top"] == ["NEW-E", "NEW-O"]


def test_marks_are_written_beside_the_card():
    portal = [{"card": "NEW-H", "stored": True}, "NEW-W"]
    written = position_of(stands({"hand": ["Elk"], "portal": portal}, field={"card": "Fog", "seat": 1}))

    assert written["seats"][0]["portal"] == portal
    assert written["field"] == {"card": "NEW-F", "seat": 1}


def test_the_script_may_name_a_copy():
    game = stands({"hand": ["Elk"] * 3, "deck": ["Wolf"] * 3}, step="draw", chance=["NEW-W#5", "Wolf#4"])

    assert game.table.hand[0][3:] == [5, 4]


def test_a_call_of_time_is_a_choice_of_a_position():
    game = stands({"hand": ["Wolf"]}, choices=[["time"]])

    assert ("time",) in game.table.events
    assert position_of(game)["last_turn"] == "time"


def test_what_both_do_begins_with_the_player_whose_turn_it_is():
    storm = {"number": "T", "name": {"en": "Storm"}, "type": "event", "rarity": "common", "destiny": 0}
    cards = [{"rarity": "common", "destiny": 0} | card for card in CARDS]
    cards.append(storm | {"do": [{"discard": {"count": 1, "who": "each"}}]})
    game = stands({"hand": ["Elk", "Orca"]}, {"hand": ["Storm", "Wolf", "King"]}, active=1, cards=cards)

    choose(game, offered(game).index(("event", "NEW-T")))

    assert game.ask is not None
    assert (game.ask.seat, offered(game)) == (1, [("discard", "NEW-W"), ("discard", "NEW-K")])


def test_with_the_last_turn_called_the_game_ends_after_it():
    game = stands({"hand": ["Wolf"], "score": ["King"]}, {"score": ["Wolf"]}, last_turn="deck")
    [hide] = [number for number, (code, _) in enumerate(offered(game)) if code == "hide"]

    assert apply(game, hide)["outcome"] == {"winners": [0], "reason": "deck", "scores": [2, 1]}


def test_cards_are_named_by_title_in_either_language_or_by_number():
    game = stands({"hand": ["wolf", "狼", "new-w", "Cinder Pup", "FL-C15"]})

    assert [game.table.cards[card].ref for card in game.table.hand[0]] == ["NEW-W"] * 3 + ["FL-C15"] * 2


def test_marks_items_food_and_the_field_lie_as_written():
    alice = {
        "party": [{"card": "Orca", "wounded": True, "under": ["Sword"]}],
        "grunties": [{"card": "Pet", "under": ["Elk"]}],
    }
    table = stands(alice | {"hand": ["Wolf"]}, field={"card": "Fog", "seat": 1}).table
    names = {table.cards[card].name: [table.cards[each].name for each in below] for card, below in table.under.items()}

    assert names == {"Orca": ["Sword"], "Pet": ["Elk"]}
    assert [table.cards[card].name for card in table.wounded] == ["Orca"]
    assert [table.owners[card] for card in table.field] == [1]


# --- the example, step by step --------------------------------------------------------------------


@pytest.mark.clause("ENE-16.2.5", "ENE-16.2.2")
def test_the_example_shows_that_tolerance_saves_a_wounded_pc():
    game = read(EXAMPLE.read_text(encoding="utf-8"), RULESETS, catalogue)
    assert offered(game)[0] == ("attack", "NEW-01")
    game = after(game, 0)
    assert offered(game) == [("pass", ""), ("join", "FL-C13")]
    game = after(game, 0)
    assert offered(game) == [("fight", ""), ("avoid", "")]

    fought = apply(game, 0)

    told = {event["code"]: event for event in fought["events"]}
    assert fought["events"][0]["code"] == "fights"
    assert (told["compared"]["ours"], told["compared"]["theirs"]) == (8, 9)
    assert "tolerated" in told
    assert fought["position"]["seats"][1]["party"] == [{"card": "NEW-02", "wounded": True}]
    assert (fought["position"]["choices"], fought["position"]["chance"]) == ([0, 0, 0], ["NEW-02", "NEW-01"])


# --- chance and choices ----------------------------------------------------------------------------


def test_the_script_says_what_comes_up_and_then_the_card_written_first():
    alice = {"hand": ["Wolf"], "deck": ["Wolf", "Elk", "Orca"]}
    game = stands(alice, step="draw", chance=["Orca"])

    assert [game.table.cards[card].name for card in game.table.hand[0]] == ["Wolf", "Orca", "Wolf", "Elk"]


def test_a_position_before_a_play_says_nothing_of_the_chance_that_led_there():
    draw = {"number": "D", "name": {"en": "Draw"}, "type": "event", "rarity": "common", "destiny": 0}
    cards = [draw | {"do": [{"draw": 1}, {"play_again": 1}]}, {"rarity": "common", "destiny": 0} | CARDS[0]]
    game = stands({"hand": ["Draw"], "deck": ["Wolf"]}, cards=cards)

    after_it = apply(game, 0)["position"]

    assert "chance" not in after_it
    assert after_it["seats"][0]["hand"] == ["NEW-W"]


def test_in_the_middle_of_a_step_the_choices_since_are_those_that_were_made():
    parry = {"number": "P", "name": {"en": "Parry"}, "type": "action", "moment": "fight", "do": [{"strengthen": 1}]}
    cards = [{"rarity": "common", "destiny": 0} | card for card in [*CARDS, parry]]
    game = stands({"hand": ["Wolf"]}, {"party": ["Elk", "Orca"], "hidden": ["Parry"]}, cards=cards)
    for code in (("attack", "NEW-W"), ("fight", "")):
        choose(game, offered(game).index(code))
    choose(game, 1)

    written = position_of(game)
    again = read(json.dumps(written), RULESETS, catalogue)

    assert written["choices"] == [0, 0, 1]
    assert offered(again) == offered(game) == [("pass", ""), ("flip", "NEW-P")]
    assert again.table.fight.pc == game.table.fight.pc == game.table.party[1][1]
    fork = game.fork(Seeded(Stream(b"fork", "fork")))
    assert (offered(fork), fork.table.fingerprint()) == (offered(game), game.table.fingerprint())


def test_of_copies_the_position_says_which_one_came_up():
    parry = {"number": "P", "name": {"en": "Parry"}, "type": "action", "moment": "destiny", "do": [{"strengthen": 1}]}
    cards = [{"rarity": "common", "destiny": 0} | card for card in [*CARDS, parry]]
    bob = {"party": ["Elk"], "hidden": ["Parry"], "deck": ["Wolf", "Wolf"]}
    game = stands({"hand": ["Wolf"], "deck": ["Orca"]}, bob, cards=cards)
    for code in (("attack", "NEW-W"), ("fight", "")):
        choose(game, offered(game).index(code))

    assert offered(game) == [("pass", ""), ("flip", "NEW-P")]
    assert position_of(game)["chance"] == [f"NEW-W#{game.table.discard[1][0]}", "NEW-O"]


def test_a_position_can_be_written_before_the_first_play():
    game = stands({"hand": ["Wolf", "Elk"] * 4}, step="draw")
    assert offered(game) == [("discard", "NEW-W"), ("discard", "NEW-E")]

    again = read(json.dumps(position_of(game)), RULESETS, catalogue)

    assert (again.table.step, offered(again)) == ("draw", offered(game))
    assert [again.table.cards[card].name for card in after(again, 0).table.discard[0]] == ["Wolf"]


def test_where_a_seat_is_asked_though_it_can_only_pass_its_passes_are_choices():
    bob = {"party": ["Elk"], "hidden": ["Fog"], "deck": ["Orca"]}
    game = stands({"hand": ["Wolf"], "hidden": ["Fog"], "deck": ["Orca"]}, bob, pausing=True)
    choose(game, offered(game).index(("attack", "NEW-W")))
    asked = []
    while game.ask is not None and game.ask.about[0] in ("window", "defend"):
        again = read(json.dumps(position_of(game)), RULESETS, catalogue)
        assert options(again) == options(game)
        asked.append((game.ask.seat, game.ask.about[-1]))
        choose(game, 0)

    fork = stands({"hand": ["Wolf"], "hidden": ["Fog"], "deck": ["Orca"]}, bob, pausing=True).fork(
        Seeded(Stream(b"fork", "fork"))
    )
    choose(fork, offered(fork).index(("attack", "NEW-W")))
    assert (fork.ask and fork.ask.about) == ("defend",), "a fork does not pause"
    fight = [(1, "fight"), (0, "fight"), (1, "destiny"), (0, "destiny")]
    assert asked == [(1, "attack"), (0, "attack"), (1, "defend"), *fight]


def test_plays_still_to_come_are_written():
    assert position_of(stands({"hand": ["Wolf"]}, plays=2))["plays"] == 2
    assert "plays" not in position_of(stands({"hand": ["Wolf"]}))


def test_the_greatest_number_on_a_card_is_99():
    cards = [{"rarity": "common", "destiny": 0} | CARDS[0] | {"strength": 99}]
    game = stands({"hand": ["Wolf"]}, cards=cards)

    assert game.table.cards[0].strength == 99


def test_the_script_comes_up_in_its_order():
    alice = {"hand": ["Wolf", "Wolf"], "deck": ["Wolf", "Elk", "Orca"]}
    game = stands(alice, step="draw", chance=["Orca", "Wolf", "Elk"])

    assert [game.table.cards[card].name for card in game.table.hand[0][2:]] == ["Orca", "Wolf", "Elk"]


def test_what_is_left_of_the_script_goes_with_the_next_position():
    game = stands({"hand": ["Wolf", "Again"], "deck": ["Elk"]}, chance=["Wolf", "Elk"])
    [again] = [number for number, (code, _) in enumerate(offered(game)) if code == "event"]

    assert apply(game, again)["position"]["chance"] == ["Wolf", "Elk"]


def test_a_choice_that_is_not_offered_is_refused_with_code_and_clause():
    game = stands({"hand": ["Wolf"]})
    before = position_of(game)

    with pytest.raises(NotAnOptionError) as refusal:
        apply(game, 99)

    assert (refusal.value.code, refusal.value.clause) == ("not_an_option", "ENE-6.1")
    assert position_of(game) == before


def test_when_the_game_is_over_nothing_may_be_chosen():
    game = stands({"hand": ["Wolf"], "score": ["King"]}, choices=[["concede", 1]])

    assert options(game)["options"] == []
    assert options(game).keys() == {"seat", "kind", "about", "options", "scores", "outcome"}
    assert options(game)["scores"] == [2, 0]
    assert position_of(game)["choices"] == [["concede", 1]]
    assert options(game)["outcome"] == {"winners": [0], "reason": "concede", "scores": [2, 0]}
    with pytest.raises(NotAskedError):
        apply(game, 0)


# --- what is refused --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sides", "more", "fault"),
    [
        ([{"hand": ["Nobody"]}], {}, "seats.0.hand.0.card: there is no card 'Nobody'"),
        ([{"hand": [5]}], {}, "seats.0.hand.0: 5 is not an object"),
        ([{"hand": "Wolf"}], {}, "seats.0.hand: 'Wolf' is not a list"),
        ([{"hands": []}], {}, "seats.0.hands: unknown field"),
        ([{"hand": [{"card": "Wolf", "wounded": True}]}], {}, "seats.0.hand.0.wounded: unknown field"),
        ([{"party": ["Wolf"]}], {}, "seats.0.party.0: Wolf is a card of type monster, not pc"),
        ([{"party": [{"card": "Elk", "wounded": 1}]}], {}, "seats.0.party.0.wounded: 1 is not true or false"),
        ([{}, {"party": ["Elk", "Elk"]}], {}, "seats.1.party.1: Elk is there twice (ENE-7.2)"),
        ([{"party": ["Elk"] * 4}], {}, "seats.0.party: 4 cards; at most 3 (ENE-7.1)"),
        ([{"hidden": ["Elk"] * 6}], {}, "seats.0.hidden: 6 cards; at most 5 (ENE-7.3)"),
        (
            [{"party": [{"card": "Elk", "under": ["Sword"]}]}],
            {},
            "seats.0.party.0.under.0: Elk may not bear Sword (ENE-9.2)",
        ),
        (
            [{"party": [{"card": "Orca", "under": ["Sword", "Blade"]}]}],
            {},
            "seats.0.party.0.under.1: Blade is a second item of its subtype (ENE-7.4)",
        ),
        (
            [{"grunties": [{"card": "Pet", "under": ["Elk"] * 6}]}],
            {},
            "seats.0.grunties.0.under: 6 cards; at most 5 (ENE-11.5)",
        ),
        (
            [{"score": ["King"]}, {"score": ["King"]}],
            {},
            "seats.1.score.0: King is unique and in play twice (ENE-7.6)",
        ),
        ([{"score": ["Wolf"] * 5}], {}, "seats.0.score: 5 VP have won already (ENE-5.9)"),
        ([], {"attack": ["Wolf"], "step": "draw"}, "attack: nothing attacks yet in the step 'draw' (ENE-14.1)"),
        ([], {"step": "attack"}, "attack: nothing attacks in the step 'attack' (ENE-14.1)"),
        ([], {"seats": [{}]}, "seats: 1 cannot play; .hack//ENEMY is for 2"),
        ([], {"step": "dance"}, "step: 'dance' is none of draw, play, attack"),
        ([], {"field": {"card": "Fog", "seat": 2}}, "field.seat: 2 is not from 0 to 1"),
        ([], {"field": ["Fog", {"card": "Fog", "seat": 1}]}, "field.1: Fog is one field too many (ENE-11.3)"),
        ([], {"field": ["Fog", "Fog"], "switches": {"field": "each"}}, "field.1: Fog is one field too many (ENE-11.3)"),
        ([], {"turn": 0}, "turn: 0 is not from 1 to 9999"),
        ([], {"active": 2}, "active: 2 is not from 0 to 1"),
        ([], {"ruleset": "chess"}, "ruleset: 'chess' is none of enemy"),
        ([], {"format": 1}, "format: 1 is not a text"),
        ([], {"mood": "good"}, "mood: unknown field"),
        ([], {"switches": {"target": "x"}}, "switches.target: 'x' is not int"),
        ([], {"switches": {"types": [1]}}, "switches.types: 1 is not str"),
        ([], {"switches": {"copies": "many"}}, "switches.copies: 'many' is not int"),
        ([], {"switches": {"redraw": "never"}}, "switches.redraw: 'never' is none of shuffle, discard"),
        ([], {"switches": {"name": "draft"}}, "switches.name: unknown field"),
        ([], {"switches": {"luck": 1}}, "switches.luck: unknown field"),
        ([], {"switches": {"target": 100}}, "switches.target: 100 is not from 0 to 99"),
        ([], {"switches": {"target": -1}}, "switches.target: -1 is not from 0 to 99"),
        ([{"hand": ["Wolf"]}], {"choices": [7]}, "choices.0: there is no option 7"),
        ([{"hand": ["Wolf"]}], {"choices": ["a"]}, "choices.0: 'a' is no choice"),
        ([{"hand": ["Wolf"]}], {"choices": [["concede", 0], 0]}, "choices.1: the game is over"),
        ([{"deck": ["Elk"]}], {"step": "draw", "chance": ["Orca"]}, "chance.0: 'Orca' cannot come up here"),
        ([{"deck": ["Elk"]}], {"step": "draw", "chance": [3]}, "chance.0: 3 cannot come up: a card is due"),
        (
            [{"hand": ["Wolf"]}],
            {"numbers": [1]},
            "numbers: these are not the numbers from 0, one for each of the 1 cards",
        ),
        (
            [{"hand": ["Wolf"]}],
            {"cards": [{"number": "1", "strength": 100}]},
            "cards.0: a number on a card is at most 99",
        ),
        ([{"hand": ["Wolf", "Elk"]}], {"numbers": [0]}, "numbers: there are more cards than numbers"),
        ([{"deck": ["Wolf"] * 1001}], {}, "seats.0.deck.1000: there are more than 1000 cards"),
        ([{"hand": ["Wolf"]}], {"cards": [{"number": "1"}]}, "cards: name is missing"),
        ([], {"cards": [{"number": "1", "name": {"en": "X"}, "type": "pc", "rarity": "rare", "x": 1}]}, "cards: 1: "),
    ],
)
def test_what_cannot_be_is_refused_with_file_place_and_reason(
    sides: list[dict[str, Any]], more: dict[str, Any], fault: str
):
    with pytest.raises(UnreadableError) as refusal:
        stands(*sides, **more)

    assert str(refusal.value).startswith(f"p.json: {fault}")
    assert refusal.value.place in ("", fault.partition(": ")[0])


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", ""),
        ("[]", "[] is not an object"),
        ("{", ""),
        ('{"step": "a", "step": "b"}', "'step' is there twice"),
        ('{"turn": NaN}', "NaN is not a number"),
        ("[" * 100_000, ""),
    ],
)
def test_what_is_no_position_is_refused_with_the_file(text: str, fault: str):
    with pytest.raises(UnreadableError) as refusal:
        read(text, RULESETS, catalogue, file="p.json")

    assert str(refusal.value) == f"p.json: {fault}" if fault else str(refusal.value).startswith("p.json: ")
    assert "\n" not in str(refusal.value)


def test_without_a_file_only_the_place_is_named():
    with pytest.raises(UnreadableError) as refusal:
        read(json.dumps(position(step="dance")), RULESETS, catalogue)

    assert str(refusal.value).startswith("step: 'dance' is none of ")


def test_a_title_of_several_cards_must_be_told_apart():
    cards = [{"rarity": "common", "destiny": 0} | card | {"name": {"en": "Wolf"}} for card in CARDS[:2]]
    where = r"^p\.json: seats\.0\.hand\.0\.card: "
    with pytest.raises(UnreadableError, match=f"{where}'Wolf' is several cards: write one of NEW-K, NEW-W"):
        stands({"hand": ["Wolf"]}, cards=cards)


def test_cards_that_would_go_on_for_ever_are_refused():
    pet = {"number": "P", "name": {"en": "Pup"}, "type": "grunty", "rarity": "common", "destiny": 0}
    endless = pet | {"feed": {"what": {}}, "size": 0, "do": [{"play_again": 1}]}

    with pytest.raises(UnreadableError, match=r"^p\.json: more than 10000 things happen"):
        stands({"grunties": ["Pup"]}, cards=[endless])


@pytest.mark.parametrize("depth", [10, 150, 450])
def test_texts_that_lie_too_deep_in_one_another_are_refused(depth: int):
    do: list[Any] = [{"draw": 1}]
    for _ in range(depth):
        do = [{"may": do}]
    card = {"number": "D", "name": {"en": "Deep"}, "type": "event", "rarity": "common", "destiny": 0, "do": do}

    with pytest.raises(UnreadableError, match=r"too deep|recursion"):
        stands({"hand": ["Deep"]}, cards=[card])
