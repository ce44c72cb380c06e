"""Refused positions: the message has the file, the path of the field and the reason."""

import json
from typing import Any

import pytest

from gameplay.engine.core.errors import UnreadableError
from gameplay.engine.core.position import parse_position
from gameplay.games import RULESETS
from tests.gameplay.games.enemy.cards import catalogue
from tests.gameplay.games.enemy.positions import CARDS, load_game, position


@pytest.mark.parametrize(
    ("sides", "more", "fault"),
    [
        ([{"hand": ["Nobody"]}], {}, "seats.0.hand.0.card: there is no card 'Nobody'"),
        ([{"hand": [5]}], {}, "seats.0.hand.0: 5 is not an object"),
        ([{"hand": "Wolf"}], {}, "seats.0.hand: 'Wolf' is not a list"),
        ([{"hands": []}], {}, "seats.0.hands: unknown field"),
        (
            [{"hand": [{"unknown": 1}]}],
            {},
            "seats.0.hand.0.unknown: only the position of a log can have unknown cards",
        ),
        ([{"hand": [{"card": "Wolf", "wounded": True}]}], {}, "seats.0.hand.0.wounded: unknown field"),
        ([{"party": [{"card": "Elk", "asleep": True}]}], {}, "seats.0.party.0.asleep: unknown field"),
        ([{"party": ["Wolf"]}], {}, "seats.0.party.0: Wolf is a card of type monster, not pc (ENE-8.1)"),
        ([{"party": [{"card": "Elk", "wounded": 1}]}], {}, "seats.0.party.0.wounded: 1 is not true or false"),
        ([{}, {"party": ["Elk", "Elk"]}], {}, "seats.1.party.1: Elk is in the party twice (ENE-7.2)"),
        ([{"party": ["Elk"] * 4}], {}, "seats.0.party: 4 cards; the maximum is 3 (ENE-7.1)"),
        ([{"hidden": ["Elk"] * 6}], {}, "seats.0.hidden: 6 cards; the maximum is 5 (ENE-7.3)"),
        (
            [{"party": [{"card": "Elk", "under": ["Sword"]}]}],
            {},
            "seats.0.party.0.under.0: Elk cannot bear Sword (ENE-9.2)",
        ),
        (
            [{"party": [{"card": "Orca", "under": ["Sword", "Blade"]}]}],
            {},
            "seats.0.party.0.under.1: Blade is a second item of its subtype (ENE-7.4)",
        ),
        (
            [{"grunties": [{"card": "Pet", "under": ["Elk"] * 6}]}],
            {},
            "seats.0.grunties.0.under: 6 cards; the maximum is 5 (ENE-11.5)",
        ),
        (
            [{"score": ["King"]}, {"score": ["King"]}],
            {},
            "seats.1.score.0: King is unique, but in play twice (ENE-7.6)",
        ),
        ([{"score": ["Wolf"] * 5}], {}, "seats.0.score: 5 VP already win the game (ENE-5.9)"),
        ([{}, {"portal": ["Wolf", "King"]}], {}, "seats.1.portal.1: King is not storable (ENE-12.2)"),
        (
            [{"portal": [{"card": "King", "stored": True}]}],
            {"step": "attack", "attack": ["Wolf"]},
            "seats.0.portal.0: King is not storable (ENE-12.2)",
        ),
        ([{"portal": ["Elk"]}], {}, "seats.0.portal.0: Elk is a card of type pc, not monster (ENE-12.2)"),
        (
            [{"portal": [{"card": "Wolf", "stored": True}]}],
            {"step": "draw"},
            "seats.0.portal.0.stored: no monster can be stored before the Play Step (ENE-12.3)",
        ),
        ([{"score": ["Wolf", "Crumb"]}], {}, "seats.0.score.1: Crumb has no VP and cannot be scored (ENE-16.3.6)"),
        (
            [],
            {"attack": ["Wolf"], "step": "draw"},
            "attack: in the step 'draw', no monster can be attacking (ENE-14.1)",
        ),
        (
            [],
            {"step": "attack"},
            "attack: in the step 'attack', at least one monster must be attacking (ENE-14.1)",
        ),
        ([], {"seats": [{}]}, "seats: wrong number of players: 1; .hack//ENEMY is for 2"),
        ([], {"step": "dance"}, "step: 'dance' is not one of draw, play, attack"),
        ([], {"field": {"card": "Fog", "seat": 2}}, "field.seat: 2 is not from 0 to 1"),
        ([], {"field": ["Fog", {"card": "Fog", "seat": 1}]}, "field.1: Fog: there are too many fields (ENE-11.3)"),
        (
            [],
            {"field": ["Fog", "Fog"], "switches": {"field": "each"}},
            "field.1: Fog: there are too many fields (ENE-11.3)",
        ),
        ([], {"turn": 0}, "turn: 0 is not from 1 to 9999"),
        ([], {"active": 2}, "active: 2 is not from 0 to 1"),
        ([], {"ruleset": "chess"}, "ruleset: 'chess' is not one of enemy"),
        ([], {"format": 1}, "format: 1 is not a string"),
        ([], {"mood": "good"}, "mood: unknown field"),
        ([], {"switches": {"target": "x"}}, "switches.target: 'x' is not int"),
        ([], {"switches": {"types": [1]}}, "switches.types: 1 is not str"),
        ([], {"switches": {"copies": "many"}}, "switches.copies: 'many' is not int"),
        ([], {"switches": {"redraw": "never"}}, "switches.redraw: 'never' is not one of shuffle, discard"),
        ([], {"switches": {"name": "draft"}}, "switches.name: unknown field"),
        ([], {"switches": {"luck": 1}}, "switches.luck: unknown field"),
        ([], {"switches": {"target": 100}}, "switches.target: 100 is not from 0 to 99"),
        ([], {"switches": {"target": -1}}, "switches.target: -1 is not from 0 to 99"),
        ([{"hand": ["Wolf"]}], {"choices": [7]}, "choices.0: there is no option 7"),
        ([{"hand": ["Wolf"]}], {"choices": ["a"]}, "choices.0: 'a' is not a choice"),
        ([{"hand": ["Wolf"]}], {"choices": [["concede", 0], 0]}, "choices.1: the game is over"),
        ([{"deck": ["Elk"]}], {"step": "draw", "chance": ["Orca"]}, "chance.0: 'Orca' is not possible here"),
        ([{"deck": ["Elk"]}], {"step": "draw", "chance": [3]}, "chance.0: 3 is not possible here: expected a card"),
        (
            [{"hand": ["Wolf"]}],
            {"numbers": [1]},
            "numbers: the numbers must be those from 0 to 0, one for each card",
        ),
        (
            [{"hand": ["Wolf"]}],
            {"cards": [{"number": "1", "strength": 100}]},
            "cards.0: a number on a card must be at most 99",
        ),
        ([{"hand": ["Wolf", "Elk"]}], {"numbers": [0]}, "numbers: there are more cards than numbers"),
        ([{"deck": ["Wolf"] * 1001}], {}, "seats.0.deck.1000: there are more than 1000 cards"),
        ([{"hand": ["Wolf"]}], {"cards": [{"number": "1"}]}, "cards: name is missing"),
        ([], {"cards": [{"number": "1", "name": {"en": "X"}, "type": "pc", "rarity": "rare", "x": 1}]}, "cards: 1: "),
    ],
)
def test_impossible_position_is_refused_with_file_path_and_reason(
    sides: list[dict[str, Any]], more: dict[str, Any], fault: str
):
    with pytest.raises(UnreadableError) as refusal:
        load_game(*sides, **more)

    assert str(refusal.value).startswith(f"p.json: {fault}")
    assert refusal.value.place in ("", fault.partition(": ")[0])
    assert (f"({refusal.value.clause})" in fault) if refusal.value.clause else ("(ENE" not in fault)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", ""),
        ("[]", "[] is not an object"),
        ("{", ""),
        ('{"step": "a", "step": "b"}', "duplicate key 'step'"),
        ('{"turn": NaN}', "NaN is not a number"),
        ("[" * 100_000, ""),
    ],
)
def test_invalid_document_is_refused_with_the_file(text: str, fault: str):
    with pytest.raises(UnreadableError) as refusal:
        parse_position(text, RULESETS, catalogue, file="p.json")

    assert str(refusal.value) == f"p.json: {fault}" if fault else str(refusal.value).startswith("p.json: ")
    assert "\n" not in str(refusal.value)


def test_message_without_a_file_has_only_the_path():
    with pytest.raises(UnreadableError) as refusal:
        parse_position(json.dumps(position(step="dance")), RULESETS, catalogue)

    assert str(refusal.value).startswith("step: 'dance' is not one of ")


def test_ambiguous_title_is_refused_with_the_card_numbers():
    cards = [{"rarity": "common", "destiny": 0} | card | {"name": {"en": "Wolf"}} for card in CARDS[:2]]
    where = r"^p\.json: seats\.0\.hand\.0\.card: "
    with pytest.raises(UnreadableError, match=f"{where}'Wolf' is ambiguous: write one of NEW-K, NEW-W"):
        load_game({"hand": ["Wolf"]}, cards=cards)


def test_endless_cards_are_refused():
    pet = {"number": "P", "name": {"en": "Pup"}, "type": "grunty", "rarity": "common", "destiny": 0}
    endless = pet | {"feed": {"what": {}}, "size": 0, "do": [{"play_again": 1}]}

    with pytest.raises(UnreadableError, match=r"^p\.json: more than 10000 events"):
        load_game({"grunties": ["Pup"]}, cards=[endless])


@pytest.mark.parametrize("depth", [10, 150, 450])
def test_texts_nested_too_deep_are_refused(depth: int):
    do: list[Any] = [{"draw": 1}]
    for _ in range(depth):
        do = [{"may": do}]
    card = {"number": "D", "name": {"en": "Deep"}, "type": "event", "rarity": "common", "destiny": 0, "do": do}

    with pytest.raises(UnreadableError, match=r"too deep|recursion"):
        load_game({"hand": ["Deep"]}, cards=[card])
