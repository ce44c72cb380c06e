"""Positions written by hand: where they may stand."""

import json
from pathlib import Path

import pytest

from gameplay.engine.core.chance import RandomStream, SeededChance
from gameplay.engine.core.errors import NotAnOptionError, NotAskedError
from gameplay.engine.core.game import Game
from gameplay.engine.core.position import apply_choice, choose_resolved, parse_position, pending_ask, position_of
from gameplay.games import RULESETS, enemy
from tests.gameplay.games.enemy.cards import catalogue
from tests.gameplay.games.enemy.positions import CARDS, stands

EXAMPLE = Path(enemy.__file__).parent / "example.position.json"


def offered(game: Game) -> list[tuple[str, str]]:
    return [(option["code"], option.get("card", "")) for option in pending_ask(game)["options"]]


def after(game: Game, *choices: int) -> Game:
    """Apply one choice after the other, each to the position that the one before gave."""
    for choice in choices:
        game = parse_position(json.dumps(apply_choice(game, choice)["position"]), RULESETS, catalogue)
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


@pytest.mark.clause("ENE-OP-17")
def test_the_target_may_be_there_once_a_deck_has_called_the_end_if_the_turn_is_finished_then():
    game = stands(
        {"hand": ["Wolf", "Elk"], "score": ["Wolf"] * 5}, last_turn="deck", switches={"simultaneous_ends": "deck"}
    )

    assert (game.is_over, game.table.scores()) == (False, (5, 0))
    assert position_of(parse_position(json.dumps(position_of(game)), RULESETS, catalogue)) == position_of(game)


@pytest.mark.clause("ENE-6.5", "ENE-6.10")
def test_on_a_first_turn_the_hand_may_be_redrawn_after_another_play():
    game = stands({"hand": ["Again", "Wolf"], "began": False})
    [again] = [number for number, option in enumerate(offered(game)) if option == ("event", "NEW-A")]
    later = parse_position(json.dumps(apply_choice(game, again)["position"]), RULESETS, catalogue)

    assert ("redraw", "") in offered(later)
    assert position_of(later)["seats"][0]["began"] is False


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

    choose_resolved(game, offered(game).index(("event", "NEW-T")))

    assert game.ask is not None
    assert (game.ask.seat, offered(game)) == (1, [("discard", "NEW-W"), ("discard", "NEW-K")])


def test_with_the_last_turn_called_the_game_ends_after_it():
    game = stands({"hand": ["Wolf"], "score": ["King"]}, {"score": ["Wolf"]}, last_turn="deck")
    [hide] = [number for number, (code, _) in enumerate(offered(game)) if code == "hide"]

    assert apply_choice(game, hide)["outcome"] == {"winners": [0], "reason": "deck", "scores": [2, 1]}


def test_cards_are_named_by_title_in_either_language_or_by_number():
    game = stands({"hand": ["wolf", "狼", "new-w", "Cinder Pup", "FL-C15"]})

    assert [game.table.cards[card].ref for card in game.table.hand[0]] == ["NEW-W"] * 3 + ["FL-C15"] * 2


def test_marks_items_food_and_the_field_lie_as_written():
    alice = {
        "party": [{"card": "Orca", "wounded": True, "under": ["Sword"]}],
        "grunties": [{"card": "Pet", "under": ["Elk"]}],
    }
    table = stands(alice | {"hand": ["Wolf"]}, field={"card": "Fog", "seat": 1}).table
    names = {
        table.cards[card].name: [table.cards[each].name for each in below] for card, below in table.cards_under.items()
    }

    assert names == {"Orca": ["Sword"], "Pet": ["Elk"]}
    assert [table.cards[card].name for card in table.wounded] == ["Orca"]
    assert [table.owners[card] for card in table.field] == [1]


# --- the example, step by step --------------------------------------------------------------------


@pytest.mark.clause("ENE-16.2.5", "ENE-16.2.2")
def test_the_example_shows_that_tolerance_saves_a_wounded_pc():
    game = parse_position(EXAMPLE.read_text(encoding="utf-8"), RULESETS, catalogue)
    assert offered(game)[0] == ("attack", "NEW-01")
    game = after(game, 0)
    assert offered(game) == [("pass", ""), ("join", "FL-C13")]
    game = after(game, 0)
    assert offered(game) == [("fight", ""), ("avoid", "")]

    fought = apply_choice(game, 0)

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

    after_it = apply_choice(game, 0)["position"]

    assert "chance" not in after_it
    assert after_it["seats"][0]["hand"] == ["NEW-W"]


def test_in_the_middle_of_a_step_the_choices_since_are_those_that_were_made():
    parry = {"number": "P", "name": {"en": "Parry"}, "type": "action", "moment": "fight", "do": [{"strengthen": 1}]}
    cards = [{"rarity": "common", "destiny": 0} | card for card in [*CARDS, parry]]
    game = stands({"hand": ["Wolf"]}, {"party": ["Elk", "Orca"], "hidden": ["Parry"]}, cards=cards)
    for code in (("attack", "NEW-W"), ("fight", "")):
        choose_resolved(game, offered(game).index(code))
    choose_resolved(game, 1)

    written = position_of(game)
    again = parse_position(json.dumps(written), RULESETS, catalogue)

    assert written["choices"] == [0, 0, 1]
    assert offered(again) == offered(game) == [("pass", ""), ("flip", "NEW-P")]
    assert again.table.fight.pc == game.table.fight.pc == game.table.party[1][1]
    fork = game.fork(SeededChance(RandomStream(b"fork", "fork")))
    assert (offered(fork), fork.table.fingerprint()) == (offered(game), game.table.fingerprint())


def test_of_copies_the_position_says_which_one_came_up():
    parry = {"number": "P", "name": {"en": "Parry"}, "type": "action", "moment": "destiny", "do": [{"strengthen": 1}]}
    cards = [{"rarity": "common", "destiny": 0} | card for card in [*CARDS, parry]]
    bob = {"party": ["Elk"], "hidden": ["Parry"], "deck": ["Wolf", "Wolf"]}
    game = stands({"hand": ["Wolf"], "deck": ["Orca"]}, bob, cards=cards)
    for code in (("attack", "NEW-W"), ("fight", "")):
        choose_resolved(game, offered(game).index(code))

    assert offered(game) == [("pass", ""), ("flip", "NEW-P")]
    assert position_of(game)["chance"] == [f"NEW-W#{game.table.discard[1][0]}", "NEW-O"]


def test_a_position_can_be_written_before_the_first_play():
    game = stands({"hand": ["Wolf", "Elk"] * 4}, step="draw")
    assert offered(game) == [("discard", "NEW-W"), ("discard", "NEW-E")]

    again = parse_position(json.dumps(position_of(game)), RULESETS, catalogue)

    assert (again.table.step, offered(again)) == ("draw", offered(game))
    assert [again.table.cards[card].name for card in after(again, 0).table.discard[0]] == ["Wolf"]


def test_where_a_seat_is_asked_though_it_can_only_pass_its_passes_are_choices():
    bob = {"party": ["Elk"], "hidden": ["Fog"], "deck": ["Orca"]}
    game = stands({"hand": ["Wolf"], "hidden": ["Fog"], "deck": ["Orca"]}, bob, pausing=True)
    choose_resolved(game, offered(game).index(("attack", "NEW-W")))
    asked = []
    while game.ask is not None and game.ask.about[0] in ("window", "defend"):
        again = parse_position(json.dumps(position_of(game)), RULESETS, catalogue)
        assert pending_ask(again) == pending_ask(game)
        asked.append((game.ask.seat, game.ask.about[-1]))
        choose_resolved(game, 0)

    fork = stands({"hand": ["Wolf"], "hidden": ["Fog"], "deck": ["Orca"]}, bob, pausing=True).fork(
        SeededChance(RandomStream(b"fork", "fork"))
    )
    choose_resolved(fork, offered(fork).index(("attack", "NEW-W")))
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

    assert apply_choice(game, again)["position"]["chance"] == ["Wolf", "Elk"]


def test_a_number_that_is_no_options_is_refused_without_a_clause():
    game = stands({"hand": ["Wolf"]})
    before = position_of(game)

    with pytest.raises(NotAnOptionError) as refusal:
        apply_choice(game, 99)

    assert (refusal.value.code, refusal.value.clause) == ("not_an_option", "")
    assert str(refusal.value) == "There is no option 99. Choose one of those listed, by its number."
    assert position_of(game) == before


def test_when_the_game_is_over_nothing_may_be_chosen():
    game = stands({"hand": ["Wolf"], "score": ["King"]}, choices=[["concede", 1]])

    assert pending_ask(game)["options"] == []
    assert pending_ask(game).keys() == {"seat", "kind", "about", "options", "scores", "outcome"}
    assert pending_ask(game)["scores"] == [2, 0]
    assert position_of(game)["choices"] == [["concede", 1]]
    assert pending_ask(game)["outcome"] == {"winners": [0], "reason": "concede", "scores": [2, 0]}
    with pytest.raises(NotAskedError):
        apply_choice(game, 0)
