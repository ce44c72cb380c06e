"""Positions: the situations that they can describe, chance and choices."""

import json
from pathlib import Path

import pytest

from gameplay.engine.core.chance import RandomStream, SeededChance
from gameplay.engine.core.errors import NotAnOptionError, NotAskedError
from gameplay.engine.core.game import Game
from gameplay.engine.core.position import apply_choice, choose_resolved, parse_position, pending_ask, position_of
from gameplay.games import RULESETS, enemy
from tests.gameplay.games.enemy.cards import catalogue
from tests.gameplay.games.enemy.positions import CARDS, load_game

EXAMPLE = Path(enemy.__file__).parent / "example.position.json"


def offered(game: Game) -> list[tuple[str, str]]:
    return [(option["code"], option.get("card", "")) for option in pending_ask(game)["options"]]


def after(game: Game, *choices: int) -> Game:
    """Apply choices one by one, each to the position after the previous one."""
    for choice in choices:
        game = parse_position(json.dumps(apply_choice(game, choice)["position"]), RULESETS, catalogue)
    return game


# --- situations ----------------------------------------------------------------------------------


def test_position_may_be_before_the_draw_step():
    game = load_game({"hand": ["Wolf"] * 4, "top": ["Elk"], "deck": ["Orca"]}, step="draw")

    assert game.table.events[:2] == [("turn", 0, 1), ("drew", 0, game.table.hand[0][-1])]
    assert offered(game)[-2:] == [("pc", "NEW-E"), ("hide", "NEW-E")]


def test_position_may_be_at_the_start_of_the_attack_step():
    game = load_game({"portal": ["Hound", {"card": "Hound", "stored": True}]}, step="attack", attack=["Wolf"])

    assert offered(game) == [("pass", ""), ("join", "NEW-H")]


def test_position_may_have_attackers_before_another_play():
    game = load_game({"hand": ["Again"]}, {"deck": ["Elk"]}, plays=2, attack=["Wolf"])
    game = after(game, 0)

    assert game.outcome is None
    assert [game.table.cards[card].name for card in game.table.score[0]] == ["Wolf"]


def test_mulligan_is_offered_if_the_first_turn_is_not_over():
    assert ("redraw", "") in offered(load_game({"hand": ["Wolf"], "began": False}))
    assert ("redraw", "") not in offered(load_game({"hand": ["Wolf"]}))


@pytest.mark.clause("ENE-OP-17")
def test_target_may_be_reached_on_the_last_turn_with_the_switch():
    game = load_game(
        {"hand": ["Wolf", "Elk"], "score": ["Wolf"] * 5}, last_turn="deck", switches={"simultaneous_ends": "deck"}
    )

    assert (game.is_over, game.table.scores()) == (False, (5, 0))
    assert position_of(parse_position(json.dumps(position_of(game)), RULESETS, catalogue)) == position_of(game)


@pytest.mark.clause("ENE-6.5", "ENE-6.10")
def test_mulligan_is_offered_after_another_play_of_the_first_turn():
    game = load_game({"hand": ["Again", "Wolf"], "began": False})
    [again] = [number for number, option in enumerate(offered(game)) if option == ("event", "NEW-A")]
    later = parse_position(json.dumps(apply_choice(game, again)["position"]), RULESETS, catalogue)

    assert ("redraw", "") in offered(later)
    assert position_of(later)["seats"][0]["began"] is False


def test_switches_survive_a_round_trip():
    switches = {"copies": 3, "types": ["monster", "pc"], "subtypes": [], "speed": False}
    game = load_game({"hand": ["Wolf"]}, switches=switches | {"copies": None, "target": 7})

    assert (game.table.variant.copies, game.table.variant.types) == (None, ("monster", "pc"))
    assert position_of(game)["switches"] == {"target": 7, "types": ("monster", "pc"), "speed": False}
    assert load_game({"hand": ["Wolf"]}, switches=switches).table.variant.copies == 3


@pytest.mark.clause("ENE-OP-7")
def test_fields_are_a_list_if_each_player_may_have_one():
    both = [{"card": "NEW-F", "seat": 0}, {"card": "NEW-F", "seat": 1}]
    game = load_game({"hand": ["Wolf", "Elk"]}, field=both, switches={"field": "each"})

    assert position_of(game)["field"] == both


def test_top_cards_are_drawn_in_the_given_order():
    game = load_game({"hand": ["Wolf"], "top": ["Elk", "Orca"], "deck": ["Wolf"]})

    assert position_of(game)["seats"][0]["top"] == ["NEW-E", "NEW-O"]


def test_marks_are_written_with_the_card():
    portal = [{"card": "NEW-H", "stored": True}, "NEW-W"]
    dumped = position_of(load_game({"hand": ["Elk"], "portal": portal}, field={"card": "Fog", "seat": 1}))

    assert dumped["seats"][0]["portal"] == portal
    assert dumped["field"] == {"card": "NEW-F", "seat": 1}


def test_chance_may_name_a_copy():
    game = load_game({"hand": ["Elk"] * 3, "deck": ["Wolf"] * 3}, step="draw", chance=["NEW-W#5", "Wolf#4"])

    assert game.table.hand[0][3:] == [5, 4]


def test_calling_time_is_a_choice():
    game = load_game({"hand": ["Wolf"]}, choices=[["time"]])

    assert ("time",) in game.table.events
    assert position_of(game)["last_turn"] == "time"


def test_each_player_effects_begin_with_the_active_player():
    storm = {"number": "T", "name": {"en": "Storm"}, "type": "event", "rarity": "common", "destiny": 0}
    cards = [{"rarity": "common", "destiny": 0} | card for card in CARDS]
    cards.append(storm | {"do": [{"discard": {"count": 1, "who": "each"}}]})
    game = load_game({"hand": ["Elk", "Orca"]}, {"hand": ["Storm", "Wolf", "King"]}, active=1, cards=cards)

    choose_resolved(game, offered(game).index(("event", "NEW-T")))

    assert game.ask is not None
    assert (game.ask.seat, offered(game)) == (1, [("discard", "NEW-W"), ("discard", "NEW-K")])


def test_game_ends_after_the_last_turn():
    game = load_game({"hand": ["Wolf"], "score": ["King"]}, {"score": ["Wolf"]}, last_turn="deck")
    [hide] = [number for number, (code, _) in enumerate(offered(game)) if code == "hide"]

    assert apply_choice(game, hide)["outcome"] == {"winners": [0], "reason": "deck", "scores": [2, 1]}


def test_cards_are_named_by_title_in_either_language_or_by_number():
    game = load_game({"hand": ["wolf", "狼", "new-w", "Cinder Pup", "FL-C15"]})

    assert [game.table.cards[card].ref for card in game.table.hand[0]] == ["NEW-W"] * 3 + ["FL-C15"] * 2


def test_marks_items_food_and_field_are_loaded():
    alice = {
        "party": [{"card": "Orca", "wounded": True, "under": ["Sword"]}],
        "grunties": [{"card": "Pet", "under": ["Elk"]}],
    }
    table = load_game(alice | {"hand": ["Wolf"]}, field={"card": "Fog", "seat": 1}).table
    names = {
        table.cards[card].name: [table.cards[each].name for each in below] for card, below in table.cards_under.items()
    }

    assert names == {"Orca": ["Sword"], "Pet": ["Elk"]}
    assert [table.cards[card].name for card in table.wounded] == ["Orca"]
    assert [table.owners[card] for card in table.field] == [1]


# --- the example, step by step --------------------------------------------------------------------


@pytest.mark.clause("ENE-16.2.5", "ENE-16.2.2")
def test_example_shows_that_tolerance_saves_a_wounded_pc():
    game = parse_position(EXAMPLE.read_text(encoding="utf-8"), RULESETS, catalogue)
    assert offered(game)[0] == ("attack", "NEW-01")
    game = after(game, 0)
    assert offered(game) == [("pass", ""), ("join", "FL-C13")]
    game = after(game, 0)
    assert offered(game) == [("fight", ""), ("avoid", "")]

    fought = apply_choice(game, 0)

    events = {event["code"]: event for event in fought["events"]}
    assert fought["events"][0]["code"] == "fights"
    assert (events["compared"]["ours"], events["compared"]["theirs"]) == (8, 9)
    assert "tolerated" in events
    assert fought["position"]["seats"][1]["party"] == [{"card": "NEW-02", "wounded": True}]
    assert (fought["position"]["choices"], fought["position"]["chance"]) == ([0, 0, 0], ["NEW-02", "NEW-01"])


# --- chance and choices ----------------------------------------------------------------------------


def test_chance_lists_results_and_then_the_first_card_is_drawn():
    alice = {"hand": ["Wolf"], "deck": ["Wolf", "Elk", "Orca"]}
    game = load_game(alice, step="draw", chance=["Orca"])

    assert [game.table.cards[card].name for card in game.table.hand[0]] == ["Wolf", "Orca", "Wolf", "Elk"]


def test_position_before_a_play_has_no_past_results():
    draw = {"number": "D", "name": {"en": "Draw"}, "type": "event", "rarity": "common", "destiny": 0}
    cards = [draw | {"do": [{"draw": 1}, {"play_again": 1}]}, {"rarity": "common", "destiny": 0} | CARDS[0]]
    game = load_game({"hand": ["Draw"], "deck": ["Wolf"]}, cards=cards)

    after_it = apply_choice(game, 0)["position"]

    assert "chance" not in after_it
    assert after_it["seats"][0]["hand"] == ["NEW-W"]


def test_position_within_a_step_lists_the_choices_made():
    parry = {"number": "P", "name": {"en": "Parry"}, "type": "action", "moment": "fight", "do": [{"strengthen": 1}]}
    cards = [{"rarity": "common", "destiny": 0} | card for card in [*CARDS, parry]]
    game = load_game({"hand": ["Wolf"]}, {"party": ["Elk", "Orca"], "hidden": ["Parry"]}, cards=cards)
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


def test_position_says_which_copy_was_drawn():
    parry = {"number": "P", "name": {"en": "Parry"}, "type": "action", "moment": "destiny", "do": [{"strengthen": 1}]}
    cards = [{"rarity": "common", "destiny": 0} | card for card in [*CARDS, parry]]
    bob = {"party": ["Elk"], "hidden": ["Parry"], "deck": ["Wolf", "Wolf"]}
    game = load_game({"hand": ["Wolf"], "deck": ["Orca"]}, bob, cards=cards)
    for code in (("attack", "NEW-W"), ("fight", "")):
        choose_resolved(game, offered(game).index(code))

    assert offered(game) == [("pass", ""), ("flip", "NEW-P")]
    assert position_of(game)["chance"] == [f"NEW-W#{game.table.discard[1][0]}", "NEW-O"]


def test_position_before_the_first_play_can_be_written():
    game = load_game({"hand": ["Wolf", "Elk"] * 4}, step="draw")
    assert offered(game) == [("discard", "NEW-W"), ("discard", "NEW-E")]

    again = parse_position(json.dumps(position_of(game)), RULESETS, catalogue)

    assert (again.table.step, offered(again)) == ("draw", offered(game))
    assert [again.table.cards[card].name for card in after(again, 0).table.discard[0]] == ["Wolf"]


def test_forced_passes_are_choices_with_pausing():
    bob = {"party": ["Elk"], "hidden": ["Fog"], "deck": ["Orca"]}
    game = load_game({"hand": ["Wolf"], "hidden": ["Fog"], "deck": ["Orca"]}, bob, pausing=True)
    choose_resolved(game, offered(game).index(("attack", "NEW-W")))
    asks = []
    while game.ask is not None and game.ask.about[0] in ("window", "defend"):
        again = parse_position(json.dumps(position_of(game)), RULESETS, catalogue)
        assert pending_ask(again) == pending_ask(game)
        asks.append((game.ask.seat, game.ask.about[-1]))
        choose_resolved(game, 0)

    fork = load_game({"hand": ["Wolf"], "hidden": ["Fog"], "deck": ["Orca"]}, bob, pausing=True).fork(
        SeededChance(RandomStream(b"fork", "fork"))
    )
    choose_resolved(fork, offered(fork).index(("attack", "NEW-W")))
    assert (fork.ask and fork.ask.about) == ("defend",), "a fork does not pause"
    fight = [(1, "fight"), (0, "fight"), (1, "destiny"), (0, "destiny")]
    assert asks == [(1, "attack"), (0, "attack"), (1, "defend"), *fight]


def test_plays_left_are_written():
    assert position_of(load_game({"hand": ["Wolf"]}, plays=2))["plays"] == 2
    assert "plays" not in position_of(load_game({"hand": ["Wolf"]}))


def test_maximum_number_on_a_card_is_99():
    cards = [{"rarity": "common", "destiny": 0} | CARDS[0] | {"strength": 99}]
    game = load_game({"hand": ["Wolf"]}, cards=cards)

    assert game.table.cards[0].strength == 99


def test_chance_is_used_in_order():
    alice = {"hand": ["Wolf", "Wolf"], "deck": ["Wolf", "Elk", "Orca"]}
    game = load_game(alice, step="draw", chance=["Orca", "Wolf", "Elk"])

    assert [game.table.cards[card].name for card in game.table.hand[0][2:]] == ["Orca", "Wolf", "Elk"]


def test_unused_results_are_kept_in_the_next_position():
    game = load_game({"hand": ["Wolf", "Again"], "deck": ["Elk"]}, chance=["Wolf", "Elk"])
    [again] = [number for number, (code, _) in enumerate(offered(game)) if code == "event"]

    assert apply_choice(game, again)["position"]["chance"] == ["Wolf", "Elk"]


def test_unknown_option_id_is_refused_without_a_clause():
    game = load_game({"hand": ["Wolf"]})
    before = position_of(game)

    with pytest.raises(NotAnOptionError) as refusal:
        apply_choice(game, 99)

    assert (refusal.value.code, refusal.value.clause) == ("not_an_option", "")
    assert str(refusal.value) == "There is no option 99. Choose one of the listed options by its number."
    assert position_of(game) == before


def test_choice_after_the_end_of_the_game_is_refused():
    game = load_game({"hand": ["Wolf"], "score": ["King"]}, choices=[["concede", 1]])

    assert pending_ask(game)["options"] == []
    assert pending_ask(game).keys() == {"seat", "kind", "about", "options", "scores", "outcome"}
    assert pending_ask(game)["scores"] == [2, 0]
    assert position_of(game)["choices"] == [["concede", 1]]
    assert pending_ask(game)["outcome"] == {"winners": [0], "reason": "concede", "scores": [2, 0]}
    with pytest.raises(NotAskedError):
        apply_choice(game, 0)
