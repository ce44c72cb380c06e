"""A choice names its cards by title, set number or place; one that cannot be read is refused with its path."""

from typing import Any

import pytest

from gameplay.engine.core.errors import NotAnOptionError, UnreadableError
from gameplay.engine.core.position import apply_choice
from tests.gameplay.games.enemy.test_refusal_reason import load_game


def test_choice_may_name_a_card_by_title_set_number_or_place():
    for name in ("Wolf", "wolf", "狼", "NEW-W", "hand0.1"):
        game = load_game({"hand": ["Elk", "Wolf"]})
        assert apply_choice(game, {"code": "attack", "card": name})["events"][0]["code"] == "attacked"

    game = load_game({"hand": ["Elk", "Wolf"]})
    assert (
        apply_choice(game, {"id": 3, "code": "hide", "card": "NEW-W", "cards": ["hand0.1"]})["events"][0]["code"]
        == "hid"
    )


@pytest.mark.parametrize(
    ("choice", "fault"),
    [
        ({"code": "dance"}, "choice.code: 'dance' is neither the number of an option nor one of add, attack, "),
        ({}, "choice.code: None is neither the number of an option nor one of add, attack, "),
        ({"code": "attack"}, "choice.card: this field is missing"),
        ({"code": "attack", "card": ["Wolf"]}, "choice.card: ['Wolf'] is not a name"),
        ({"code": "attack", "card": "Wolf", "mood": "good"}, "choice: 'mood' is no field of 'attack'"),
    ],
)
def test_invalid_choice_is_refused_with_its_path(choice: dict[str, Any], fault: str):
    with pytest.raises(UnreadableError) as error:
        apply_choice(load_game({"hand": ["Wolf"]}), choice)
    assert str(error.value).startswith(fault)


def test_concealed_card_is_refused_like_an_unknown_card():
    bob = {"hand": ["King"], "hidden": ["King"], "deck": ["King"]}
    answers = []
    for name in ("King", "Nobody"):
        with pytest.raises(NotAnOptionError) as refusal:
            apply_choice(load_game({"hand": ["Wolf"], "deck": ["King"]}, bob), {"code": "attack", "card": name})
        answers.append((refusal.value.clause, refusal.value.sentence, refusal.value.details["reason"]))

    assert answers[0] == answers[1] == ("", answers[0][1], "not_seen")
