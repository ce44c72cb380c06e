"""What a player can do with a card, and why not: in whole games of every ruleset."""

from collections.abc import Iterator

import pytest

from gameplay.engine.bots.policies import random_policy
from gameplay.engine.core.asks import Option
from gameplay.engine.core.card_plays import CardPlay, plays_of_card, refusal_reason
from gameplay.engine.core.chance import RandomStream
from gameplay.engine.core.errors import NotAnOptionError, RefusalReason
from gameplay.engine.core.game import Game
from gameplay.engine.core.views import addressable_cards
from gameplay.games import RULESETS
from tests.properties.games import start

KINDS = [f"{ruleset.name} {variant}" for ruleset in RULESETS.values() for variant in ruleset.variants]
QUESTIONS = 150


def questions(kind: str, seed: bytes) -> Iterator[Game]:
    """Play a game at random, and yield it at each question."""
    game, play = start(kind, seed, pausing=True), random_policy(RandomStream(seed, "choices"))
    for _ in range(QUESTIONS):
        if game.ask is None:
            return
        yield game
        game.choose(play(game))


def seen_cards(game: Game) -> list[int]:
    """Return the cards whose faces the asked seat sees."""
    assert game.ask is not None
    return [card for card, (_, seen) in addressable_cards(game.table, game.ask.seat).items() if seen]


def plays(game: Game) -> dict[int, list[CardPlay]]:
    return {card: plays_of_card(game, card) for card in seen_cards(game)}


@pytest.mark.parametrize("kind", KINDS)
def test_each_play_of_a_card_is_an_option_or_has_a_reason(kind: str):
    for game in questions(kind, b"plays"):
        assert game.ask is not None
        found = [play for each in plays(game).values() for play in each]
        for play in found:
            assert play.is_offered == (play.option in game.ask.options) == (play.reason is None)
        offered = {play.option for play in found if play.is_offered}
        assert {option for option in game.ask.options if names_a_seen_card(game, option)} <= offered


@pytest.mark.parametrize("kind", KINDS)
def test_each_use_of_a_card_is_offered_or_refused_with_a_reason(kind: str):
    """The game knows all uses of a card in its zone, so each of them is offered or has a reason."""
    for game in questions(kind, b"uses"):
        assert game.ask is not None
        for card, found in plays(game).items():
            codes = {option[0] for option in game.ruleset.plays_of(game.table, game.ask.seat, card)}
            assert codes <= {play.option[0] for play in found}, (game.ask.about, game.table.cards[card].name)


def names_a_seen_card(game: Game, option: Option) -> bool:
    fields, seen = game.ruleset.sentences.options[option[0]].fields, seen_cards(game)
    return any(name.startswith("card") and value in seen for name, value in zip(fields, option[1:], strict=True))


@pytest.mark.parametrize("kind", KINDS)
def test_the_options_of_one_question_are_refused_at_the_next_without_a_change(kind: str):
    asked: list[tuple[object, ...]] = []
    for game in questions(kind, b"refused"):
        assert game.ask is not None
        before = game.table.fingerprint()
        for option in asked:
            if option not in game.ask.options:
                refusal = game.refusal(option)
                assert isinstance(refusal, NotAnOptionError)
                assert (refusal.clause == "") or ("reason" in refusal.details)
        assert game.table.fingerprint() == before
        asked = list(game.ask.options)[:12]


@pytest.mark.parametrize("kind", KINDS)
def test_reasons_do_not_depend_on_cards_that_the_player_does_not_see(kind: str):
    for number, game in enumerate(questions(kind, b"secret")):
        if number % 3:
            continue
        assert game.ask is not None
        before, known = (reasons(game), plays(game)), game.table.cards
        named = {value for option in game.ask.options for value in option[1:]} | {*game.ask.about[1:]}
        hidden = [card for card in range(len(known)) if card not in {*seen_cards(game)} | named]
        game.table.cards = list(known)
        mixed = RandomStream(b"mixed", str(number)).sample(hidden, len(hidden))
        for card, other in zip(hidden, mixed, strict=True):
            game.table.cards[card] = known[other]
        after, game.table.cards = (reasons(game), plays(game)), known
        assert after == before


def reasons(game: Game) -> dict[Option, RefusalReason | None]:
    """Return the reason for each option with one card that the asked seat sees, or without a card."""
    assert game.ask is not None
    options = game.ruleset.sentences.options
    alone = [(code,) for code, sentence in options.items() if not sentence.fields]
    with_card = [code for code, sentence in options.items() if len(sentence.fields) == 1]
    wanted = [*alone, *((code, card) for card in seen_cards(game) for code in with_card)]
    return {option: refusal_reason(game, option) for option in wanted if option not in game.ask.options}


def test_a_malformed_option_has_no_reason():
    game = start("enemy sample", b"malformed")

    assert refusal_reason(game, ("attack",)) is None
    assert refusal_reason(game, ("attack", 9999)) is None
    assert refusal_reason(game, ("dance", 1)) is None
