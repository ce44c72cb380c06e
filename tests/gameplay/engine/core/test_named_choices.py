"""Choices by name: every option of whole games can be named, and what is no choice is refused with its place."""

import pytest

from gameplay.engine.core.asks import Option
from gameplay.engine.core.errors import UnreadableError
from gameplay.engine.core.game import Game
from gameplay.engine.core.json_text import JsonObject
from gameplay.engine.core.named_choices import choice_from_words, resolve_option
from gameplay.engine.core.views import addressable_cards
from tests.gameplay.engine.core.test_card_plays import KINDS, questions


def named(game: Game, option: Option) -> JsonObject:
    """Return ``option`` as a player would write it: a card by its title, or by its handle if it may be face down."""
    assert game.ask is not None
    choice: JsonObject = {"code": option[0]}
    for field, value in zip(game.ruleset.sentences.options[option[0]].fields, option[1:], strict=True):
        choice[field] = value
        if field.startswith("card"):
            choice[field] = str(game.table.cards[value].name)
        elif field.startswith("slot"):
            choice[field] = addressable_cards(game.table, game.ask.seat)[value][0]
    return choice


@pytest.mark.parametrize("kind", KINDS)
def test_each_option_can_be_named_by_the_titles_of_its_cards(kind: str):
    for game in questions(kind, b"names"):
        assert game.ask is not None
        for option in game.ask.options:
            found = resolve_option(game, named(game, option))
            assert found in game.ask.options
            assert named(game, found) == named(game, option)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["jump"], "'jump' is neither the number of an option nor one of "),
        (["attack"], "'attack' is not of the form 'attack <card>'"),
        (["attack", "Elk", "Gladiator"], "'attack Elk Gladiator' is not of the form 'attack <card>'"),
    ],
)
def test_words_that_are_no_choice_are_refused(words: list[str], reason: str):
    game = next(iter(questions("enemy draft", b"words")))

    with pytest.raises(UnreadableError) as refusal:
        choice_from_words(game, words)

    assert refusal.value.place == "CHOICE"
    assert str(refusal.value.reason).startswith(reason)


def test_a_code_and_its_field_can_be_one_argument():
    game = next(iter(questions("enemy draft", b"words")))

    assert choice_from_words(game, ["attack Gate Hound"]) == {"code": "attack", "card": "Gate Hound"}
    assert choice_from_words(game, ["attack", "12"]) == {"code": "attack", "card": 12}
